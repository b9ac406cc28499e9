#include "bounds.h"

#include "hooks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

struct Access {
  Value* pointer = nullptr;
  Type* type = nullptr;
};

Access accessOf(Instruction& instruction) {
  if (auto* pointer = getLoadStorePointerOperand(&instruction))
    return {const_cast<Value*>(pointer), getLoadStoreType(&instruction)};
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return {update->getPointerOperand(), update->getValOperand()->getType()};
  if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {swap->getPointerOperand(), swap->getNewValOperand()->getType()};
  return {};
}

// The variable that the address is computed from, when its size is known here; null otherwise.
Value* variableOf(Value* pointer) {
  while (auto* element = dyn_cast<GEPOperator>(pointer))
    pointer = element->getPointerOperand();
  if (auto* slot = dyn_cast<AllocaInst>(pointer))
    return slot->isStaticAlloca() ? slot : nullptr;
  auto* global = dyn_cast<GlobalVariable>(pointer);
  return global && global->hasExactDefinition() && !global->isThreadLocal() ? global : nullptr;
}

std::uint64_t sizeOf(const Value& variable, const DataLayout& layout) {
  if (auto* slot = dyn_cast<AllocaInst>(&variable))
    return slot->getAllocationSize(layout)->getFixedValue();
  return layout.getTypeAllocSize(cast<GlobalVariable>(variable).getValueType());
}

bool isSurelyInside(const Value* pointer, std::uint64_t bytes, std::uint64_t size, const DataLayout& layout) {
  APInt offset(64, 0);
  auto* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return !isa<GEPOperator>(base) && !offset.isNegative() && offset.getZExtValue() + bytes <= size;
}

} // namespace

void hookBounds(Function& function, Hooks& hooks) {
  const auto& layout = function.getDataLayout();
  SmallVector<Instruction*, 16> chosen;
  for (auto& instruction : instructions(function))
    if (accessOf(instruction).pointer)
      chosen.push_back(&instruction);
  for (auto* instruction : chosen) {
    auto access = accessOf(*instruction);
    auto* variable = variableOf(access.pointer);
    if (!variable || access.type->isScalableTy())
      continue;
    std::uint64_t bytes = layout.getTypeStoreSize(access.type), size = sizeOf(*variable, layout);
    if (isSurelyInside(access.pointer, bytes, size, layout))
      continue;
    IRBuilder<> at(instruction);
    hooks.call(at, "bounds",
               {hooks.address(at, access.pointer), hooks.i64(bytes), hooks.address(at, variable), hooks.i64(size)});
  }
}

} // namespace revisit::instrument
