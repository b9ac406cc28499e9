// Decides which loops wait for another thread, and which need a bound. The decision is made on a promoted copy of the
// module before hooks are inserted, so that a local variable in memory in -O0 code counts as a value.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace revisit::instrument {

class Hooks;

enum class LoopKind {
  Waiting, // a round that reaches its back edge changed nothing and passes nothing to the next round
  // The same except for updates of memory: a round in which no update changed memory waits, any other round counts.
  Retrying,
  Bounded, // no known end, and it may read memory that other threads write
  // It ends after a number of rounds, as a waiting loop that gives up: a round changes nothing, and passes nothing to
  // the next round but that number.
  Trying
};

struct LoopShape {
  LoopKind kind;
  llvm::BasicBlock* header;
  llvm::SmallVector<llvm::BasicBlock*, 2> latches; // with an edge to the header from inside
  llvm::SmallVector<llvm::BasicBlock*, 2> entries; // with an edge to the header from outside
  using Edge = std::pair<llvm::BasicBlock*, llvm::BasicBlock*>;
  llvm::SmallVector<Edge, 4> exits;   // from a block inside to one outside
  unsigned index;                     // the header's number in its function: identifies the loop
  llvm::BasicBlock* counts = nullptr; // Trying: where each round decides whether it was the last one
  bool endsIfTrue = false;            // and on which side of the branch it was
};

class LoopClassifier {
public:
  LoopClassifier(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);
  ~LoopClassifier();

  // The loops of a function that need hooks. Requires an unchanged function. Cost: promotes the function and analyses
  // its scalar evolution; the first call copies the module.
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
