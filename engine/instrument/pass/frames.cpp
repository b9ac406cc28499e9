#include "frames.h"

#include "hooks.h"
#include "privacy.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

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

StringRef nameOf(AllocaInst& slot) {
  for (auto* record : findDVRDeclares(&slot))
    return record->getVariable()->getName();
  for (auto* declare : findDbgDeclares(&slot))
    return declare->getVariable()->getName();
  return {};
}

void tellNames(IRBuilderBase& at, ArrayRef<AllocaInst*> slots, Hooks& hooks) {
  const auto& layout = at.GetInsertBlock()->getDataLayout();
  for (auto* slot : slots)
    if (auto name = nameOf(*slot); !name.empty())
      hooks.call(at, "local_name",
                 {hooks.address(at, slot), hooks.i64(slot->getAllocationSize(layout)->getFixedValue()),
                  hooks.address(at, hooks.text(name))});
}

void tell(IRBuilderBase& at, StringRef name, ArrayRef<AllocaInst*> slots, Hooks& hooks) {
  const auto& layout = at.GetInsertBlock()->getDataLayout();
  for (auto* slot : slots)
    hooks.call(at, name, {hooks.address(at, slot), hooks.i64(slot->getAllocationSize(layout)->getFixedValue())});
}

} // namespace

void hookFrame(Function& function, const Privacy& privacy, Hooks& hooks) {
  auto slots = visibleSlots(function, privacy, hooks);
  if (slots.empty())
    return;
  auto& entry = function.getEntryBlock();
  IRBuilder<> top(&*entry.getFirstNonPHIOrDbgOrAlloca());
  top.SetCurrentDebugLocation({}); // part of the prologue: a debugger stops at a function behind it
  tellNames(top, slots, hooks);
  const bool isMain = function.getName() == "main";
  if (!isMain)
    tell(top, "local_begin", slots, hooks);
  for (auto& block : function)
    if (auto* back = dyn_cast<ReturnInst>(block.getTerminator()); back && !block.getTerminatingMustTailCall()) {
      IRBuilder<> at(back);
      tell(at, isMain ? "local_end_main" : "local_end", slots, hooks);
    }
}

} // namespace revisit::instrument
