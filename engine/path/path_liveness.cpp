#include "path/path_liveness.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace revisit {

namespace {

bool search(const llvm::Value& value, const llvm::Instruction& at) {
  const llvm::BasicBlock* const here = at.getParent();
  const auto* definition = llvm::dyn_cast<llvm::Instruction>(&value);
  if (definition && definition->getParent() == here && !definition->comesBefore(&at))
    return false; // what it holds now was set in an earlier round
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> uses;
  for (const llvm::Use& use : value.uses()) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user)
      continue;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user); // uses its operand at the end of the block it comes from
    const llvm::BasicBlock* const block = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (block == here && (phi || at.comesBefore(user)))
      return true;
    uses.insert(block);
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> next(llvm::successors(here));
  while (!next.empty()) {
    const llvm::BasicBlock* const block = next.pop_back_val();
    if (!seen.insert(block).second || (definition && block == definition->getParent()))
      continue;
    if (uses.contains(block))
      return true;
    next.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

} // namespace

bool PathLiveness::isUsedAfter(const llvm::Value& value, const llvm::Instruction& at) {
  const auto [it, isNew] = m_known.try_emplace({&value, &at});
  if (isNew)
    it->second = search(value, at);
  return it->second;
}

} // namespace revisit
