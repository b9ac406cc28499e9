#include "main_return.h"

#include "instrument/pass/hooks.h"

#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// The slot in which the compiler keeps the result of a function with several returns; it has no name in the source.
AllocaInst* resultSlot(ReturnInst& back) {
  auto* load = dyn_cast_or_null<LoadInst>(back.getReturnValue());
  auto* slot = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  return slot && findDbgDeclares(slot).empty() && findDVRDeclares(slot).empty() ? slot : nullptr;
}

} // namespace

void hookMainReturn(Function& function, Hooks& hooks) {
  if (function.getName() != "main")
    return;
  SmallVector<Instruction*, 8> places;
  for (auto& block : function)
    if (auto* back = dyn_cast<ReturnInst>(block.getTerminator())) {
      auto* slot = resultSlot(*back);
      if (!slot) {
        places.push_back(back);
        continue;
      }
      for (auto* user : slot->users())
        if (auto* store = dyn_cast<StoreInst>(user); store && store->getDebugLoc()) // the initial store has no position
          places.push_back(store);
    }
  for (auto* place : places) {
    IRBuilder<> at(place);
    hooks.call(at, "main_returns", {});
  }
}

} // namespace revisit::instrument
