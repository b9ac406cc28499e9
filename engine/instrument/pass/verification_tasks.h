// The meaning of function names in programs written for verification competitions.
#pragma once

#include "llvm/IR/Module.h"

namespace revisit::instrument {

// A function __VERIFIER_atomic_NAME that the module defines becomes one atomic section. The module's own reach_error()
// reports the error at its begin. In a module that uses such names, abort() ends the program without an error: there it
// means that an assumption is false.
void followVerificationNames(llvm::Module& module);

} // namespace revisit::instrument
