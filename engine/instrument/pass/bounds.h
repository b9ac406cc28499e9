// Accesses to global variables and local arrays must stay inside them. (The heap's blocks are known to the runtime.)
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Adds a hook before each load, store and atomic access through a computed address whose variable is known. Requires
// that the accesses are still as written.
void hookBounds(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
