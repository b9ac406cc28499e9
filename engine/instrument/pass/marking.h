// Marks in the object file what passed through the pass, so that the running program can tell it from what did not.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace revisit::instrument {

// Moves the functions to a section of their own (engine/instrument/section.h), and lists those of them of which the
// linker may choose another object's copy.
void markCode(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

} // namespace revisit::instrument
