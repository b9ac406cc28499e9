// Calls of the threading library that are told apart, or made where the compiler would look first.
#pragma once

#include "llvm/IR/Module.h"

namespace revisit::instrument {

// The check that compiled code makes before it asks for the guard of a function-local static is answered with "not
// initialised yet": the guard's functions know, and they are one operation instead of a read and an operation.
// pthread_barrier_wait, where nobody looks at what it returns, becomes revisit_barrier_wait_unasked.
void adaptSynchronisation(llvm::Module& module);

} // namespace revisit::instrument
