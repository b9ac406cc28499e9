#include "bounds.h"

#include "instrument/pass/hooks.h"
#include "locals.h"
#include "red_zones.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Memory that an instruction reads or writes, with constant or variable size.
struct Access {
  Value* pointer = nullptr;
  Value* bytes = nullptr;
};

// The memory inside which an address must stay.
struct Bound {
  Value* begin = nullptr; // null: unknown
  Value* bytes = nullptr;
  std::string name;
};

class BoundHooks {
public:
  BoundHooks(Function& function, Hooks& hooks)
      : m_function(function), m_layout(function.getDataLayout()), m_hooks(hooks) {}

  void run() {
    SmallVector<Instruction*, 16> chosen;
    for (auto& instruction : instructions(m_function))
      if (instruction.mayReadOrWriteMemory())
        chosen.push_back(&instruction);
    for (auto* instruction : chosen) {
      for (auto& access : accessesOf(*instruction))
        check(*instruction, access);
      if (auto* copy = dyn_cast<AnyMemCpyInst>(instruction))
        checkOverlap(*copy);
    }
  }

private:
  SmallVector<Access, 2> accessesOf(Instruction& instruction) const {
    const auto single = [&](Value* pointer, Type* type) -> SmallVector<Access, 2> {
      if (type->isScalableTy())
        return {};
      return {{pointer, m_hooks.i64(m_layout.getTypeStoreSize(type).getFixedValue())}};
    };
    if (auto* pointer = getLoadStorePointerOperand(&instruction))
      return single(const_cast<Value*>(pointer), getLoadStoreType(&instruction));
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      return single(update->getPointerOperand(), update->getValOperand()->getType());
    if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return single(swap->getPointerOperand(), swap->getNewValOperand()->getType());
    if (auto* transfer = dyn_cast<AnyMemTransferInst>(&instruction))
      return {{transfer->getRawSource(), transfer->getLength()}, {transfer->getRawDest(), transfer->getLength()}};
    if (auto* fill = dyn_cast<AnyMemSetInst>(&instruction))
      return {{fill->getRawDest(), fill->getLength()}};
    return {};
  }

  void check(Instruction& instruction, const Access& access) {
    if (access.pointer->getType()->getPointerAddressSpace() != 0)
      return;
    const bool isSingle = !isa<AnyMemIntrinsic>(instruction);
    if (isSingle)
      tell(instruction, access, memberArrayOf(access.pointer));
    tell(instruction, access, variableOf(instruction, access.pointer));
  }

  void tell(Instruction& instruction, const Access& access, const Bound& bound) {
    if (!bound.begin || isSurelyInside(access, bound))
      return;
    IRBuilder<> at(&instruction);
    m_hooks.call(at, "bounds",
                 {m_hooks.address(at, access.pointer), at.CreateZExtOrTrunc(access.bytes, at.getInt64Ty()),
                  m_hooks.address(at, bound.begin), bound.bytes, m_hooks.address(at, m_hooks.text(bound.name))});
  }

  bool isSurelyInside(const Access& access, const Bound& bound) const {
    auto* bytes = dyn_cast<ConstantInt>(access.bytes);
    auto* size = dyn_cast<ConstantInt>(bound.bytes);
    if (!bytes || !size)
      return false;
    APInt offset(64, 0), start(64, 0);
    auto* base = access.pointer->stripAndAccumulateConstantOffsets(m_layout, offset, true);
    auto* from = bound.begin->stripAndAccumulateConstantOffsets(m_layout, start, true);
    offset -= start;
    return base == from && !offset.isNegative() && offset.getZExtValue() <= size->getZExtValue() &&
           bytes->getZExtValue() <= size->getZExtValue() - offset.getZExtValue();
  }

  static StringRef nameOf(AllocaInst& slot) {
    const DILocalVariable* const variable = declaredIn(slot);
    return variable ? variable->getName() : "a temporary";
  }

  // The variable from which the address is computed, if its size is known here.
  Bound variableOf(Instruction& instruction, Value* pointer) {
    while (auto* element = dyn_cast<GEPOperator>(pointer))
      pointer = element->getPointerOperand();
    if (auto* slot = dyn_cast<AllocaInst>(pointer)) {
      if (m_hooks.isBuffer(slot) || slot->getAllocatedType()->isScalableTy())
        return {};
      if (auto bytes = slot->getAllocationSize(m_layout))
        return {slot, m_hooks.i64(bytes->getFixedValue()), nameOf(*slot).str()};
      IRBuilder<> at(&instruction);
      auto* count = at.CreateZExtOrTrunc(slot->getArraySize(), at.getInt64Ty());
      auto* each = m_hooks.i64(m_layout.getTypeAllocSize(slot->getAllocatedType()));
      return {slot, at.CreateMul(count, each), nameOf(*slot).str()};
    }
    auto* global = dyn_cast<GlobalVariable>(pointer);
    if (!global || !global->hasExactDefinition())
      return {};
    return {global, m_hooks.i64(sizeInSource(*global)), global->getName().str()};
  }

  // The array, a member of a structure, of which the address is an element. The last member does not count, because
  // programs allocate more memory for such structures than their type has.
  Bound memberArrayOf(Value* pointer) const {
    for (auto* element = dyn_cast<GEPOperator>(pointer); element;
         element = dyn_cast<GEPOperator>(element->getPointerOperand())) {
      auto* record = dyn_cast<StructType>(element->getSourceElementType());
      if (!record)
        continue;
      auto* array = dyn_cast<ArrayType>(element->getResultElementType());
      if (element == pointer || !array || element->getNumIndices() != 2 || !element->hasAllConstantIndices() ||
          (record->hasName() && record->getName().starts_with("union.")))
        return {};
      auto member = cast<ConstantInt>(element->getOperand(2))->getZExtValue();
      if (member + 1 == record->getNumElements() || array->getNumElements() == 0)
        return {};
      return {element, m_hooks.i64(m_layout.getTypeAllocSize(array)), "an array in a structure"};
    }
    return {};
  }

  // Source and target in two different variables do not overlap, whatever the size.
  void checkOverlap(AnyMemCpyInst& copy) {
    auto* to = getUnderlyingObject(copy.getRawDest(), 0);
    auto* from = getUnderlyingObject(copy.getRawSource(), 0);
    const auto isVariable = [](Value* value) { return isa<AllocaInst, GlobalVariable>(value); };
    if (to != from && isVariable(to) && isVariable(from))
      return;
    IRBuilder<> at(&copy);
    m_hooks.call(at, "overlap",
                 {m_hooks.address(at, copy.getRawDest()), m_hooks.address(at, copy.getRawSource()),
                  at.CreateZExtOrTrunc(copy.getLength(), at.getInt64Ty())});
  }

  Function& m_function;
  const DataLayout& m_layout;
  Hooks& m_hooks;
};

} // namespace

void hookBounds(Function& function, Hooks& hooks) {
  BoundHooks(function, hooks).run();
}

} // namespace revisit::instrument
