// Marks the code that the pass has instrumented, so that the running program can distinguish it from other code.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace revisit::instrument {

// Moves the functions to a separate section (engine/instrument/section.h), and lists those of which the linker may
// choose another object's copy.
void markCode(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

} // namespace revisit::instrument
