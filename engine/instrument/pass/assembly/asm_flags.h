// The processor's flags after an instruction of an inline assembler statement. A flag is computed only where it is
// read.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace revisit::instrument {

class AsmFlags {
public:
  enum class Source {
    Nothing, // unknown
    Addition,
    Subtraction, // also for a comparison
    Logic,       // a is the result
    Increment,   // leaves the carry unchanged
    Decrement,
    Negation,
    Carry, // a is the carry; the other flags are unknown
    Zero   // a is the zero flag; the other flags are unknown
  };
  void set(Source source, llvm::Value* a = nullptr, llvm::Value* b = nullptr);
  // The condition as a bit; null when the name is not a condition, or when it depends on an unknown flag.
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
