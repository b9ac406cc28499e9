#include "synchronisation.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isGuardCheck(const Instruction& instruction, const GlobalVariable& guard) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load && load->isAtomic() && load->getType()->isIntegerTy(8) &&
         load->getPointerOperand()->stripPointerCasts() == &guard;
}

void answerGuardChecks(Function& function, const GlobalVariable& guard) {
  SmallVector<Instruction*, 4> checks;
  for (auto& instruction : instructions(function))
    if (isGuardCheck(instruction, guard))
      checks.push_back(&instruction);
  for (auto* check : checks) {
    check->replaceAllUsesWith(ConstantInt::get(check->getType(), 0));
    check->eraseFromParent();
  }
}

template <class Visit> void forEachCall(Module& module, StringRef name, Visit visit) {
  auto* function = module.getFunction(name);
  if (!function || !function->isDeclaration())
    return;
  for (auto* user : make_early_inc_range(function->users()))
    if (auto* call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function)
      visit(*call);
}

} // namespace

void adaptSynchronisation(Module& module) {
  forEachCall(module, "__cxa_guard_acquire", [](CallBase& call) {
    if (auto* guard = dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts()))
      answerGuardChecks(*call.getFunction(), *guard);
  });
  forEachCall(module, "pthread_barrier_wait", [&](CallBase& call) {
    if (call.use_empty())
      call.setCalledFunction(module.getOrInsertFunction("revisit_barrier_wait_unasked", call.getFunctionType()));
  });
}

} // namespace revisit::instrument
