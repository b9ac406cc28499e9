// Constants, addresses, and memory without hooks: private stack slots and constant globals.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <algorithm>

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace revisit {

namespace {

unsigned scalarWidth(llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth();
  return type->isPointerTy() || type->isFloatingPointTy() ? static_cast<unsigned>(layout.getTypeSizeInBits(type)) : 0;
}

void addLeaves(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout, std::vector<PathLeaf>& leaves) {
  if (auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(fields);
    for (unsigned i = 0; i < fields->getNumElements(); ++i)
      addLeaves(fields->getElementType(i), offset + places->getElementOffset(i), layout, leaves);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      addLeaves(array->getElementType(), offset + i * size, layout, leaves);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t bits = layout.getTypeSizeInBits(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      addLeaves(vector->getElementType(), offset + i * bits / 8, layout, leaves);
  } else if (const unsigned width = scalarWidth(type, layout)) {
    leaves.push_back({width, offset, type});
  }
}

// Vectors whose elements do not fill whole bytes are not followed in memory.
bool isPacked(llvm::Type* type, const llvm::DataLayout& layout) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && layout.getTypeSizeInBits(vector->getElementType()) % 8 != 0;
}

} // namespace

std::vector<PathLeaf> leavesOf(llvm::Type* type, const llvm::DataLayout& layout) {
  std::vector<PathLeaf> leaves;
  addLeaves(type, 0, layout, leaves);
  return leaves;
}

LocalObject& PathMachine::newObject(std::uint64_t bytes, const llvm::AllocaInst* variable) {
  return *top().objects.emplace_back(std::make_unique<LocalObject>(bytes), variable).content;
}

Datum PathMachine::constant(const llvm::Constant& value) {
  if (const auto known = m_constants.find(&value); known != m_constants.end())
    return known->second;
  return m_constants.emplace(&value, computeConstant(value)).first->second;
}

Datum PathMachine::computeConstant(const llvm::Constant& value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return {m_arithmetic.number(number->getBitWidth(),
                                std::span(number->getValue().getRawData(), number->getValue().getNumWords()))};
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return {m_arithmetic.number(bits.getBitWidth(), std::span(bits.getRawData(), bits.getNumWords()))};
  }
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value)) {
    Scalar pointer = m_arithmetic.number(64, 0);
    pointer.global = global;
    return {pointer};
  }
  if (llvm::isa<llvm::ConstantPointerNull, llvm::ConstantAggregateZero>(value)) {
    Datum zeros = unknown(value.getType());
    for (Scalar& leaf : zeros)
      leaf = m_arithmetic.number(leaf.width, 0);
    return zeros;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
    if (llvm::isa<llvm::GEPOperator>(expression))
      return {elementAddress(*expression)};
    if (expression->isCast()) {
      const Scalar from = scalarOf(expression->getOperand(0));
      const unsigned width = scalarWidth(value.getType(), m_program.layout());
      return {width == 0 ? Scalar::unknown(64) : m_arithmetic.resized(from, width)};
    }
    if (expression->getOpcode() == llvm::Instruction::Add || expression->getOpcode() == llvm::Instruction::Sub) {
      const ExprOp op = expression->getOpcode() == llvm::Instruction::Add ? ExprOp::Add : ExprOp::Sub;
      return {m_arithmetic.binary(op, scalarOf(expression->getOperand(0)), scalarOf(expression->getOperand(1)))};
    }
    return unknown(value.getType());
  }
  if (llvm::isa<llvm::ConstantAggregate, llvm::ConstantDataSequential>(value)) {
    Datum leaves;
    for (unsigned i = 0; const llvm::Constant* part = value.getAggregateElement(i); ++i) {
      const Datum more = constant(*part);
      leaves.insert(leaves.end(), more.begin(), more.end());
    }
    return leaves;
  }
  return unknown(value.getType());
}

