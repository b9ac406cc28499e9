#include "path/path_liveness.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace revisit {

namespace {

// The first instruction that is still to be executed; the end of the block inside a call that ends it.
llvm::BasicBlock::const_iterator restOf(const PathPlace& place) {
  return place.isInside ? std::next(place.next->getIterator()) : place.next->getIterator();
}

bool search(const llvm::Value& value, const PathPlace& place) {
  const llvm::Instruction& at = *place.next;
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
    if (block == here && (phi || at.comesBefore(user) || (user == &at && !place.isInside)))
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

enum class Access : std::uint8_t { None, Reads, Replaces };

Access accessOf(const llvm::Instruction& instruction, const llvm::AllocaInst& variable) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand() == &variable ? Access::Reads : Access::None;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (!store || store->getPointerOperand() != &variable)
    return Access::None;
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const bool isWhole = layout.getTypeStoreSize(store->getValueOperand()->getType()) ==
                       layout.getTypeStoreSize(variable.getAllocatedType());
  return isWhole ? Access::Replaces : Access::None;
}

// Whether it is only read and stored to by its name.
bool isKnown(const llvm::AllocaInst& variable) {
  return !variable.isArrayAllocation() && llvm::all_of(variable.users(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getValueOperand() != &variable;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return llvm::isa<llvm::LoadInst>(user) || (call && call->isLifetimeStartOrEnd());
  });
}

// What the rest of the block, from this instruction on, does with the variable first.
Access firstAccess(const llvm::AllocaInst& variable, llvm::BasicBlock::const_iterator at,
                   const llvm::BasicBlock& block) {
  for (; at != block.end(); ++at)
    if (const Access access = accessOf(*at, variable); access != Access::None)
      return access;
  return Access::None;
}

bool searchRead(const llvm::AllocaInst& variable, const PathPlace& place) {
  if (!isKnown(variable))
    return true;
  const llvm::BasicBlock* const here = place.next->getParent();
  const Access first = firstAccess(variable, restOf(place), *here);
  if (first != Access::None)
    return first == Access::Reads;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> next(llvm::successors(here));
  while (!next.empty()) {
    const llvm::BasicBlock* const block = next.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    const Access access = firstAccess(variable, block->begin(), *block);
    if (access == Access::Reads)
      return true;
    if (access == Access::None)
      next.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

} // namespace

bool PathLiveness::isReadFrom(const llvm::AllocaInst& variable, const PathPlace& place) {
  const auto [it, isNew] = m_read.try_emplace({&variable, place});
  if (isNew)
    it->second = searchRead(variable, place);
  return it->second;
}

bool PathLiveness::isUsedFrom(const llvm::Value& value, const PathPlace& place) {
  const auto [it, isNew] = m_known.try_emplace({&value, place});
  if (isNew)
    it->second = search(value, place);
  return it->second;
}

} // namespace revisit
