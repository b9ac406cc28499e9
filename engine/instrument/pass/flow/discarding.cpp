#include "discarding.h"

#include "instrument/pass/hooks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Follows a value through casts and through slots that hold only this value. `mayReturn`: returning the value does not
// count as a use.
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
    if (isa<CastInst>(user))
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

  const bool m_mayReturn;
  SmallPtrSet<AllocaInst*, 4> m_slots;
};

bool isExchange(const Instruction& instruction) {
  auto* update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && update->getOperation() == AtomicRMWInst::Xchg;
}

using Functions = SmallPtrSet<const Function*, 8>;

// Whether the function does at most one exchange, directly or in one of the known functions, and only returns the old
// value.
bool onlyExchanges(Function& function, const Functions& known) {
  bool exchanges = false;
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const bool isCall = call && !isa<IntrinsicInst>(call);
    if (isCall && !known.contains(call->getCalledFunction()))
      return false;
    if (!isCall && !isExchange(instruction))
      continue;
    exchanges = true;
    if (!Uses(true).areNone(instruction))
      return false;
  }
  return exchanges;
}

Functions exchangersAmong(ArrayRef<Function*> functions) {
  Functions known;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto* function : functions)
      if (!function->getReturnType()->isVoidTy() && !known.contains(function) && onlyExchanges(*function, known))
        changed |= known.insert(function).second;
  }
  return known;
}

} // namespace

bool isDiscarded(Value& value) {
  return Uses(false).areNone(value);
}

void hookDiscardedExchanges(ArrayRef<Function*> functions, Hooks& hooks) {
  const auto exchangers = exchangersAmong(functions);
  if (exchangers.empty())
    return;
  for (auto* function : functions)
    for (auto& instruction : instructions(*function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || !exchangers.contains(call->getCalledFunction()) || !isDiscarded(*call))
        continue;
      IRBuilder<> at(call);
      hooks.call(at, "discards", {});
    }
}

} // namespace revisit::instrument
