#include "selects.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// A select of integers becomes one expression of the condition.
bool needsBranch(const SelectInst& select) {
  auto* condition = select.getCondition();
  return condition->getType()->isIntegerTy(1) && !isa<Constant>(condition) && !select.getType()->isIntOrIntVectorTy();
}

void branchOn(SelectInst& select) {
  auto* from = select.getParent();
  Instruction* whenTrue = nullptr;
  Instruction* whenFalse = nullptr;
  SplitBlockAndInsertIfThenElse(select.getCondition(), &select, &whenTrue, &whenFalse);
  from->getTerminator()->setDebugLoc(select.getDebugLoc());
  whenTrue->setDebugLoc(select.getDebugLoc());
  whenFalse->setDebugLoc(select.getDebugLoc());
  auto* joined = PHINode::Create(select.getType(), 2, "", select.getParent()->begin());
  joined->addIncoming(select.getTrueValue(), whenTrue->getParent());
  joined->addIncoming(select.getFalseValue(), whenFalse->getParent());
  joined->setDebugLoc(select.getDebugLoc());
  select.replaceAllUsesWith(joined);
  select.eraseFromParent();
}

} // namespace

void branchOnSelects(Function& function) {
  SmallVector<SelectInst*, 8> chosen;
  for (auto& instruction : instructions(function))
    if (auto* select = dyn_cast<SelectInst>(&instruction); select && needsBranch(*select))
      chosen.push_back(select);
  for (auto* select : chosen)
    branchOn(*select);
}

} // namespace revisit::instrument
