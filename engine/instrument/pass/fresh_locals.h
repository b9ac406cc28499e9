// Local variables that nothing was stored to: in every run, under a debugger or not, they hold the same bytes.
#pragma once

#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// The variables of a function, as written, whose content may be looked at before the program stored all of it.
// Requires that no hook has been inserted.
llvm::SmallVector<llvm::AllocaInst*, 8> freshLocals(llvm::Function& function);
// Fills them, and the buffers of the hooks that have gaps, where they come into being. The last change of a function.
void fillFreshLocals(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> locals,
                     const Privacy& privacy, Hooks& hooks);
// Values that the optimizer took for arbitrary would be whatever a register holds: they become zero.
void fixArbitraryValues(llvm::Function& function);

} // namespace revisit::instrument
