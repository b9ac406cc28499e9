// What the instructions of an inline assembler statement do, as code of a function.
#pragma once

#include "asm_text.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

// Fills the empty function, which is of the call's type. Returns why that cannot be done, or nothing.
std::string buildInstructions(const std::vector<AsmInstruction>& text, const llvm::CallBase& call,
                              llvm::Function& function);

} // namespace revisit::instrument
