#include "marking.h"

#include "instrument/pass/hooks.h"
#include "instrument/section.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

void addTable(Module& module, ArrayRef<Constant*> entries, StringRef section, StringRef name) {
  auto* type = ArrayType::get(PointerType::getUnqual(module.getContext()), entries.size());
  auto* table =
      new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, entries), name);
  table->setSection(section);
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

} // namespace

SmallVector<Function*, 8> takenElsewhere(Module& module) {
  SmallVector<Function*, 8> taken;
  for (auto& function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !Hooks::isHook(&function) && function.hasAddressTaken())
      taken.push_back(&function);
  return taken;
}

void listNames(Module& module, ArrayRef<Function*> functions, Hooks& hooks) {
  SmallVector<Constant*, 16> entries;
  for (auto* function : functions)
    entries.append({function, hooks.text(function->getName())});
  if (!entries.empty())
    addTable(module, entries, NamesSection, "revisit.names");
}

void markCode(Module& module, ArrayRef<Function*> functions) {
  SmallVector<Constant*, 64> inlines;
  for (auto* function : functions) {
    function->setSection(CodeSection);
    if (function->isWeakForLinker())
      inlines.push_back(function);
  }
  if (!inlines.empty())
    addTable(module, inlines, InlinesSection, "revisit.inlines");
}

} // namespace revisit::instrument
