#include "volatile_accesses.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool mayBeAtomic(Type* type, Align alignment, const DataLayout& layout) {
  const auto size = layout.getTypeSizeInBits(type);
  return (type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy()) &&
         isPowerOf2_64(size) && size >= 8 && size <= 64 && alignment.value() >= size / 8;
}

template <class Access> void relax(Access& access, Type* type) {
  if (!access.isVolatile() || access.isAtomic() ||
      !mayBeAtomic(type, access.getAlign(), access.getModule()->getDataLayout()))
    return;
  access.setAtomic(AtomicOrdering::Monotonic);
  access.setVolatile(false); // so that a loop on it counts as a wait for an atomic
}

} // namespace

void relaxVolatileAccesses(Function& function) {
  for (auto& instruction : instructions(function)) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      relax(*load, load->getType());
    else if (auto* store = dyn_cast<StoreInst>(&instruction))
      relax(*store, store->getValueOperand()->getType());
  }
}

} // namespace revisit::instrument
