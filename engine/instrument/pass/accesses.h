// Replaces every access of a function that other code could see by a call of its hook.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Ensures that each load, store, atomic operation, fence and bulk copy or fill of memory that is not private goes
// through a hook, and that what cannot be followed is preceded by an "unsupported" hook.
void hookAccesses(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

} // namespace revisit::instrument
