#include "openmp.h"

#include "abi/openmp_names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

void askWhereUsed(CallInst& call) {
  for (Use& use : make_early_inc_range(call.uses())) {
    auto* user = cast<Instruction>(use.getUser());
    auto* phi = dyn_cast<PHINode>(user);
    auto* again = call.clone();
    again->insertBefore(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
    again->setDebugLoc(user->getDebugLoc());
    use.set(again);
  }
  call.eraseFromParent();
}

// A function of ours that does nothing but call the other one.
Function* callerOf(Function& function) {
  auto& module = *function.getParent();
  auto* caller = Function::Create(function.getFunctionType(), GlobalValue::LinkOnceODRLinkage,
                                  "revisit_calls_" + function.getName(), module);
  caller->setComdat(module.getOrInsertComdat(caller->getName()));
  IRBuilder<> at(BasicBlock::Create(module.getContext(), "", caller));
  SmallVector<Value*, 4> arguments(make_pointer_range(caller->args()));
  auto* result = at.CreateCall(&function, arguments);
  if (result->getType()->isVoidTy())
    at.CreateRetVoid();
  else
    at.CreateRet(result);
  return caller;
}

// A pointer to a missing function would be null, so pointers are made to a function of ours.
void pointToCaller(Function& function) {
  const auto isPointedTo = [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  };
  if (!function.isVarArg() && any_of(function.uses(), isPointedTo))
    function.replaceUsesWithIf(callerOf(function), [&](const Use& use) { return isPointedTo(use); });
}

} // namespace

void prepareOpenMp(Module& module) {
  for (auto& function : make_early_inc_range(module))
    if (function.isDeclaration() && isOfOpenMp(function.getName())) {
      function.setLinkage(GlobalValue::ExternalWeakLinkage);
      pointToCaller(function);
    }
  if (auto* number = module.getFunction("__kmpc_global_thread_num"))
    for (auto* user : make_early_inc_range(number->users()))
      if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == number)
        askWhereUsed(*call);
}

} // namespace revisit::instrument
