// Code without effects that another thread could observe. It reads, computes, and may yield the processor. It may
// update memory only by read-modify-writes, and only a run shows whether these change it. Works on the promoted copy of
// the module and promotes functions as it reaches them.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace revisit::instrument {

class Purity {
public:
  explicit Purity(llvm::FunctionAnalysisManager& analyses) : m_analyses(analyses) {}

  // Whether writing to an object is invisible to other threads.
  using MayWrite = llvm::function_ref<bool(const llvm::Value* object)>;
  enum class Effect {
    None,   // only reads, yields, or writes to permitted objects
    Update, // in addition read-modify-writes and compare-and-swaps
    Other
  };
  Effect effectOf(const llvm::Instruction& instruction, MayWrite mayWrite);

  // Whether the function only yields the processor, or does nothing.
  static bool isYield(const llvm::Function& function);

private:
  // The effects of a function beyond reading.
  struct Effects {
    llvm::SmallSet<unsigned, 4> written; // the arguments through which it writes
    bool updates = false;
  };
  // Nothing for a function that has other effects, or that may not end within a bounded number of steps.
  Effect effectOfCall(const llvm::CallBase& call, MayWrite mayWrite);
  const std::optional<Effects>& effectsOf(llvm::Function& function);
  std::optional<Effects> compute(llvm::Function& function);

  llvm::FunctionAnalysisManager& m_analyses;
  // An entry is empty while its function is being analysed: recursion counts as unbounded.
  llvm::DenseMap<const llvm::Function*, std::optional<Effects>> m_known;
};

} // namespace revisit::instrument
