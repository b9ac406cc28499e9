#include "frame_state.h"

#include "abi/frame_state.h"
#include "instrument/pass/hooks.h"
#include "privacy.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstddef>

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr std::uint64_t MaximalBytes = 1 << 16; // a frame with more is not described: hashing it would cost too much

// The hooks in which the thread may give up its turn.
bool mayWait(StringRef hook) {
  static constexpr StringRef names[] = {
      "load",      "load_wide",      "store",        "store_wide",     "rmw",        "rmw_wide",
      "cas",       "cas_wide",       "fence",        "copy",           "fill",       "local_begin",
      "local_end", "address_lock",   "address_wait", "address_unlock", "await_back", "loop_back",
      "frame_end", "address_notify", "main_returns", "locks_together", "object_end"};
  return is_contained(names, hook);
}

StringRef hookName(const CallBase& call) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("__revisit_");
  return name;
}

bool isSite(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || call->isInlineAsm() || isa<IntrinsicInst>(call))
    return false;
  return !Hooks::isHook(call->getCalledFunction()) || mayWait(hookName(*call));
}

// How an instruction concerns a slot.
enum class SlotAccess { Read, Kill, Touch };

// Whether the variable is read only to compute its own next value: a count of rounds that nobody looks at.
bool onlyFeedsItself(const AllocaInst& slot) {
  SmallVector<const User*, 8> users(slot.users());
  SmallPtrSet<const User*, 8> seen;
  while (!users.empty()) {
    auto* user = users.pop_back_val();
    auto* instruction = cast<Instruction>(user);
    if (!seen.insert(user).second || instruction->isLifetimeStartOrEnd())
      continue;
    if (auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getPointerOperand() != &slot || store->getValueOperand() == &slot || store->isVolatile())
        return false;
    } else if (auto* load = dyn_cast<LoadInst>(user);
               (load && !load->isVolatile()) || isa<CastInst>(user) ||
               (isa<BinaryOperator>(user) && !instruction->isIntDivRem())) { // a division may fail
      users.append(user->user_begin(), user->user_end());
    } else {
      return false;
    }
  }
  return true;
}

struct Slot {
  Value* memory; // a static alloca, or an argument passed by value
  std::uint64_t bytes;
  bool escapes;
};

class Description {
public:
  Description(Function& function, const Privacy& privacy, Hooks& hooks)
      : m_function(function), m_privacy(privacy), m_hooks(hooks), m_layout(function.getDataLayout()) {}

  void run() {
    if (none_of(instructions(m_function), isSite))
      return;
    if (!isOpaque()) {
      demoteArguments();
      demoteValues();
      findSlots();
    }
    for (auto& block : m_function)
      for (auto& instruction : block)
        if (isSite(instruction))
          m_siteNumbers[&instruction] = m_sites.size(), m_sites.push_back(cast<CallBase>(&instruction));
    if (!m_isOpaque)
      analyse();
    emit();
  }

private:
  // Whether the frame holds what slots do not describe.
  bool isOpaque() {
    m_isOpaque = m_function.isVarArg() || any_of(instructions(m_function), [](const Instruction& instruction) {
                   if (auto* slot = dyn_cast<AllocaInst>(&instruction))
                     return !slot->isStaticAlloca() || slot->getAllocatedType()->isScalableTy();
                   auto* call = dyn_cast<CallBase>(&instruction);
                   return (call && (call->hasFnAttr(Attribute::ReturnsTwice) || isa<CallBrInst>(call))) ||
                          instruction.getType()->isTokenTy() || instruction.getType()->isScalableTy();
                 });
    return m_isOpaque;
  }

  // Values that live across a call would be in registers or in places that only the code generator knows.
  void demoteArguments() {
    auto& entry = m_function.getEntryBlock();
    IRBuilder<> at(&*entry.getFirstNonPHIOrDbgOrAlloca());
    at.SetCurrentDebugLocation({});
    for (auto& argument : m_function.args()) {
      if (argument.use_empty() || argument.hasByValAttr() || argument.hasSwiftErrorAttr())
        continue;
      auto* copy = cast<Instruction>(at.CreateFreeze(&argument));
      argument.replaceUsesWithIf(copy, [&](const Use& use) { return use.getUser() != copy; });
    }
  }

