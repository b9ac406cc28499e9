#include "purity.h"

#include "instrument/pass/flow/calls.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool all(const Value* pointer, Purity::MayWrite mayWrite) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return all_of(objects, mayWrite);
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
      .Cases("sched_yield", "pthread_yield", "thrd_yield", "pthread_testcancel", true)
      .Cases("usleep", "sleep", "nanosleep", "clock_nanosleep", "thrd_sleep", true)
      .StartsWith("_ZNSt3__111this_thread9sleep_for", true)
      .Default(false);
}

Purity::Effect Purity::effectOf(const Instruction& instruction, MayWrite mayWrite) {
  const auto noneIf = [](bool harmless) { return harmless ? Effect::None : Effect::Other; };
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return noneIf(!store->isVolatile() && all(store->getPointerOperand(), mayWrite));
  if (auto* bulk = dyn_cast<AnyMemIntrinsic>(&instruction))
    return noneIf(all(bulk->getRawDest(), mayWrite));
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return noneIf(isHarmlessIntrinsic(*intrinsic));
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return effectOfCall(*call, mayWrite);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return Effect::Update;
  return noneIf(isa<LoadInst, FenceInst>(instruction) || !instruction.mayWriteToMemory());
}

Purity::Effect Purity::effectOfCall(const CallBase& call, MayWrite mayWrite) {
  if (isIdleAssembly(call))
    return Effect::None;
  auto* callee = call.getCalledFunction();
  if (!callee || isYield(*callee))
    return callee ? Effect::None : Effect::Other;
  auto effects = effectsOf(*callee);
  if (!effects ||
      !all_of(effects->written, [&](unsigned argument) { return all(call.getArgOperand(argument), mayWrite); }))
    return Effect::Other;
  return effects->updates ? Effect::Update : Effect::None;
}

const std::optional<Purity::Effects>& Purity::effectsOf(Function& function) {
  if (m_known.try_emplace(&function).second) {
    auto effects = compute(function);
    m_known[&function] = effects;
  }
  return m_known.find(&function)->second;
}

std::optional<Purity::Effects> Purity::compute(Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 4> backEdges;
  if (function.isDeclaration())
    return std::nullopt;
  FindFunctionBackedges(function, backEdges);
  if (!backEdges.empty())
    return std::nullopt;
  SROAPass(SROAOptions::PreserveCFG).run(function, m_analyses);
  m_analyses.invalidate(function, PreservedAnalyses::none());
  Effects effects;
  auto mayWrite = [&](const Value* object) {
    if (auto* argument = dyn_cast<Argument>(object))
      effects.written.insert(argument->getArgNo());
    return isa<Argument, AllocaInst>(object);
  };
  for (auto& block : function)
    // Code that ends the thread is not part of a round that continues.
    if (!isa<UnreachableInst>(block.getTerminator()))
      for (auto& instruction : block) {
        auto effect = effectOf(instruction, mayWrite);
        if (effect == Effect::Other)
          return std::nullopt;
        effects.updates |= effect == Effect::Update;
      }
  return effects;
}

} // namespace revisit::instrument
