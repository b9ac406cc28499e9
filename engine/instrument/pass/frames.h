// The life of local variables that others may see: it begins with the function and ends with its return.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Adds hooks for each slot that is not private, at the function's entry and before each of its returns. Main has
// none: with its return the process ends. A function that is left by an exception or longjmp does not tell.
void hookFrame(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

} // namespace revisit::instrument
