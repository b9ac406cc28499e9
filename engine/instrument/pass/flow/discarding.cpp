#include "discarding.h"

#include "instrument/pass/hooks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace revisit::instrument {

namespace {

// Follows a value through casts, sums and the like, and through slots that hold only such values. `mayReturn`:
// returning the value does not count as a use.
class Uses {
public:
  explicit Uses(bool mayReturn) : m_mayReturn(mayReturn) {}

  bool areNone(Value& value) {
    return all_of(value.uses(), [&](Use& use) { return isNone(use); });
  }

private:
  bool isNone(Use& use) {
    auto* user = use.getUser();
    if (isa<ReturnInst>(user))
      return m_mayReturn;
    if (isa<CastInst>(user) || isHarmless(user))
      return areNone(*user);
    if (auto* store = dyn_cast<StoreInst>(user)) {
      auto* slot = dyn_cast<AllocaInst>(store->getPointerOperand());
      return slot && &store->getOperandUse(0) == &use && isNeverRead(*slot);
    }
    return false;
  }

  bool isNeverRead(AllocaInst& slot) {
    if (!m_slots.insert(&slot).second)
      return true; // analysis in progress
    return all_of(slot.uses(), [&](Use& use) {
      auto* user = use.getUser();
      if (auto* load = dyn_cast<LoadInst>(user))
        return areNone(*load);
      if (isa<StoreInst>(user))
        return use.getOperandNo() == StoreInst::getPointerOperandIndex();
      auto* mark = dyn_cast<IntrinsicInst>(user);
      return mark && mark->isLifetimeStartOrEnd();
    });
  }

  // What `x += n` computes from the old value, too.
  static bool isHarmless(const User* user) {
    auto* computed = dyn_cast<BinaryOperator>(user);
    return computed && !computed->isIntDivRem();
  }

  const bool m_mayReturn;
  SmallPtrSet<AllocaInst*, 4> m_slots;
};

using Functions = SmallPtrSet<const Function*, 8>;

// Whether the function does an atomic exchange or update, directly or in one of the known functions, exactly once on
// each way through it.
class OnEachWay {
public:
  OnEachWay(Function& function, const Functions& known) : m_known(known) {
    m_isOnce = !function.isDeclaration() && updatesFrom(function.getEntryBlock()) == 1 && !m_isWrong;
  }
  bool isOnce() const { return m_isOnce; }

private:
  // From the beginning of the block to a return; none if there is no return. m_isWrong: it depends on the way.
  std::optional<unsigned> updatesFrom(BasicBlock& block) {
    const auto [entry, isNew] = m_from.try_emplace(&block);
    if (!isNew) {
      m_isWrong |= entry->second.isOpen; // a loop
      return entry->second.updates;
    }
    std::optional<unsigned> after;
    if (isa<ReturnInst>(block.getTerminator()))
      after = 0;
    for (BasicBlock* next : successors(&block))
      if (const std::optional<unsigned> there = updatesFrom(*next)) {
        m_isWrong |= after && *after != *there;
        after = there;
      }
    if (after)
      *after += static_cast<unsigned>(count_if(block, [&](Instruction& one) { return isUpdate(one); }));
    m_from[&block] = {after, false};
    return after;
  }

  bool isUpdate(Instruction& instruction) const {
    auto* call = dyn_cast<CallBase>(&instruction);
    return isa<AtomicRMWInst>(instruction) || (call && m_known.contains(call->getCalledFunction()));
  }

  struct Way {
    std::optional<unsigned> updates;
    bool isOpen = true;
  };
  const Functions& m_known;
  DenseMap<BasicBlock*, Way> m_from;
  bool m_isWrong = false, m_isOnce = false;
};

// Whether the function does one atomic exchange or update, calls nothing else, and uses the old value only for what it
// returns.
bool onlyUpdates(Function& function, const Functions& known) {
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const bool isCall = call && !isa<IntrinsicInst>(call);
    if (isCall && !known.contains(call->getCalledFunction()))
      return false;
    if ((isCall || isa<AtomicRMWInst>(instruction)) && !Uses(true).areNone(instruction))
      return false;
  }
  return OnEachWay(function, known).isOnce();
}

// Where the call has returned or thrown.
SmallVector<Instruction*, 2> placesAfter(CallBase& call) {
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke)
    return {call.getNextNode()};
  return {&*invoke->getNormalDest()->getFirstInsertionPt(), &*invoke->getUnwindDest()->getFirstInsertionPt()};
}

Functions updatersAmong(ArrayRef<Function*> functions) {
  Functions known;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto* function : functions)
      if (!function->getReturnType()->isVoidTy() && !function->isInterposable() && !known.contains(function) &&
          onlyUpdates(*function, known))
        changed |= known.insert(function).second;
  }
  return known;
}

} // namespace

bool isDiscarded(Value& value) {
  return Uses(false).areNone(value);
}

void hookDiscardedUpdates(ArrayRef<Function*> functions, Hooks& hooks) {
  const auto updaters = updatersAmong(functions);
  if (updaters.empty())
    return;
  for (auto* function : functions)
    for (auto& instruction : make_early_inc_range(instructions(*function))) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || !updaters.contains(call->getCalledFunction()) || !isDiscarded(*call))
        continue;
      IRBuilder<> at(call);
      hooks.call(at, "discards", {hooks.i32(1)});
      // The hook of the update ends it; without one, the update is of memory that no other thread accesses.
      for (Instruction* after : placesAfter(*call)) {
        at.SetInsertPoint(after);
        hooks.call(at, "discards", {hooks.i32(0)});
      }
    }
}

} // namespace revisit::instrument
