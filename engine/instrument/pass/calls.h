// Calls that are accesses in disguise: __atomic_* library calls, inline assembly, target intrinsics.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Replaces or announces the call if it is one of these; leaves any other call alone.
void rewriteCall(llvm::CallBase& call, const Privacy& privacy, Hooks& hooks);

// Inline assembly without an effect that another thread could see: an empty barrier, or a hint to the processor.
bool isIdleAssembly(const llvm::CallBase& call);

} // namespace revisit::instrument
