#include "accesses.h"

#include "abi/handlers.h"
#include "abi/hooks.h"
#include "instrument/pass/flow/calls.h"
#include "instrument/pass/flow/carrying.h"
#include "instrument/pass/flow/copying.h"
#include "instrument/pass/flow/discarding.h"
#include "instrument/pass/hooks.h"
#include "privacy.h"
#include "program/label.h"
#include "vtable_stores.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

using llvm::Value; // label.h also declares a Value

namespace {

std::optional<RmwOp> operationOf(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return RmwOp::Exchange;
  case AtomicRMWInst::Add:
    return RmwOp::Add;
  case AtomicRMWInst::Sub:
    return RmwOp::Sub;
  case AtomicRMWInst::And:
    return RmwOp::And;
  case AtomicRMWInst::Nand:
    return RmwOp::Nand;
  case AtomicRMWInst::Or:
    return RmwOp::Or;
  case AtomicRMWInst::Xor:
    return RmwOp::Xor;
  case AtomicRMWInst::Max:
    return RmwOp::Max;
  case AtomicRMWInst::Min:
    return RmwOp::Min;
  case AtomicRMWInst::UMax:
    return RmwOp::UMax;
  case AtomicRMWInst::UMin:
    return RmwOp::UMin;
  case AtomicRMWInst::FAdd:
    return RmwOp::FAdd;
  case AtomicRMWInst::FSub:
    return RmwOp::FSub;
  case AtomicRMWInst::FMax:
    return RmwOp::FMax;
  case AtomicRMWInst::FMin:
    return RmwOp::FMin;
  case AtomicRMWInst::UIncWrap:
    return RmwOp::UIncWrap;
  case AtomicRMWInst::UDecWrap:
    return RmwOp::UDecWrap;
  default:
    return std::nullopt;
  }
}

// All instructions are chosen before any is replaced, because privacy is decided on the original code.
class AccessRewriter {
public:
  AccessRewriter(const Privacy& privacy, Hooks& hooks) : m_privacy(privacy), m_hooks(hooks) {}

