// Stores of the vtable pointer at the begin of destructors. Most of them leave what is there. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

// Whether the destructor makes its object one of its own class with this store. Requires unchanged code. O(uses).
bool setsVtableOfDestructor(const llvm::StoreInst& store);

} // namespace revisit::instrument
