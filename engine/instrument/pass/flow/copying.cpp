#include "copying.h"

#include "instrument/pass/flow/passing.h"
#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/privacy.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// The bits stay what they are, but for some that are left out or added.
bool keepsBits(const Value& user) {
  return isa<TruncInst, ZExtInst, SExtInst, BitCastInst, PtrToIntInst, IntToPtrInst>(user);
}

// Whether the value, or what a cast makes of it, is used otherwise than as a copy.
bool isUsed(const Value& value) {
  return any_of(value.uses(), [](const Use& use) {
    const User* user = use.getUser();
    return keepsBits(*user) ? isUsed(*user) : !isa<StoreInst, PHINode, SelectInst>(user) && !isPassed(use);
  });
}

// Whether the next read of the slot, as far as only one way leads there, uses what was stored.
bool isUsedNext(const StoreInst& store, const Value& slot) {
  constexpr unsigned maxBlocks = 8;
  const Instruction* at = store.getNextNode();
  for (unsigned blocks = 0; at && blocks < maxBlocks;) {
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
  for (auto& argument : function.args())
    if (takesFlag(function, argument.getArgNo()))
      add(argument, tree);
  for (auto& instruction : instructions(function)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    auto* call = dyn_cast<CallBase>(&instruction);
    if ((load && isSource(*load)) || (call && bringsFlag(*call)))
      add(instruction, tree);
  }
}

void Copying::add(Value& source, std::optional<PostDominatorTree>& tree) {
  const Flow flow = follow(source);
  if (flow.isKnown && flow.stores.empty() && flow.uses.empty() && flow.passes.empty())
    return;
  if (!tree)
    tree.emplace(m_function);
  bool isNext = false;
  Use* const certain = certainUse(source, flow, *tree, isNext);
  if (isa<LoadInst>(source) && (certain || isNext))
    return;
  if (!certain)
    m_structures.insert(flow.structures.begin(), flow.structures.end());
  if (certain || (!flow.isKnown && !isa<LoadInst>(source)))
    m_certain.emplace_back(&source, certain);
  if (certain || !flow.isKnown)
    return;
  m_copied.insert(&source);
  m_stores.insert(flow.stores.begin(), flow.stores.end());
  m_uses.insert(flow.uses.begin(), flow.uses.end());
  m_passes.insert(flow.passes.begin(), flow.passes.end());
  for (auto* value : flow.values)
    if (isa<AllocaInst>(value))
      m_slots.insert(value);
}

// Memory of the heap is handed out uninitialised; other memory may hold copies.
bool Copying::isSource(const LoadInst& load) const {
  return !load.isAtomic() && isNarrow(*load.getType(), load.getDataLayout()) &&
         !m_privacy.isPrivate(load.getPointerOperand());
}

Copying::Flow Copying::follow(Value& source) const {
  Flow flow;
  flow.values.insert(&source);
  for (std::size_t i = 0; i < flow.values.size(); i++) {
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
  else if (isPassed(use))
    flow.passes.push_back(&use);
  else if (!isStored)
    flow.uses.push_back(&use);
  else if (!m_privacy.isPrivate(store->getPointerOperand()) && isNarrow(*use->getType(), m_function.getDataLayout()))
    flow.stores.push_back(store);
  else if (isSlot(*store->getPointerOperand()))
    flow.values.insert(store->getPointerOperand());
  else {
    flow.isKnown = false;
    SmallVector<const Value*, 2> objects;
    getUnderlyingObjects(store->getPointerOperand(), objects, nullptr, 0);
    for (auto* object : objects)
      if (m_privacy.isPrivateSlot(object))
        flow.structures.push_back(object);
  }
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

Use* Copying::certainUse(const Value& source, const Flow& flow, const PostDominatorTree& tree, bool& isNext) const {
  auto* from = dyn_cast<Instruction>(&source);
  auto* begin = from ? from->getParent() : &m_function.getEntryBlock();
  const auto isBehind = [&](const Instruction& user) {
    return user.getParent() == begin ? !from || from->comesBefore(&user) : tree.dominates(user.getParent(), begin);
  };
  SmallPtrSet<const Value*, 8> same; // hold the value for certain
  same.insert(&source);
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
      if (!same.contains(store->getValueOperand()) || store->getParent() != begin)
        continue;
      isStoredHere = true;
      isNext |= isUsedNext(*store, *value);
    }
    if (stores == 1 && isStoredHere)
      same.insert(value);
  }
  auto* const found = find_if(flow.uses, [&](const Use* use) {
    return same.contains(use->get()) && isBehind(*cast<Instruction>(use->getUser()));
  });
  return found == flow.uses.end() ? nullptr : *found;
}

void Copying::insertFlags() {
  if (takesFlags(m_function))
    takeFlags();
  for (auto* store : m_stores)
    if (auto* made = flag(*store->getValueOperand()); !isa<Constant>(made))
      m_ofStores[store] = made;
  for (auto* use : m_passes)
    pass(*use);
  const auto check = [&](Instruction& before, Value& made) {
    IRBuilder<> at(&before);
    if (!isa<Constant>(made))
      m_hooks.call(at, "uses", {&made});
  };
  for (auto* use : m_uses)
    check(*cast<Instruction>(use->getUser()), *flag(*use->get()));
  for (auto [source, use] : m_certain) {
    auto* made = cast<Instruction>(flagOfSource(*source));
    check(use ? *cast<Instruction>(use->getUser()) : *made->getNextNode(), *made);
  }
}

// The flags of all arguments, of which some may not matter.
void Copying::takeFlags() {
  SmallVector<Argument*, 4> wanted;
  for (auto& argument : m_function.args())
    if (m_copied.contains(&argument) || any_of(m_certain, [&](auto& one) { return one.first == &argument; }))
      wanted.push_back(&argument);
  IRBuilder<> at(&*m_function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto* self = nameOf(at, m_function);
  for (auto* argument : wanted)
    m_flags[argument] =
        m_hooks.call(at, "given", {self, m_hooks.i32(argument->getArgNo()), m_hooks.i32(argument == wanted.back())});
  if (wanted.empty())
    m_hooks.call(at, "given", {self, m_hooks.i32(0), m_hooks.i32(1)});
}

// The flag of a load that may be a copy, of an argument, or of the result of a call.
Value* Copying::flagOfSource(Value& source) {
  if (auto* known = m_flags.lookup(&source))
    return known;
  auto* call = dyn_cast<CallBase>(&source);
  IRBuilder<> at(call ? behind(*call) : cast<Instruction>(source).getNextNode());
  return m_flags[&source] = call ? m_hooks.call(at, "given_back", {nameOf(at, *call->getCalledOperand())})
                                 : m_hooks.call(at, "carried", {});
}

// A number for a function: its address. Functions whose address nobody takes have another one, so that it stays so.
Value* Copying::nameOf(IRBuilderBase& at, Value& function) {
  auto* known = dyn_cast<Function>(&function);
  return known && known->hasLocalLinkage() && !known->hasAddressTaken()
             ? static_cast<Value*>(m_hooks.i64(xxh3_64bits(known->getName())))
             : m_hooks.address(at, &function);
}

// Gives the flag along with an argument or a result.
void Copying::pass(Use& use) {
  auto* made = flag(*use.get());
  auto* call = dyn_cast<CallBase>(use.getUser());
  IRBuilder<> at(cast<Instruction>(use.getUser()));
  if (!call)
    m_hooks.call(at, "gives_back", {nameOf(at, m_function), made});
  if (!call || isa<Constant>(made))
    return;
  auto* callee = nameOf(at, *call->getCalledOperand());
  m_hooks.call(at, "gives", {callee, m_hooks.i32(call->getArgOperandNo(&use)), made});
  if (!mayBeLeft(*call))
    return;
  at.SetInsertPoint(behind(*call));
  m_hooks.call(at, "was_given", {callee});
}

// A number from a hook: not 0 if this value is a copy of uninitialised memory.
Value* Copying::flag(Value& value) {
  if (auto* known = m_flags.lookup(&value))
    return known;
  if (m_copied.contains(&value))
    return flagOfSource(value);
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
