#include "loop_slots.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Whether nothing reads what the slot contains at the beginning of the block: on each way it is first overwritten as a
// whole, or not used any more. O(instructions of the function).
bool isDeadAt(const BasicBlock& begin, const AllocaInst& slot) {
  const auto& layout = begin.getModule()->getDataLayout();
  const auto whole = slot.getAllocationSize(layout);
  SmallVector<const BasicBlock*, 8> left{&begin};
  SmallPtrSet<const BasicBlock*, 8> seen{&begin};
  const auto ends = [&](const Instruction& instruction) { // what the slot contained is gone
    auto* store = dyn_cast<StoreInst>(&instruction);
    return instruction.isLifetimeStartOrEnd() ||
           (store && store->getValueOperand() != &slot &&
            whole == layout.getTypeStoreSize(store->getValueOperand()->getType()));
  };
  while (!left.empty()) {
    auto* block = left.pop_back_val();
    auto user = find_if(*block, [&](const Instruction& one) { return is_contained(one.operands(), &slot); });
    if (user != block->end() && !ends(*user))
      return false;
    if (user == block->end())
      for (auto* next : successors(block))
        if (seen.insert(next).second)
          left.push_back(next);
  }
  return true;
}

} // namespace

bool isOfOneRound(const Value* object, const Loop& loop, const BasicBlock* counts) {
  auto* slot = dyn_cast<AllocaInst>(object);
  if (!slot)
    return false;
  const auto isInLoop = [&](const User* user) {
    auto* instruction = dyn_cast<Instruction>(user);
    return instruction && (loop.contains(instruction) || instruction->isLifetimeStartOrEnd());
  };
  if (all_of(slot->users(), isInLoop))
    return true;
  const auto isAccess = [&](const User* user) {
    auto* store = dyn_cast<StoreInst>(user);
    return isInLoop(user) || isa<LoadInst>(user) || (store && store->getValueOperand() != slot);
  };
  const auto isDeadOutside = [&](const BasicBlock* next) { return loop.contains(next) || isDeadAt(*next, *slot); };
  return all_of(slot->users(), isAccess) && isDeadAt(*loop.getHeader(), *slot) &&
         (!counts || all_of(successors(counts), isDeadOutside));
}

bool isPutBack(const Value* object, const Loop& loop) {
  auto* latch = loop.getLoopLatch();
  if (!isa<AllocaInst>(object) || !latch)
    return false;
  const Constant* constant = nullptr;
  for (auto* user : object->users()) {
    auto* instruction = dyn_cast<Instruction>(user);
    if (!instruction)
      return false;
    auto* store = dyn_cast<StoreInst>(instruction);
    if (isa<LoadInst>(instruction) || instruction->isLifetimeStartOrEnd())
      continue;
    if (loop.contains(instruction) && (isa<CallBase>(instruction) || (store && store->getPointerOperand() == object)))
      continue;
    auto* value =
        store && store->getPointerOperand() == object ? dyn_cast<Constant>(store->getValueOperand()) : nullptr;
    if (!value || (constant && value != constant))
      return false;
    constant = value;
  }
  // The last instruction of a round that accesses it.
  for (auto* block = latch; block && loop.contains(block); block = block->getSinglePredecessor())
    for (auto& instruction : reverse(*block))
      if (is_contained(instruction.operands(), object) && !instruction.isLifetimeStartOrEnd()) {
        auto* store = dyn_cast<StoreInst>(&instruction);
        return store && store->getPointerOperand() == object && store->getValueOperand() == constant;
      }
  return false;
}

} // namespace revisit::instrument
