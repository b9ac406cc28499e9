// Calls of the threading library that need to be distinguished, or that the compiler would precede by a check of its
// own.
#pragma once

#include "llvm/IR/Module.h"

namespace revisit::instrument {

// Compiled code checks the guard of a function-local static before it calls the guard's functions. That check is
// answered with "not initialised yet": the functions know the state, and are one operation instead of a read and an
// operation. A call of pthread_barrier_wait whose result is not used becomes revisit_barrier_wait_unasked.
void adaptSynchronisation(llvm::Module& module);

} // namespace revisit::instrument