  void demoteValues() {
    DenseMap<const Instruction*, unsigned> sitesBefore;
    for (auto& block : m_function) {
      unsigned sites = 0;
      for (auto& instruction : block) {
        sitesBefore[&instruction] = sites;
        sites += isSite(instruction);
      }
    }
    auto crosses = [&](const Instruction& value) {
      return any_of(value.users(), [&](const User* user) {
        auto* use = cast<Instruction>(user);
        if (isa<PHINode>(use) || use->getParent() != value.getParent())
          return true;
        return sitesBefore[use] != sitesBefore[&value] + isSite(value);
      });
    };
    SmallVector<Instruction*, 32> crossing;
    for (auto& instruction : instructions(m_function))
      if (!instruction.getType()->isVoidTy() && !isa<AllocaInst>(instruction) && crosses(instruction))
        crossing.push_back(&instruction);
    for (auto* value : crossing)
      if (auto* slot = DemoteRegToStack(*value))
        m_demoted.insert(slot);
  }

  void findSlots() {
    std::uint64_t all = 0;
    auto add = [&](Value& memory, std::uint64_t bytes, bool isPrivate) {
      m_slots.push_back({&memory, bytes, !isPrivate});
      all += bytes;
    };
    for (auto& argument : m_function.args())
      if (argument.hasByValAttr())
        add(argument, m_layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue(),
            m_privacy.isPrivateSlot(&argument));
    for (auto& instruction : m_function.getEntryBlock())
      if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot && !m_hooks.isNotes(slot) && !onlyFeedsItself(*slot))
        add(*slot, slot->getAllocationSize(m_layout)->getFixedValue(),
            m_demoted.contains(slot) || m_privacy.isPrivateSlot(slot) || m_hooks.isBuffer(slot));
    m_isOpaque = all > MaximalBytes;
    if (m_isOpaque)
      m_slots.clear();
    for (unsigned i = 0; i < m_slots.size(); ++i)
      noteAccesses(i);
  }

  // Follows the slot's address through the function. An address that is stored is no longer followed.
  void noteAccesses(unsigned index) {
    SmallVector<Value*, 16> pointers = {m_slots[index].memory};
    SmallPtrSet<Value*, 16> seen(pointers.begin(), pointers.end());
    while (!pointers.empty()) {
      auto* pointer = pointers.pop_back_val();
      for (auto& use : pointer->uses()) {
        auto* user = cast<Instruction>(use.getUser());
        if (noteAccess(index, *user, use, pointer == m_slots[index].memory) && seen.insert(user).second)
          pointers.push_back(user);
      }
    }
  }

  // Returns whether the user's result points to the slot too.
  bool noteAccess(unsigned index, Instruction& user, const Use& use, bool isWhole) {
    auto& slot = m_slots[index];
    auto note = [&](SlotAccess access) { m_accesses[&user].push_back({index, access}); };
    if (isa<LoadInst>(user)) {
      note(SlotAccess::Read);
    } else if (auto* store = dyn_cast<StoreInst>(&user)) {
      slot.escapes |= store->getValueOperand() == use.get();
      const auto bytes = m_layout.getTypeStoreSize(store->getValueOperand()->getType());
      note(isWhole && !bytes.isScalable() && bytes.getFixedValue() >= slot.bytes ? SlotAccess::Kill
                                                                                 : SlotAccess::Touch);
    } else if (auto* memory = dyn_cast<MemIntrinsic>(&user)) {
      auto* length = dyn_cast<ConstantInt>(memory->getLength());
      const bool isTarget = memory->getRawDest() == use.get();
      note(!isTarget                                                   ? SlotAccess::Read
           : isWhole && length && length->getZExtValue() >= slot.bytes ? SlotAccess::Kill
                                                                       : SlotAccess::Touch);
    } else if (auto* call = dyn_cast<CallBase>(&user)) {
      const bool isHook = Hooks::isHook(call->getCalledFunction());
      const bool isFill = isHook && hookName(*call) == "local_fresh";
      if (isFill)
        note(SlotAccess::Kill);
      else if (!isHook || !hookName(*call).starts_with("local_"))
        note(SlotAccess::Read);
      return !isHook && !call->getType()->isVoidTy();
    } else if (isa<CmpInst, ReturnInst>(user)) {
      return false;
    } else if (user.getType()->isVoidTy()) {
      slot.escapes = true;
      note(SlotAccess::Read);
    } else {
      return true;
    }
    return false;
  }

  void step(BitVector& live, const Instruction& instruction) const {
    auto found = m_accesses.find(&instruction);
    if (found == m_accesses.end())
      return;
    for (auto [index, access] : found->second)
      if (access == SlotAccess::Kill)
        live.reset(index);
    for (auto [index, access] : found->second)
      if (access == SlotAccess::Read)
        live.set(index);
  }

  // The slots that may be read before they are filled: backward.
  DenseMap<const BasicBlock*, BitVector> liveAtEnds() const {
    DenseMap<const BasicBlock*, BitVector> atBegin, atEnd;
    for (auto& block : m_function)
      atBegin[&block] = atEnd[&block] = BitVector(m_slots.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (auto* block : post_order(&m_function)) {
        BitVector live(m_slots.size());
        for (auto* next : successors(block))
          live |= atBegin[next];
        atEnd[block] = live;
        for (auto& instruction : reverse(*block))
          step(live, instruction);
        changed |= live != atBegin[block];
        atBegin[block] = std::move(live);
      }
    }
    return atEnd;
  }

  // The slots that the function may have used before: forward. An unused slot has arbitrary content.
  DenseMap<const BasicBlock*, BitVector> touchedAtBegins() const {
    DenseMap<const BasicBlock*, BitVector> atBegin;
    for (auto& block : m_function)
      atBegin[&block] = BitVector(m_slots.size());
    for (auto& slot : m_slots)
      if (isa<Argument>(slot.memory))
        atBegin[&m_function.getEntryBlock()].set(&slot - m_slots.begin());
    const ReversePostOrderTraversal<const Function*> order(&m_function);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto* block : order) {
        BitVector touched = atBegin[block];
        for (auto& instruction : *block)
          touch(touched, instruction);
        for (auto* next : successors(block)) {
          const BitVector before = atBegin[next];
          atBegin[next] |= touched;
          changed |= atBegin[next] != before;
        }
      }
    }
    return atBegin;
  }

  void touch(BitVector& touched, const Instruction& instruction) const {
    if (auto found = m_accesses.find(&instruction); found != m_accesses.end())
      for (auto [index, access] : found->second)
        touched.set(index);
  }

  // What each site's frame holds. The slots that a call itself reads count, because the callee uses them.
  void analyse() {
    BitVector escaping(m_slots.size());
    for (unsigned i = 0; i < m_slots.size(); ++i)
      if (m_slots[i].escapes)
        escaping.set(i);
    m_live.assign(m_sites.size(), BitVector(m_slots.size()));
    auto ends = liveAtEnds();
    auto begins = touchedAtBegins();
    for (auto& block : m_function) {
      BitVector live = ends[&block];
      for (auto& instruction : reverse(block)) {
        if (auto site = m_siteNumbers.find(&instruction); site != m_siteNumbers.end()) {
          m_live[site->second] = live;
          step(m_live[site->second], instruction);
        }
        step(live, instruction);
      }
      BitVector touched = begins[&block];
      for (auto& instruction : block) {
        touch(touched, instruction);
        if (auto site = m_siteNumbers.find(&instruction); site != m_siteNumbers.end()) {
          BitVector known = touched;
          known &= escaping;
          m_live[site->second] |= known;
          m_live[site->second] &= touched;
        }
      }
    }
  }

  Constant* layoutConstant(ArrayRef<unsigned> used) {
    auto& context = m_function.getContext();
    const unsigned words = (used.size() + 63) / 64;
    SmallVector<std::uint32_t, 32> numbers = {std::uint32_t(used.size()), std::uint32_t(m_sites.size()), words,
                                              m_isOpaque ? 1u : 0u};
    for (unsigned index : used) {
      numbers.push_back(std::uint32_t(m_slots[index].bytes));
      numbers.push_back(m_slots[index].escapes ? 1 : 0);
    }
    SmallVector<std::uint64_t, 32> sets;
    for (auto& live : m_live)
      for (unsigned word = 0; word < words; ++word) {
        std::uint64_t set = 0;
        for (unsigned bit = 0; bit < 64 && 64 * word + bit < used.size(); ++bit)
          set |= std::uint64_t(live.test(used[64 * word + bit])) << bit;
        sets.push_back(set);
      }
    auto* data = ConstantStruct::getAnon(
        {ConstantDataArray::get(context, numbers), ConstantDataArray::get(context, sets)}, true);
    auto* global = new GlobalVariable(*m_function.getParent(), data->getType(), true, GlobalValue::PrivateLinkage, data,
                                      "revisit.frame");
    global->setAlignment(Align(8));
    return global;
  }

  // The blocks of the loops whose number of rounds is not known: those with hooks at their back edges.
  SmallPtrSet<const BasicBlock*, 32> repeatingBlocks() const {
    SmallPtrSet<const BasicBlock*, 32> blocks;
    SmallVector<const BasicBlock*, 4> edges;
    for (auto& instruction : instructions(m_function))
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && Hooks::isHook(call->getCalledFunction()) &&
          is_contained({"loop_back", "await_back", "try_again"}, hookName(*call)))
        edges.push_back(call->getParent());
    if (edges.empty())
      return blocks;
    const DominatorTree dominators(m_function);
    const LoopInfo loops(dominators);
    for (auto* edge : edges)
      if (auto* loop = loops.getLoopFor(edge))
        blocks.insert(loop->block_begin(), loop->block_end());
    return blocks;
  }

  void emit() {
    BitVector live(m_slots.size());
    for (auto& set : m_live)
      live |= set;
    const SmallVector<unsigned, 32> used(live.set_bits());
    auto& entry = m_function.getEntryBlock();
    IRBuilder<> top(&entry, entry.begin());
    auto* word = top.getInt64Ty();
    auto* frame = top.CreateAlloca(ArrayType::get(word, sizeof(RevisitFrame) / 8 + used.size()));
    frame->setAlignment(Align(8));
    auto field = [&](IRBuilderBase& at, std::uint64_t offset) {
      return at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), frame, offset);
    };
    auto tell = [&](IRBuilderBase& at, StringRef hook) { m_hooks.call(at, hook, {m_hooks.address(at, frame)}); };
    const auto repeating = repeatingBlocks();
    for (unsigned number = 0; number < m_sites.size(); ++number) {
      IRBuilder<> at(m_sites[number]);
      const std::uint32_t repeats = repeating.contains(at.GetInsertBlock()) ? REVISIT_SITE_REPEATS : 0;
      at.CreateStore(m_hooks.i32(number | repeats), field(at, offsetof(RevisitFrame, site)), true);
    }
    IRBuilder<> begin(&*entry.getFirstNonPHIOrDbgOrAlloca());
    begin.SetCurrentDebugLocation({}); // part of the prologue
    begin.CreateStore(layoutConstant(used), field(begin, offsetof(RevisitFrame, layout)));
    for (unsigned i = 0; i < used.size(); ++i)
      begin.CreateStore(m_slots[used[i]].memory, field(begin, sizeof(RevisitFrame) + 8 * i));
    tell(begin, "state_enter");
    SmallVector<CallInst*, 2> landings;
    for (auto& instruction : instructions(m_function))
      if (auto* call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(Attribute::ReturnsTwice))
        landings.push_back(call);
    for (auto* call : landings) {
      IRBuilder<> at(call->getNextNode());
      tell(at, "state_land");
    }
    for (auto& block : m_function) {
      if (block.isLandingPad()) {
        IRBuilder<> at(&*block.getFirstInsertionPt());
        tell(at, "state_land");
      }
      auto* last = block.getTerminatingMustTailCall();
      auto* back = dyn_cast<ReturnInst>(block.getTerminator());
      if (!back)
        continue;
      IRBuilder<> at(last ? static_cast<Instruction*>(last) : back);
      tell(at, "state_leave");
    }
  }

  Function& m_function;
  const Privacy& m_privacy;
  Hooks& m_hooks;
  const DataLayout& m_layout;
  bool m_isOpaque = false;
  SmallPtrSet<AllocaInst*, 16> m_demoted;
  SmallVector<Slot, 32> m_slots;
  DenseMap<const Instruction*, SmallVector<std::pair<unsigned, SlotAccess>, 2>> m_accesses;
  SmallVector<CallBase*, 32> m_sites;
  DenseMap<const Instruction*, unsigned> m_siteNumbers;
  std::vector<BitVector> m_live; // by site
};

} // namespace

void describeFrame(Function& function, const Privacy& privacy, Hooks& hooks) {
  Description(function, privacy, hooks).run();
}

} // namespace revisit::instrument
