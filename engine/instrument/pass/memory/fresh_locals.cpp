// The memory below the program's own frames on a stack contains remains of whatever ran there last: hooks, the C
// library, the dynamic linker, functions that a debugger called. These differ between an exploration and a replay. So
// no byte of a stack slot may be read before the program itself, or the hook here, has stored to it since its function
// was entered.
#include "fresh_locals.h"

#include "abi/channel.h"
#include "instrument/pass/hooks.h"
#include "privacy.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// The bytes of a type to which a store of that type writes.
std::uint64_t filledBytes(Type* type, const DataLayout& layout) {
  std::uint64_t bytes = 0;
  if (auto* record = dyn_cast<StructType>(type)) {
    for (auto* field : record->elements())
      bytes += filledBytes(field, layout);
    return bytes;
  }
  if (auto* array = dyn_cast<ArrayType>(type))
    return array->getNumElements() * filledBytes(array->getElementType(), layout);
  return layout.getTypeStoreSize(type).getKnownMinValue();
}

bool hasGaps(const AllocaInst& slot) {
  const auto& layout = slot.getDataLayout();
  auto* type = slot.getAllocatedType();
  return filledBytes(type, layout) < layout.getTypeStoreSize(type).getKnownMinValue();
}

bool fills(const Instruction& user, const AllocaInst& slot, std::uint64_t bytes) {
  const auto& layout = slot.getDataLayout();
  if (auto* store = dyn_cast<StoreInst>(&user))
    return store->getPointerOperand() == &slot && store->getValueOperand() != &slot &&
           filledBytes(store->getValueOperand()->getType(), layout) >= bytes;
  if (auto* transfer = dyn_cast<MemIntrinsic>(&user); transfer && transfer->getRawDest() == &slot) {
    auto* length = dyn_cast<ConstantInt>(transfer->getLength());
    auto* copy = dyn_cast<MemTransferInst>(transfer);
    return length && length->getZExtValue() >= bytes && !(copy && copy->getRawSource() == &slot);
  }
  return false;
}

bool onlyStoresTo(const Use& use, const AllocaInst& slot) {
  auto* user = use.getUser();
  if (auto* store = dyn_cast<StoreInst>(user))
    return store->getValueOperand() != &slot;
  auto* copy = dyn_cast<MemTransferInst>(user);
  return isa<MemSetInst>(user) || (copy && copy->getRawSource() != &slot);
}

// Whether a store to the whole slot precedes every use that may read it, on every path.
bool isFilledFirst(AllocaInst& slot, const DominatorTree& tree) {
  auto size = slot.getAllocationSize(slot.getDataLayout());
  if (!size || size->isScalable())
    return false;
  SmallVector<const Instruction*, 4> fillings;
  for (auto* user : slot.users())
    if (auto* instruction = cast<Instruction>(user); fills(*instruction, slot, size->getFixedValue()))
      fillings.push_back(instruction);
  return all_of(slot.uses(), [&](const Use& use) {
    return cast<Instruction>(use.getUser())->isLifetimeStartOrEnd() || onlyStoresTo(use, slot) ||
           any_of(fillings, [&](const Instruction* filling) { return tree.dominates(filling, use); });
  });
}

// Short memory that no other code can access is filled without a hook.
void storePattern(IRBuilderBase& at, AllocaInst& slot, std::uint64_t bytes) {
  for (std::uint64_t offset = 0; offset < bytes;) {
    unsigned piece = 8;
    while (piece > bytes - offset)
      piece /= 2;
    auto* type = at.getIntNTy(8 * piece);
    auto* pattern = ConstantInt::get(type, APInt::getSplat(8 * piece, APInt(8, REVISIT_FRESH_BYTE)));
    at.CreateAlignedStore(pattern, at.CreateConstGEP1_64(at.getInt8Ty(), &slot, offset), Align(1));
    offset += piece;
  }
}

void fill(AllocaInst& slot, Instruction* before, bool isPrivate, Hooks& hooks) {
  constexpr std::uint64_t shortest = 32; // from this many bytes on a hook is called
  IRBuilder<> at(before);
  at.SetCurrentDebugLocation({}); // part of the prologue
  const auto& layout = slot.getDataLayout();
  auto size = slot.getAllocationSize(layout);
  if (isPrivate && slot.isStaticAlloca() && size && size->getFixedValue() < shortest)
    return storePattern(at, slot, size->getFixedValue());
  auto* one = hooks.i64(layout.getTypeAllocSize(slot.getAllocatedType()).getFixedValue());
  auto* bytes = at.CreateMul(at.CreateZExtOrTrunc(slot.getArraySize(), at.getInt64Ty()), one);
  hooks.call(at, "local_fresh", {hooks.address(at, &slot), bytes});
}

} // namespace

SmallVector<AllocaInst*, 8> freshLocals(Function& function) {
  const DominatorTree tree(function);
  SmallVector<AllocaInst*, 8> found;
  for (auto& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction);
        slot && !slot->getAllocatedType()->isScalableTy() && !slot->use_empty() && !isFilledFirst(*slot, tree))
      found.push_back(slot);
  return found;
}

void fillFreshLocals(Function& function, ArrayRef<AllocaInst*> locals, const Privacy& privacy, Hooks& hooks) {
  SmallVector<AllocaInst*, 8> all(locals);
  for (auto& instruction : instructions(function))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction);
        slot && hooks.isBuffer(slot) && hasGaps(*slot) && !is_contained(locals, slot))
      all.push_back(slot);
  auto* entry = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (auto* slot : all) {
    const bool stands = slot->getParent() == entry->getParent() && slot->comesBefore(entry);
    const bool isPrivate = hooks.isBuffer(slot) || privacy.isPrivateSlot(slot);
    fill(*slot, stands ? entry : slot->getNextNode(), isPrivate, hooks);
  }
}

void fixArbitraryValues(Function& function) {
  for (auto& instruction : instructions(function))
    for (auto& operand : instruction.operands())
      if (auto* type = operand->getType();
          isa<UndefValue>(operand) && !type->isTokenTy() && !type->isMetadataTy() && !type->isLabelTy())
        operand.set(Constant::getNullValue(type));
}

} // namespace revisit::instrument
