// The processor's flags after an instruction of an inline assembler statement. They are computed where one is looked
// at.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace revisit::instrument {

class AsmFlags {
public:
  enum class Source {
    Nothing, // unknown
    Addition,
    Subtraction, // also of a comparison
    Logic,       // a is the result
    Increment,   // leaves the carry as it was
    Decrement,
    Negation,
    Carry, // a is the carry itself, the others are as good as unknown
    Zero   // a is the zero flag itself, likewise
  };
  void set(Source source, llvm::Value* a = nullptr, llvm::Value* b = nullptr);
  // A bit; null when the condition is none, or depends on a flag that is not known.
  llvm::Value* condition(llvm::IRBuilderBase& at, llvm::StringRef name) const;

  static bool isCondition(llvm::StringRef name);

private:
  llvm::Value* result(llvm::IRBuilderBase& at) const;
  llvm::Value* compared(llvm::IRBuilderBase& at, llvm::StringRef basic) const;
  llvm::Value* zero(llvm::IRBuilderBase& at) const;
  llvm::Value* sign(llvm::IRBuilderBase& at) const;
  llvm::Value* carry(llvm::IRBuilderBase& at) const;
  llvm::Value* overflow(llvm::IRBuilderBase& at) const;

  Source m_source = Source::Nothing;
  llvm::Value* m_a = nullptr;
  llvm::Value* m_b = nullptr;
};

} // namespace revisit::instrument
