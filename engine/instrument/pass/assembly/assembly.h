// Replaces inline assembler for the usual x86-64 idioms of atomic operations by LLVM instructions, before the code is
// analysed or instrumented.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

// Replaces the statements that are understood. The others stay, marked with the reason.
void translateAssembly(llvm::Function& function);

// Why a statement was not replaced.
llvm::StringRef assemblyRefusal(const llvm::CallBase& call);

} // namespace revisit::instrument
