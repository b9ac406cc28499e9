// Replaces every access that other code could observe by a call of its hook.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Ensures that each load, store, atomic operation, fence and bulk copy or fill of memory that is not private goes
// through a hook, and that an "unsupported" hook precedes each operation that cannot be modelled.
void hookAccesses(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

} // namespace revisit::instrument
