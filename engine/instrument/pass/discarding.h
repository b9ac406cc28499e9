// Exchanges whose old value nobody looks at: they read nothing. An exchange may lie in a function that returns the old
// value (those of the atomic types do, in several steps), and the call that has no use for it in another.
// Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace revisit::instrument {

class Hooks;

// Whether the value is used for nothing, or only stored where nobody loads it.
bool isDiscarded(llvm::Value& value);

// Has the runtime told of calls that discard the old value of the one exchange in the functions they call. Requires
// code as written.
void hookDiscardedExchanges(llvm::ArrayRef<llvm::Function*> functions, Hooks& hooks);

} // namespace revisit::instrument
