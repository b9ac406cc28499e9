#include "copying.h"

#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/privacy.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isNarrow(const Instruction& value) {
  auto* type = value.getType();
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatTy() && !type->isDoubleTy())
    return false;
  const std::uint64_t size = value.getDataLayout().getTypeStoreSize(type).getFixedValue();
  return size == 1 || size == 2 || size == 4 || size == 8;
}

// The bits stay what they are, but for some that are left out or added.
bool keepsBits(const Value& user) {
  return isa<TruncInst, ZExtInst, SExtInst, BitCastInst, PtrToIntInst, IntToPtrInst>(user);
}

// Whether the value, or what a cast makes of it, is used otherwise than as a copy.
bool isUsed(const Value& value) {
  return any_of(value.users(), [](const User* user) {
    return keepsBits(*user) ? isUsed(*user) : !isa<StoreInst, PHINode, SelectInst>(user);
  });
}

// Whether the next read of the slot, as far as only one way leads there, uses what was stored.
bool isUsedNext(const StoreInst& store, const Value& slot) {
  constexpr unsigned mostBlocks = 8;
  const Instruction* at = store.getNextNode();
  for (unsigned blocks = 0; at && blocks < mostBlocks;) {
    if (auto* load = dyn_cast<LoadInst>(at); load && load->getPointerOperand() == &slot && isUsed(*load))
      return true;
    if (auto* other = dyn_cast<StoreInst>(at); other && other->getPointerOperand() == &slot)
      return false;
    if (!at->isTerminator()) {
      at = at->getNextNode();
      continue;
    }
    auto* next = at->getParent()->getSingleSuccessor();
    at = next ? &*next->begin() : nullptr;
    blocks++;
  }
  return false;
}

} // namespace

Copying::Copying(Function& function, const Privacy& privacy, Hooks& hooks)
    : m_function(function), m_privacy(privacy), m_hooks(hooks) {
  std::optional<PostDominatorTree> tree;
  for (auto& instruction : instructions(function)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load || !isSource(*load))
      continue;
    const Flow flow = follow(*load);
    if (!flow.isKnown || (flow.stores.empty() && flow.uses.empty()))
      continue;
    if (!tree)
      tree.emplace(function);
    if (isUsedForCertain(*load, flow, *tree))
      continue;
    m_copied.insert(load);
    m_stores.insert(flow.stores.begin(), flow.stores.end());
    m_uses.insert(flow.uses.begin(), flow.uses.end());
    for (auto* value : flow.values)
      if (isa<AllocaInst>(value))
        m_slots.insert(value);
  }
}

// Only memory of the heap is handed out uninitialised.
bool Copying::isSource(const LoadInst& load) const {
  return !load.isAtomic() && isNarrow(load) && !m_privacy.isPrivate(load.getPointerOperand()) &&
         !isa<GlobalVariable, AllocaInst>(getUnderlyingObject(load.getPointerOperand(), 0));
}

Copying::Flow Copying::follow(LoadInst& load) const {
  Flow flow;
  flow.values.insert(&load);
  for (std::size_t i = 0; i < flow.values.size() && flow.isKnown; i++) {
    auto* value = flow.values[i];
    if (!isa<AllocaInst>(value)) {
      for (auto& use : value->uses())
        followUse(use, flow);
      continue;
    }
    for (auto* user : value->users())
      if (isa<LoadInst>(user))
        flow.values.insert(user);
  }
  return flow;
}

void Copying::followUse(Use& use, Flow& flow) const {
  auto* user = use.getUser();
  auto* store = dyn_cast<StoreInst>(user);
  const bool isStored = store && use.getOperandNo() != StoreInst::getPointerOperandIndex();
  if (keepsBits(*user) || isa<PHINode>(user) || (isa<SelectInst>(user) && use.getOperandNo() != 0))
    flow.values.insert(user);
  else if (!isStored)
    flow.uses.push_back(&use);
  else if (!m_privacy.isPrivate(store->getPointerOperand()) && isa<Instruction>(use.get()) &&
           isNarrow(*cast<Instruction>(use.get())))
    flow.stores.push_back(store);
  else if (isSlot(*store->getPointerOperand()))
    flow.values.insert(store->getPointerOperand());
  else
    flow.isKnown = false;
}

// Whether this is a private variable that is only stored to and loaded as a whole.
bool Copying::isSlot(const Value& value) const {
  auto* slot = dyn_cast<AllocaInst>(&value);
  return slot && m_privacy.isPrivateSlot(slot) && all_of(slot->uses(), [&](const Use& use) {
           auto* user = cast<Instruction>(use.getUser());
           if (auto* load = dyn_cast<LoadInst>(user))
             return load->getType() == slot->getAllocatedType();
           if (auto* store = dyn_cast<StoreInst>(user))
             return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
                    store->getValueOperand()->getType() == slot->getAllocatedType();
           return user->isLifetimeStartOrEnd();
         });
}