  void run(Function& function) {
    SmallVector<Instruction*, 32> chosen;
    for (auto& instruction : instructions(function)) {
      if (!isShared(instruction))
        continue;
      chosen.push_back(&instruction);
      if (auto* store = dyn_cast<StoreInst>(&instruction); store && setsVtableOfDestructor(*store))
        m_vtableStores.insert(store);
    }
    Copying copying(function, m_privacy, m_hooks);
    copying.insertFlags();
    m_copying = &copying;
    for (auto* instruction : chosen)
      rewrite(*instruction);
    m_copying = nullptr;
  }

private:
  bool isShared(const Instruction& instruction) const {
    if (auto* pointer = getLoadStorePointerOperand(&instruction))
      return !m_privacy.isPrivate(pointer);
    if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction))
      return !m_privacy.isPrivate(rmw->getPointerOperand());
    if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return !m_privacy.isPrivate(swap->getPointerOperand());
    if (auto* transfer = dyn_cast<AnyMemTransferInst>(&instruction))
      return !m_privacy.isPrivate(transfer->getRawDest()) || !m_privacy.isPrivate(transfer->getRawSource());
    if (auto* fill = dyn_cast<AnyMemSetInst>(&instruction))
      return !m_privacy.isPrivate(fill->getRawDest());
    return isa<FenceInst, CallBase>(instruction);
  }

  void rewrite(Instruction& instruction) {
    IRBuilder<> at(&instruction);
    if (auto* call = dyn_cast<CallBase>(&instruction); call && !isa<AnyMemIntrinsic>(call)) {
      rewriteCall(*call, m_privacy, m_hooks);
      return;
    }
    if (!isFlat(instruction)) {
      m_hooks.unsupported(at, "memory of another address space is not followed");
      return;
    }
    Value* result = nullptr;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      result = m_hooks.load(at, load->getType(), load->getPointerOperand(), orderOf(*load));
    } else if (auto* store = dyn_cast<StoreInst>(&instruction); store && m_vtableStores.contains(store)) {
      auto* order = m_hooks.i32(REVISIT_ORDER_CARRIES | REVISIT_ORDER_UNLESS_SAME);
      m_hooks.exchange(at, store->getValueOperand(), store->getPointerOperand(), order, unsigned(RmwOp::Exchange));
    } else if (store) {
      m_hooks.store(at, store->getValueOperand(), store->getPointerOperand(), orderOf(at, *store));
    } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
      auto operation = operationOf(rmw->getOperation());
      if (!operation) {
        m_hooks.unsupported(at, "this atomic operation is not followed");
        return;
      }
      result =
          m_hooks.exchange(at, rmw->getValOperand(), rmw->getPointerOperand(), orderOf(*rmw), unsigned(*operation));
    } else if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      auto swapped = m_hooks.compareExchange(at, swap->getCompareOperand(), swap->getNewValOperand(),
                                             swap->getPointerOperand(), m_hooks.order(swap->getSuccessOrdering()),
                                             m_hooks.order(swap->getFailureOrdering()), swap->isWeak());
      result = at.CreateInsertValue(PoisonValue::get(swap->getType()), swapped.old, 0);
      result = at.CreateInsertValue(result, swapped.stored, 1);
    } else if (auto* fence = dyn_cast<FenceInst>(&instruction)) {
      m_hooks.fence(at, m_hooks.order(fence->getOrdering()), fence->getSyncScopeID() == SyncScope::SingleThread);
    } else if (auto* transfer = dyn_cast<AnyMemTransferInst>(&instruction)) {
      m_hooks.copy(at, transfer->getRawDest(), transfer->getRawSource(), transfer->getLength());
    } else if (auto* fill = dyn_cast<AnyMemSetInst>(&instruction)) {
      m_hooks.fill(at, fill->getRawDest(), fill->getValue(), fill->getLength());
    }
    if (result)
      instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
  }

  // The order of a load or store, with what handlers of signals need to know of it.
  template <class Access> ConstantInt* plainOrder(const Access& access, Type* type) const {
    auto* order = m_hooks.order(access.getOrdering());
    const bool isWord = access.getModule()->getDataLayout().getTypeStoreSize(type) <= 8;
    return access.isVolatile() && !access.isAtomic() && isWord
               ? m_hooks.i32(order->getZExtValue() | REVISIT_ORDER_VOLATILE)
               : order;
  }

  ConstantInt* orderOf(LoadInst& load) const {
    auto* order = plainOrder(load, load.getType());
    if (m_copying->isCopied(load))
      return m_hooks.i32(order->getZExtValue() | REVISIT_ORDER_COPIES);
    const bool carries = !load.isAtomic() && (onlyCarries(load) || isDiscarded(load));
    return carries ? m_hooks.i32(order->getZExtValue() | REVISIT_ORDER_CARRIES) : order;
  }

  Value* orderOf(IRBuilderBase& at, const StoreInst& store) const {
    Value* order = plainOrder(store, store.getValueOperand()->getType());
    auto* flag = m_copying->flagOf(store);
    return flag ? at.CreateOr(flag, order) : order;
  }

  // An exchange whose old value is not used may read uninitialised memory. Other such updates may commute.
  ConstantInt* orderOf(AtomicRMWInst& update) const {
    auto* order = m_hooks.order(update.getOrdering());
    if (!isDiscarded(update))
      return order;
    const bool exchanges = update.getOperation() == AtomicRMWInst::Xchg;
    return m_hooks.i32(order->getZExtValue() | (exchanges ? REVISIT_ORDER_CARRIES : REVISIT_ORDER_BLIND));
  }

  static bool isFlat(const Instruction& instruction) {
    return all_of(instruction.operands(), [](const Use& operand) {
      auto* type = dyn_cast<PointerType>(operand->getType());
      return !type || type->getAddressSpace() == 0;
    });
  }

  const Privacy& m_privacy;
  Hooks& m_hooks;
  SmallPtrSet<const StoreInst*, 4> m_vtableStores;
  const Copying* m_copying = nullptr;
};

} // namespace

void hookAccesses(Function& function, const Privacy& privacy, Hooks& hooks) {
  AccessRewriter(privacy, hooks).run(function);
}

} // namespace revisit::instrument
