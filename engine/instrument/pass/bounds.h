// Accesses must stay inside the variables, and the arrays in structures, that they name. (Through pointers from
// elsewhere, red zones tell.) And what memory is copied to must not overlap with where it comes from.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Adds hooks before loads, stores, atomic accesses, copies and fills through computed addresses, or of sizes that are
// not constant, whose variable is known. Requires that the accesses are still as written.
void hookBounds(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
