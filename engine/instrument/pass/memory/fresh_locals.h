// Gives uninitialised local variables the same bytes in every run, under a debugger or not.
#pragma once

#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// The variables of an unchanged function that may be read before the program has stored to all of them. Requires that
// no hook has been inserted.
llvm::SmallVector<llvm::AllocaInst*, 8> freshLocals(llvm::Function& function);
// Fills these variables, and the buffers of hooks that have gaps, at their begin. Must be the last change of a
// function.
void fillFreshLocals(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> locals, const Privacy& privacy,
                     Hooks& hooks);
// Replaces values that the optimizer may choose arbitrarily by zero; otherwise they would be the content of some
// register.
void fixArbitraryValues(llvm::Function& function);

} // namespace revisit::instrument
