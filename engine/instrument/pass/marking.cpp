#include "marking.h"

#include "instrument/section.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace revisit::instrument {

void markCode(Module& module, ArrayRef<Function*> functions) {
  SmallVector<Constant*, 64> inlines;
  for (auto* function : functions) {
    function->setSection(CodeSection);
    if (function->isWeakForLinker())
      inlines.push_back(function);
  }
  if (inlines.empty())
    return;
  auto* type = ArrayType::get(PointerType::getUnqual(module.getContext()), inlines.size());
  auto* table = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, inlines),
                                   "revisit.inlines");
  table->setSection(InlinesSection);
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

} // namespace revisit::instrument
