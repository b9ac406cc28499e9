// Code without an effect that another thread could see: it reads, computes, and at most yields the processor. Works on
// the promoted copy of the module, whose functions it promotes as it meets them.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace revisit::instrument {

class Purity {
public:
  explicit Purity(llvm::FunctionAnalysisManager& analyses) : m_analyses(analyses) {}

  // Whether an object that is written is the writer's own business.
  using MayWrite = llvm::function_ref<bool(const llvm::Value* object)>;
  // True when the instruction at most reads, yields, or writes objects that it may.
  bool isEffectless(const llvm::Instruction& instruction, MayWrite mayWrite);

  // The processor is given away, or nothing happens at all.
  static bool isYield(const llvm::Function& function);

private:
  // What a function does beyond reading: the arguments it writes through.
  using Written = llvm::SmallSet<unsigned, 4>;
  // Nothing for a function that has other effects, or may not end in a bounded number of steps.
  const std::optional<Written>& effectsOf(llvm::Function& function);
  std::optional<Written> compute(llvm::Function& function);

  llvm::FunctionAnalysisManager& m_analyses;
  // Holds nothing while a function is being looked at: recursion is not bounded.
  llvm::DenseMap<const llvm::Function*, std::optional<Written>> m_known;
};

} // namespace revisit::instrument
