// Which loops wait for another thread, and which need a bound. Decided on a promoted copy of the module, before
// anything is hooked, so that a local that lives in memory in -O0 code counts as the value it is.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace revisit::instrument {

class Hooks;

enum class LoopKind {
  Waiting,  // a round that reaches its back edge changed nothing and carries nothing into the next round
  Retrying, // the same but for updates of memory: a round in which none of them changed it waits, another one counts
  Bounded   // nothing says when it ends, and it may read what other threads write
};

struct LoopShape {
  LoopKind kind;
  llvm::BasicBlock* header;
  llvm::SmallVector<llvm::BasicBlock*, 2> latches; // with an edge to the header from inside
  llvm::SmallVector<llvm::BasicBlock*, 2> entries; // with an edge to the header from outside
  using Edge = std::pair<llvm::BasicBlock*, llvm::BasicBlock*>;
  llvm::SmallVector<Edge, 4> exits; // from a block inside to one outside
  unsigned index;                   // the header's place in its function: names the loop
};

class LoopClassifier {
public:
  LoopClassifier(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);
  ~LoopClassifier();

  // The loops of a function that need hooks. Requires that the function has not been changed yet. Cost: a promotion of
  // the function and its scalar evolution; the first call copies the module.
  llvm::SmallVector<LoopShape, 4> classify(llvm::Function& function);

private:
  struct Copy;
  Copy& copy();

  llvm::Module& m_module;
  llvm::FunctionAnalysisManager& m_analyses;
  std::unique_ptr<Copy> m_copy;
};

// Adds the hooks of these loops.
void hookLoops(llvm::ArrayRef<LoopShape> loops, std::uint64_t functionId, Hooks& hooks);

} // namespace revisit::instrument
