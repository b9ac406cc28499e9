// Tells the running program which code the pass has instrumented, and how its source names other code.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace revisit::instrument {

class Hooks;

// Moves the functions to a separate section (engine/instrument/section.h), and lists those of which the linker may
// choose another object's copy.
void markCode(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

// The functions of other modules whose addresses this one takes. Requires that there are no hooks yet.
llvm::SmallVector<llvm::Function*, 8> takenElsewhere(llvm::Module& module);
// Lists them with their names, so that the running program knows how its source calls them.
void listNames(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions, Hooks& hooks);

} // namespace revisit::instrument
