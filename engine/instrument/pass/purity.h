// Code without an effect that another thread could see: it reads, computes, and at most yields the processor.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instruction.h"

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Purity {
public:
  // A definition that only reads and computes, in a bounded number of steps; its own private slots may be written.
  bool isPure(const llvm::Function& function);
  // An instruction outside of its function's own slots: reads and pure calls are, stores are not.
  bool isEffectless(const llvm::Instruction& instruction);
  // The processor is given away, or nothing happens at all.
  static bool isYield(const llvm::Function& function);

private:
  bool compute(const llvm::Function& function);
  llvm::DenseMap<const llvm::Function*, bool> m_known; // false while it is being computed: recursion is not pure
};

} // namespace revisit::instrument
