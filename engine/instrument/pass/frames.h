// The hooks around a function's frame: its begin and end, and the lifetimes of the local variables that other code may
// access, which get red zones. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

void hookFrame(llvm::Function& function, const Privacy& privacy, Hooks& hooks, unsigned number);

} // namespace revisit::instrument
