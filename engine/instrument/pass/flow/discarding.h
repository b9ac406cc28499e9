// Exchanges whose old value is not used: they read nothing. The exchange may be in a function that returns the old
// value (as for atomic types, through several calls), while the call that ignores it is in another function. Thread
// rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace revisit::instrument {

class Hooks;

// Whether the value is unused, or only stored where it is never loaded.
bool isDiscarded(llvm::Value& value);

// Adds a hook before calls that ignore the old value of the only exchange in the function that they call. Requires
// unchanged code.
void hookDiscardedExchanges(llvm::ArrayRef<llvm::Function*> functions, Hooks& hooks);

} // namespace revisit::instrument