// Whether each way on from the load comes to a use of its value. Calls are taken to return.
bool Copying::isUsedForCertain(const LoadInst& load, const Flow& flow, const PostDominatorTree& tree) const {
  const auto isBehind = [&](const Instruction& user) {
    return user.getParent() == load.getParent() ? load.comesBefore(&user)
                                                : tree.dominates(user.getParent(), load.getParent());
  };
  SmallPtrSet<const Value*, 8> same; // hold the value for certain
  same.insert(&load);
  for (auto* value : flow.values) {
    if (keepsBits(*value) && same.contains(cast<Instruction>(value)->getOperand(0)))
      same.insert(value);
    auto* read = dyn_cast<LoadInst>(value);
    if (read && same.contains(read->getPointerOperand()))
      same.insert(read);
    if (!isa<AllocaInst>(value))
      continue;
    unsigned stores = 0;
    bool isStoredHere = false;
    for (auto* user : value->users()) {
      auto* store = dyn_cast<StoreInst>(user);
      if (!store)
        continue;
      stores++;
      if (!same.contains(store->getValueOperand()) || store->getParent() != load.getParent())
        continue;
      isStoredHere = true;
      if (isUsedNext(*store, *value))
        return true;
    }
    if (stores == 1 && isStoredHere)
      same.insert(value);
  }
  return any_of(flow.uses, [&](const Use* use) {
    return same.contains(use->get()) && isBehind(*cast<Instruction>(use->getUser()));
  });
}

void Copying::insertFlags() {
  for (auto* store : m_stores)
    if (auto* made = flag(*store->getValueOperand()); !isa<Constant>(made))
      m_ofStores[store] = made;
  for (auto* use : m_uses) {
    auto* made = flag(*use->get());
    IRBuilder<> at(cast<Instruction>(use->getUser()));
    if (!isa<Constant>(made))
      m_hooks.call(at, "uses", {made});
  }
}

// A number from a hook: not 0 if this value is a copy of uninitialised memory.
Value* Copying::flag(Value& value) {
  if (auto* known = m_flags.lookup(&value))
    return known;
  auto* instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return m_hooks.i32(0);
  if (keepsBits(value)) {
    auto* made = flag(*instruction->getOperand(0));
    return m_flags[&value] = made;
  }
  IRBuilder<> at(instruction);
  if (auto* phi = dyn_cast<PHINode>(instruction)) {
    auto* made = at.CreatePHI(at.getInt32Ty(), phi->getNumIncomingValues());
    m_flags[&value] = made;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); i++)
      made->addIncoming(flag(*phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return made;
  }
  if (auto* select = dyn_cast<SelectInst>(instruction)) {
    auto *yes = flag(*select->getTrueValue()), *no = flag(*select->getFalseValue());
    return m_flags[&value] = at.CreateSelect(select->getCondition(), yes, no);
  }
  auto* load = dyn_cast<LoadInst>(instruction);
  if (!load)
    return m_hooks.i32(0);
  at.SetInsertPoint(load->getNextNode());
  if (isCopied(*load))
    return m_flags[&value] = m_hooks.call(at, "carried", {});
  auto* slot = dyn_cast<AllocaInst>(load->getPointerOperand());
  if (!slot || !m_slots.contains(slot))
    return m_hooks.i32(0);
  auto* made = at.CreateLoad(at.getInt32Ty(), &slotOfFlag(*slot));
  return m_flags[&value] = made;
}

// The slot that holds the flag of what the slot holds.
AllocaInst& Copying::slotOfFlag(AllocaInst& slot) {
  if (auto* known = m_flagSlots.lookup(&slot))
    return *known;
  auto& entry = m_function.getEntryBlock();
  IRBuilder<> top(&entry, entry.begin());
  auto* made = m_hooks.ownSlot(top, top.getInt32Ty());
  m_flagSlots[&slot] = made;
  top.SetInsertPoint(&*entry.getFirstNonPHIOrDbgOrAlloca());
  top.CreateStore(m_hooks.i32(0), made);
  SmallVector<StoreInst*, 4> stores;
  for (auto* user : slot.users())
    if (auto* store = dyn_cast<StoreInst>(user))
      stores.push_back(store);
  for (auto* store : stores) {
    auto* stored = flag(*store->getValueOperand());
    IRBuilder<>(store).CreateStore(stored, made);
  }
  return *made;
}

} // namespace revisit::instrument
