// Instructions that ask about the processor or the time. Their answers are the same on every machine, however a program
// asks: with an inline assembler statement, an intrinsic or one of the compiler's own functions.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace revisit::instrument {

// eax, ebx, ecx and edx for a leaf.
struct CpuidAnswer {
  llvm::Value *a, *b, *c, *d;
};
CpuidAnswer answerCpuid(llvm::IRBuilderBase& at, llvm::Value* leaf);

// The time stamp counter: 64 bits.
llvm::Value* readCounter(llvm::IRBuilderBase& at);

// Replaces the intrinsics in the module, and what the compiler's functions about the processor look at.
void answerForProcessor(llvm::Module& module);

} // namespace revisit::instrument
