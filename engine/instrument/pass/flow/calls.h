// Calls that are memory accesses: __atomic_* library calls, inline assembly, target intrinsics.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Replaces the call, or precedes it by a hook, if it is one of these; leaves any other call unchanged.
void rewriteCall(llvm::CallBase& call, const Privacy& privacy, Hooks& hooks);

// Inline assembly without an effect that another thread could observe: an empty barrier, or a hint to the processor.
bool isIdleAssembly(const llvm::CallBase& call);

} // namespace revisit::instrument
