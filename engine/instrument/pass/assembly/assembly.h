// Replaces inline assembler for the usual x86-64 idioms of atomic operations by LLVM instructions, before the code is
// analysed or instrumented. Other statements stay if nothing but registers and their operands takes part.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

class Hooks;

// Replaces the statements that are understood. Those that can be executed as they stand are prepared for it
// (asm_copies.h). The others are marked with the reason.
void translateAssembly(llvm::Function& function, Hooks& hooks);

// Why a statement was not replaced.
llvm::StringRef assemblyRefusal(const llvm::CallBase& call);

} // namespace revisit::instrument
