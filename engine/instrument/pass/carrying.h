// Loads that only carry bytes elsewhere. The language lets a program copy what it never stored (padding, the rest of a
// bit-field's word), so such a load does not need its memory to have content.
#pragma once

#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

// Says of a load that the pass made itself that it is part of a copy.
void markAsCarrying(llvm::LoadInst& load);

// Whether it was marked so, is in a function that the compiler made (a copy constructor), passes a piece of a structure
// in a register, or is the load of an update that stores to some bits of a word and keeps the others. O(uses).
bool onlyCarries(const llvm::LoadInst& load);

} // namespace revisit::instrument
