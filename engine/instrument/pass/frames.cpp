#include "frames.h"

#include "hooks.h"
#include "privacy.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

SmallVector<AllocaInst*, 8> visibleSlots(Function& function, const Privacy& privacy, const Hooks& hooks) {
  SmallVector<AllocaInst*, 8> slots;
  for (auto& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction);
        slot && slot->isStaticAlloca() && !hooks.isBuffer(slot) && !privacy.isPrivateSlot(slot))
      slots.push_back(slot);
  return slots;
}

void tell(IRBuilderBase& at, StringRef name, ArrayRef<AllocaInst*> slots, Hooks& hooks) {
  const auto& layout = at.GetInsertBlock()->getDataLayout();
  for (auto* slot : slots)
    hooks.call(at, name, {hooks.address(at, slot), hooks.i64(slot->getAllocationSize(layout)->getFixedValue())});
}

} // namespace

void hookFrame(Function& function, const Privacy& privacy, Hooks& hooks) {
  auto slots = visibleSlots(function, privacy, hooks);
  if (slots.empty() || function.getName() == "main")
    return;
  auto& entry = function.getEntryBlock();
  IRBuilder<> top(&*entry.getFirstNonPHIOrDbgOrAlloca());
  if (auto* scope = function.getSubprogram())
    top.SetCurrentDebugLocation(DILocation::get(function.getContext(), scope->getScopeLine(), 0, scope));
  tell(top, "local_begin", slots, hooks);
  for (auto& block : function)
    if (auto* back = dyn_cast<ReturnInst>(block.getTerminator()); back && !block.getTerminatingMustTailCall()) {
      IRBuilder<> at(back);
      tell(at, "local_end", slots, hooks);
    }
}

} // namespace revisit::instrument
