// What programs written for verification competitions mean by their functions' names.
#pragma once

#include "llvm/IR/Module.h"

namespace revisit::instrument {

// A function __VERIFIER_atomic_NAME that the module defines becomes one atomic section, its own reach_error() reports
// the error before it does anything else, and in a module that uses such names abort() ends the program without being
// an error itself: there it says that an assumption is false.
void followVerificationNames(llvm::Module& module);

} // namespace revisit::instrument
