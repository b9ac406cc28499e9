// Loads that only copy bytes. The language permits copying uninitialised bytes (padding, the rest of a bit-field's
// word), so such a load does not require initialised memory.
#pragma once

#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

// Marks a load that the pass itself created as part of a copy.
void markAsCarrying(llvm::LoadInst& load);

// Whether the load is marked, is in a compiler-generated function (a copy constructor), passes a part of a structure in
// a register, or belongs to an update that stores some bits of a word and keeps the others. O(uses).
bool onlyCarries(const llvm::LoadInst& load);

} // namespace revisit::instrument
