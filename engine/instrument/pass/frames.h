// The hooks around a function's frame: where it begins and ends, and the lives of the local variables in it that others
// may see, which get red zones. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

void hookFrame(llvm::Function& function, const Privacy& privacy, Hooks& hooks, unsigned number);

} // namespace revisit::instrument
