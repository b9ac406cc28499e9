#include "verification_tasks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isAtomic(const Function& function) {
  const StringRef name = function.getName();
  return !function.isDeclaration() && name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
         name != "__VERIFIER_atomic_end";
}

void call(Instruction& before, StringRef name) {
  auto& module = *before.getModule();
  auto callee = module.getOrInsertFunction(name, Type::getVoidTy(module.getContext()));
  IRBuilder<> at(&before);
  if (auto* program = before.getFunction()->getSubprogram(); program && !before.getDebugLoc())
    at.SetCurrentDebugLocation(DILocation::get(module.getContext(), program->getLine(), 0, program));
  at.CreateCall(callee);
}

Instruction& firstStep(Function& function) {
  return *function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

void makeAtomic(Function& function) {
  call(firstStep(function), "__VERIFIER_atomic_begin");
  for (auto& block : function)
    if (isa<ReturnInst, ResumeInst>(block.getTerminator()))
      call(*block.getTerminator(), "__VERIFIER_atomic_end");
}

bool usesNames(const Module& module) {
  return any_of(module, [](const Function& function) {
    const StringRef name = function.getName();
    return name == "reach_error" || (name.starts_with("__VERIFIER_") && !function.use_empty());
  });
}

} // namespace

void followVerificationNames(Module& module) {
  if (!usesNames(module))
    return;
  SmallVector<Function*, 16> atomic;
  for (auto& function : module)
    if (isAtomic(function))
      atomic.push_back(&function);
  for (auto* function : atomic)
    makeAtomic(*function);
  if (auto* reached = module.getFunction("reach_error"); reached && !reached->isDeclaration())
    call(firstStep(*reached), "__VERIFIER_error");
  if (auto* ended = module.getFunction("abort"); ended && ended->isDeclaration())
    ended->setName("revisit_task_abort");
}

} // namespace revisit::instrument
