// The life of local variables that others may see: it begins with the function and ends with its return.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Adds hooks at the function's entry and before each of its returns when it has a slot that is not private. Main has
// none: with its return the process ends. A function that is left by an exception or longjmp does not tell.
void hookFrame(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

} // namespace revisit::instrument