Scalar PathMachine::elementAddress(const llvm::User& getElementPointer) {
  const auto& layout = m_program.layout();
  Scalar pointer = scalarOf(getElementPointer.getOperand(0));
  for (auto it = llvm::gep_type_begin(&getElementPointer), end = llvm::gep_type_end(&getElementPointer); it != end;
       ++it) {
    const llvm::Value* index = it.getOperand();
    Scalar offset;
    if (llvm::StructType* fields = it.getStructTypeOrNull()) {
      const std::uint64_t field = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
      offset = m_arithmetic.number(64, layout.getStructLayout(fields)->getElementOffset(static_cast<unsigned>(field)));
    } else {
      const Scalar count = m_arithmetic.resized(scalarOf(index), 64, true);
      const std::uint64_t size = it.getSequentialElementStride(layout);
      offset = m_arithmetic.binary(ExprOp::Mul, count, m_arithmetic.number(64, size));
    }
    pointer = m_arithmetic.binary(ExprOp::Add, pointer, offset);
  }
  return pointer;
}

// Of a load from memory without hooks, if it is not known to which object the pointer points.
LossId PathMachine::lossOfUnknownMemory(const Scalar& pointer) {
  const auto holdsInputs = [&](const PathFrame& frame) {
    return std::ranges::any_of(frame.objects,
                               [&](const PathObject& object) { return object.content->dependsOnInputs(m_arithmetic); });
  };
  if (const LossId loss = m_arithmetic.lossOf(pointer); loss.valid())
    return loss;
  return std::ranges::any_of(m_thread->frames, holdsInputs) ? lossHere() : LossId();
}

// An offset that depends on the inputs is a decision, like every such address.
Datum PathMachine::loadLocal(const Scalar& pointer, llvm::Type* type) {
  const auto& layout = m_program.layout();
  enumerate(pointer);
  if (pointer.known && pointer.global)
    return loadConstant(pointer, type);
  if (!pointer.known || !pointer.object)
    return unknown(type, lossOfUnknownMemory(pointer));
  if (isPacked(type, layout)) // the bits of their bytes are not told apart
    return unknown(type, pointer.object->dependsOnInputs(m_arithmetic) ? lossHere() : LossId());
  Datum value = unknown(type);
  const auto leaves = leavesOf(type, layout);
  for (std::size_t i = 0; i < leaves.size(); ++i)
    value[i] = pointer.object->load(m_arithmetic, pointer.bits + leaves[i].offset, leaves[i].width);
  return value;
}

Datum PathMachine::loadConstant(const Scalar& pointer, llvm::Type* type) {
  const auto& layout = m_program.layout();
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer.global);
  if (!global || !global->isConstant() || !global->hasInitializer())
    return unknown(type);
  llvm::Constant* folded = llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(global->getInitializer()), type,
                                                           llvm::APInt(64, pointer.bits), layout);
  return folded ? constant(*folded) : unknown(type);
}

void PathMachine::storeLocal(const Scalar& pointer, llvm::Type* type, const Datum& value) {
  const auto& layout = m_program.layout();
  enumerate(pointer);
  const auto lossOfValue = [&] {
    LossId loss;
    for (const Scalar& leaf : value)
      loss = loss.valid() ? loss : m_arithmetic.lossFrom(leaf, leaf);
    return loss;
  };
  if (!pointer.known || !pointer.object)
    return reportUse(lossOfValue(), "memory at an address that is not known");
  if (isPacked(type, layout)) {
    const std::uint64_t bytes = layout.getTypeStoreSize(type);
    pointer.object->forget(pointer.bits, bytes);
    if (const LossId loss = lossOfValue(); loss.valid())
      pointer.object->store(m_arithmetic, pointer.bits, Scalar::unknown(static_cast<unsigned>(8 * bytes), loss));
    return;
  }
  const auto leaves = leavesOf(type, layout);
  for (std::size_t i = 0; i < std::min(leaves.size(), value.size()); ++i)
    pointer.object->store(m_arithmetic, pointer.bits + leaves[i].offset, value[i]);
}

void PathMachine::copyLocal(const Scalar& to, const Scalar& from, std::uint64_t bytes) {
  enumerate(to);
  enumerate(from);
  if (bytes == 0)
    return;
  if (!to.known || !to.object) {
    if (from.object && from.object->dependsOnInputs(m_arithmetic))
      reportUse(lossHere(), "memory at an address that is not known");
    return;
  }
  if (from.known && from.object)
    return to.object->copyFrom(*from.object, from.bits, to.bits, bytes);
  to.object->forget(to.bits, bytes);
  if (!from.known || !from.global) {
    if (const LossId loss = lossOfUnknownMemory(from); loss.valid())
      to.object->store(m_arithmetic, to.bits, Scalar::unknown(static_cast<unsigned>(8 * bytes), loss));
    return;
  }
  for (std::uint64_t at = 0; at < bytes;) { // whole words first, so that pointers inside a constant are kept
    const unsigned size = (from.bits + at) % 8 == 0 && bytes - at >= 8 ? 8 : 1;
    Scalar piece = from;
    piece.bits += at;
    auto* type = llvm::IntegerType::get(top().function->function->getContext(), 8 * size);
    const Datum value = loadConstant(piece, type);
    if (value.size() == 1)
      to.object->store(m_arithmetic, to.bits + at, value.front());
    at += size;
  }
}

