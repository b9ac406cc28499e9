// Inline assembler statements that touch nothing but registers and the operands that they name. The processor executes
// them as they stand, on private copies of operands in memory.
#pragma once

#include "asm_text.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

class Hooks;

// Prepares the statement, and returns true, if it is one of these; otherwise nothing is changed.
bool runOnCopies(llvm::CallInst& call, const AsmText& text, Hooks& hooks);

// Whether a statement was prepared.
bool runsOnCopies(const llvm::CallBase& call);

} // namespace revisit::instrument
