// Exchanges and updates whose old value is not used: the thread reads nothing. The update may be in a function that
// returns the old value or computes its result from it (as for atomic types, through several calls), while the call
// that ignores the result is in another function. Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace revisit::instrument {

class Hooks;

// Whether the value is unused, or only stored where it is never loaded.
bool isDiscarded(llvm::Value& value);

// Adds a hook before calls that ignore the result of a function that does one exchange or update and returns what
// follows from the old value. Requires unchanged code.
void hookDiscardedUpdates(llvm::ArrayRef<llvm::Function*> functions, Hooks& hooks);

} // namespace revisit::instrument
