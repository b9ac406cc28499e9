#include "purity.h"

#include "calls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isOwnSlot(const Value* pointer) {
  auto* slot = dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0));
  return slot && !PointerMayBeCaptured(slot, true, true);
}

bool writesOwnSlot(const Instruction& instruction) {
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return isOwnSlot(store->getPointerOperand());
  auto* bulk = dyn_cast<AnyMemIntrinsic>(&instruction);
  return bulk && isOwnSlot(bulk->getRawDest());
}

bool isHarmlessIntrinsic(const IntrinsicInst& call) {
  if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() || !call.mayWriteToMemory())
    return true;
  switch (call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::prefetch:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::x86_sse2_pause:
    return true;
  default:
    return false;
  }
}

} // namespace

bool Purity::isYield(const Function& function) {
  return StringSwitch<bool>(function.getName())
      .Cases("sched_yield", "pthread_yield", "thrd_yield", true)
      .Cases("usleep", "sleep", "nanosleep", "clock_nanosleep", "thrd_sleep", true)
      .Default(false);
}

bool Purity::isEffectless(const Instruction& instruction) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return isHarmlessIntrinsic(*intrinsic);
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    if (isIdleAssembly(*call))
      return true;
    auto* callee = call->getCalledFunction();
    return callee && (isYield(*callee) || isPure(*callee));
  }
  return isa<LoadInst, FenceInst>(instruction) || !instruction.mayWriteToMemory();
}

bool Purity::isPure(const Function& function) {
  auto [place, isNew] = m_known.try_emplace(&function, false);
  if (!isNew)
    return place->second;
  bool pure = compute(function);
  m_known[&function] = pure;
  return pure;
}

bool Purity::compute(const Function& function) {
  if (function.isDeclaration())
    return false;
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 4> backEdges;
  FindFunctionBackedges(function, backEdges);
  if (!backEdges.empty())
    return false;
  return all_of(function, [&](const BasicBlock& block) {
    // What ends the thread is not part of a round that goes on.
    return isa<UnreachableInst>(block.getTerminator()) || all_of(block, [&](const Instruction& instruction) {
             return writesOwnSlot(instruction) || isEffectless(instruction);
           });
  });
}

} // namespace revisit::instrument
