// Code without an effect that another thread could see: it reads, computes, at most yields the processor, and updates
// memory at most by read-modify-writes, of which only a run shows whether they change it. Works on the promoted copy of
// the module, whose functions it promotes as it meets them.
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

  // Whether an object that is written is the writer's own business.
  using MayWrite = llvm::function_ref<bool(const llvm::Value* object)>;
  enum class Effect {
    None,   // at most reads, yields, or writes objects that it may
    Update, // besides that, read-modify-writes and compare-and-swaps
    Other
  };
  Effect effectOf(const llvm::Instruction& instruction, MayWrite mayWrite);

  // The processor is given away, or nothing happens at all.
  static bool isYield(const llvm::Function& function);

private:
  // What a function does beyond reading.
  struct Effects {
    llvm::SmallSet<unsigned, 4> written; // the arguments it writes through
    bool updates = false;
  };
  // Nothing for a function that has other effects, or may not end in a bounded number of steps.
  Effect effectOfCall(const llvm::CallBase& call, MayWrite mayWrite);
  const std::optional<Effects>& effectsOf(llvm::Function& function);
  std::optional<Effects> compute(llvm::Function& function);

  llvm::FunctionAnalysisManager& m_analyses;
  // Holds nothing while a function is being looked at: recursion is not bounded.
  llvm::DenseMap<const llvm::Function*, std::optional<Effects>> m_known;
};

} // namespace revisit::instrument
