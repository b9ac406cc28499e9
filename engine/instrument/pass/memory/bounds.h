// Checks that accesses stay inside the variables, and the arrays in structures, that they name. (For other pointers,
// red zones detect errors.) Also checks that source and target of a copy do not overlap.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Adds hooks before loads, stores, atomic accesses, copies and fills of a known variable whose address is computed or
// whose size is not constant. Requires that the accesses are still unchanged.
void hookBounds(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
