// The end of a C++ function that must return a value, reached without a return.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Inserts the hook where the compiler put a trap for it.
void hookMissingReturn(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