void PathMachine::copyBehind(const Scalar& pointer, std::uint64_t bytes, LocalObject& to) {
  if (pointer.object)
    return to.copyFrom(*pointer.object, pointer.bits, 0, bytes);
  const LossId loss = m_arithmetic.lossOf(pointer);
  if (!m_memory || !pointer.isPlain() || loss.valid()) {
    if (const LossId lost = loss.valid() ? loss : lossOfUnknownMemory(pointer); lost.valid())
      to.store(m_arithmetic, 0, Scalar::unknown(static_cast<unsigned>(8 * bytes), lost));
    return;
  }
  for (std::uint64_t at = 0; at < bytes; at += 8) {
    const auto size = static_cast<unsigned>(std::min<std::uint64_t>(8, bytes - at));
    const PathMemory::Content content = m_memory->contentOf(pointer.bits + at, size);
    to.store(m_arithmetic, at,
             content.value.isExpr() ? m_arithmetic.of(content.value.expr)
                                    : m_arithmetic.number(8 * size, content.value.bits));
    loseBytes(m_arithmetic, to, at, content.lost);
  }
}

// Atomic operations on memory that no other thread can access.
Datum PathMachine::localAtomic(const llvm::Instruction& instruction) {
  const Scalar pointer = scalarOf(instruction.getOperand(0));
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    llvm::Type* type = swap->getCompareOperand()->getType();
    const Datum old = loadLocal(pointer, type);
    const Scalar same = m_arithmetic.binary(ExprOp::Eq, old.front(), scalarOf(swap->getCompareOperand()));
    storeLocal(pointer, type, {m_arithmetic.choose(same, scalarOf(swap->getNewValOperand()), old.front())});
    return {old.front(), same};
  }
  const auto& exchange = llvm::cast<llvm::AtomicRMWInst>(instruction);
  const Datum old = loadLocal(pointer, exchange.getType());
  const Scalar given = scalarOf(exchange.getValOperand());
  const auto pick = [&](ExprOp order, const Scalar& a, const Scalar& b) {
    return m_arithmetic.choose(m_arithmetic.binary(order, a, b), old.front(), given);
  };
  Scalar result = Scalar::unknown(given.width);
  switch (exchange.getOperation()) {
  case llvm::AtomicRMWInst::Xchg:
    result = given;
    break;
  case llvm::AtomicRMWInst::Add:
    result = m_arithmetic.binary(ExprOp::Add, old.front(), given);
    break;
  case llvm::AtomicRMWInst::Sub:
    result = m_arithmetic.binary(ExprOp::Sub, old.front(), given);
    break;
  case llvm::AtomicRMWInst::And:
    result = m_arithmetic.binary(ExprOp::And, old.front(), given);
    break;
  case llvm::AtomicRMWInst::Nand:
    result = m_arithmetic.complement(m_arithmetic.binary(ExprOp::And, old.front(), given));
    break;
  case llvm::AtomicRMWInst::Or:
    result = m_arithmetic.binary(ExprOp::Or, old.front(), given);
    break;
  case llvm::AtomicRMWInst::Xor:
    result = m_arithmetic.binary(ExprOp::Xor, old.front(), given);
    break;
  case llvm::AtomicRMWInst::Max:
    result = pick(ExprOp::Slt, given, old.front());
    break;
  case llvm::AtomicRMWInst::Min:
    result = pick(ExprOp::Slt, old.front(), given);
    break;
  case llvm::AtomicRMWInst::UMax:
    result = pick(ExprOp::Ult, given, old.front());
    break;
  case llvm::AtomicRMWInst::UMin:
    result = pick(ExprOp::Ult, old.front(), given);
    break;
  default:
    result.loss = m_arithmetic.lossFrom(given, old.front());
    break;
  }
  storeLocal(pointer, exchange.getType(), {result});
  return old;
}

} // namespace revisit
