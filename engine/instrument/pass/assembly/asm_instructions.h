// Translates the instructions of an inline assembler statement to the code of a function.
#pragma once

#include "asm_text.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

// Fills the empty function, whose type is that of the call. Returns the reason if that is not possible, otherwise an
// empty string.
std::string buildInstructions(const std::vector<AsmInstruction>& text, const llvm::CallBase& call,
                              llvm::Function& function);

} // namespace revisit::instrument
