#include "frames.h"

#include "hooks.h"
#include "privacy.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

void tell(IRBuilderBase& at, StringRef name, Hooks& hooks) {
  auto* frame = at.CreateIntrinsic(Intrinsic::frameaddress, {at.getPtrTy()}, {hooks.i32(0)});
  hooks.call(at, name, {hooks.address(at, frame)});
}

} // namespace

void hookFrame(Function& function, const Privacy& privacy, Hooks& hooks) {
  bool hasSlot = any_of(instructions(function), [&](const Instruction& instruction) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    return slot && slot->isStaticAlloca() && !hooks.isBuffer(slot) && !privacy.isPrivateSlot(slot);
  });
  if (!hasSlot || function.getName() == "main")
    return;
  auto& entry = function.getEntryBlock();
  IRBuilder<> top(&*entry.getFirstNonPHIOrDbgOrAlloca());
  if (auto* scope = function.getSubprogram())
    top.SetCurrentDebugLocation(DILocation::get(function.getContext(), scope->getScopeLine(), 0, scope));
  tell(top, "frame_begin", hooks);
  for (auto& block : function)
    if (auto* back = dyn_cast<ReturnInst>(block.getTerminator()); back && !block.getTerminatingMustTailCall()) {
      IRBuilder<> at(back);
      tell(at, "frame_end", hooks);
    }
}

} // namespace revisit::instrument
