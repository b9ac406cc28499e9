// Inline assembler of the x86-64 idioms for atomic operations: replaced by the same in LLVM's own instructions, before
// anything is looked at or instrumented.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

// Replaces the statements that are understood. The others stay, with what refused them.
void translateAssembly(llvm::Function& function);

// Why a statement was not replaced.
llvm::StringRef assemblyRefusal(const llvm::CallBase& call);

} // namespace revisit::instrument
