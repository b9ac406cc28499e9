// The semantics of single instructions.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <llvm/IR/Module.h>

namespace revisit {

namespace {

ExprOp comparisonOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::ICMP_UGT:
    return ExprOp::Ult;
  case llvm::CmpInst::ICMP_ULE:
  case llvm::CmpInst::ICMP_UGE:
    return ExprOp::Ule;
  case llvm::CmpInst::ICMP_SLT:
  case llvm::CmpInst::ICMP_SGT:
    return ExprOp::Slt;
  case llvm::CmpInst::ICMP_SLE:
  case llvm::CmpInst::ICMP_SGE:
    return ExprOp::Sle;
  default:
    return ExprOp::Eq;
  }
}

bool isSwapped(llvm::CmpInst::Predicate predicate) {
  return predicate == llvm::CmpInst::ICMP_UGT || predicate == llvm::CmpInst::ICMP_UGE ||
         predicate == llvm::CmpInst::ICMP_SGT || predicate == llvm::CmpInst::ICMP_SGE;
}

} // namespace

void PathMachine::set(const llvm::Value& instruction, Datum value) {
  PathFrame& frame = top();
  frame.registers[frame.function->registers.at(&instruction)] = std::move(value);
}

Datum PathMachine::valueOf(const llvm::Value* value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value); number && number->getBitWidth() <= 64)
    return {m_arithmetic.number(number->getBitWidth(), number->getZExtValue())};
  if (const auto* fixed = llvm::dyn_cast<llvm::Constant>(value))
    return constant(*fixed);
  if (llvm::isa<llvm::Argument, llvm::Instruction>(value)) {
    PathFrame& frame = top();
    const Datum& known = frame.registers[frame.function->registers.at(value)];
    if (known.empty())
      return unknown(value->getType());
    return frame.losesInputs ? withoutInputs(known) : known;
  }
  return unknown(value->getType());
}

Datum PathMachine::withoutInputs(Datum value) {
  for (Scalar& leaf : value) {
    leaf = m_arithmetic.concrete(leaf);
    leaf.loss = {};
    leaf.parts.reset();
  }
  return value;
}

Scalar PathMachine::scalarOf(const llvm::Value* value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value); number && number->getBitWidth() <= 64)
    return m_arithmetic.number(number->getBitWidth(), number->getZExtValue());
  if (llvm::isa<llvm::Argument, llvm::Instruction>(value) && !top().losesInputs) {
    const PathFrame& frame = top();
    if (const Datum& known = frame.registers[frame.function->registers.at(value)]; known.size() == 1)
      return known.front();
  }
  Datum datum = valueOf(value);
  return datum.size() == 1 ? datum.front() : Scalar::unknown(64);
}

Datum PathMachine::unknown(llvm::Type* type, LossId loss) {
  Datum leaves;
  for (const PathLeaf& leaf : leavesOf(type, m_program.layout()))
    leaves.push_back(Scalar::unknown(leaf.width, loss));
  return leaves;
}

// The loss of the result of an instruction or call that is not followed.
LossId PathMachine::lossOfOperands(const llvm::User& instruction) {
  for (const llvm::Use& use : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::Function>(use.get()))
      for (const Scalar& leaf : valueOf(use.get()))
        if (const LossId loss = m_arithmetic.lossFrom(leaf, leaf); loss.valid())
          return loss;
  return {};
}

// Enters a block: all its phis take their values at the same time.
void PathMachine::jump(llvm::BasicBlock& target) {
  PathFrame& frame = top();
  const llvm::BasicBlock* from = frame.next->getParent();
  std::vector<std::pair<const llvm::PHINode*, Datum>> values;
  for (const llvm::PHINode& phi : target.phis())
    if (const int index = phi.getBasicBlockIndex(from); index >= 0)
      values.emplace_back(&phi, valueOf(phi.getIncomingValue(index)));
  for (auto& [phi, value] : values)
    set(*phi, std::move(value));
  frame.next = target.getFirstNonPHIIt();
}

void PathMachine::execute(llvm::Instruction& instruction) {
  Datum value = compute(instruction);
  if (!instruction.getType()->isVoidTy())
    set(instruction, std::move(value));
  ++top().next;
}

Datum PathMachine::compute(const llvm::Instruction& instruction) {
  if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    const Scalar count = scalarOf(slot->getArraySize());
    enumerate(count);
    const auto& layout = m_program.layout();
    Scalar pointer = m_arithmetic.number(64, 0);
    pointer.object =
        &newObject(layout.getTypeAllocSize(slot->getAllocatedType()) * (count.known ? count.bits : 1), slot);
    return {pointer};
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return loadLocal(scalarOf(load->getPointerOperand()), load->getType());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    storeLocal(scalarOf(store->getPointerOperand()), store->getValueOperand()->getType(),
               valueOf(store->getValueOperand()));
    return {};
  }
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return this->operation(*operation);
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return comparison(*compare);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return cast(*conversion);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return intrinsic(*call);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) // others are no instruction of this code
    return assembly(*call);
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return choice(*select);
  if (const auto* mix = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return shuffle(*mix);
  switch (instruction.getOpcode()) {
  case llvm::Instruction::GetElementPtr:
    if (instruction.getType()->isPointerTy())
      return {elementAddress(instruction)};
    break;
  case llvm::Instruction::Freeze:
    return valueOf(instruction.getOperand(0));
  case llvm::Instruction::FNeg: {
    Datum value = valueOf(instruction.getOperand(0));
    for (Scalar& leaf : value)
      if (leaf.known && leaf.width <= 64)
        leaf = m_arithmetic.binary(ExprOp::Xor, leaf, m_arithmetic.number(leaf.width, 1ull << (leaf.width - 1)));
    return value;
  }
  case llvm::Instruction::ExtractValue:
  case llvm::Instruction::InsertValue:
  case llvm::Instruction::ExtractElement:
  case llvm::Instruction::InsertElement:
    return element(instruction);
  case llvm::Instruction::AtomicRMW:
  case llvm::Instruction::AtomicCmpXchg:
    return localAtomic(instruction);
  default:
    break;
  }
  return unknown(instruction.getType(), lossOfOperands(instruction));
}

// A floating-point number, or what is computed from one: followed only as the number of this run.
Scalar PathMachine::numberOf(unsigned width, std::optional<std::uint64_t> bits, LossId loss) {
  if (loss.valid())
    m_thread->lossOfFlags = loss;
  return bits ? m_arithmetic.withLoss(m_arithmetic.number(width, *bits), loss) : Scalar::unknown(width, loss);
}

Datum PathMachine::operation(const llvm::BinaryOperator& instruction) {
  if (instruction.getType()->isIntegerTy())
    return {integer(instruction, instruction.getOpcode(), scalarOf(instruction.getOperand(0)),
                    scalarOf(instruction.getOperand(1)))};
  const Datum a = valueOf(instruction.getOperand(0));
  const Datum b = valueOf(instruction.getOperand(1));
  const bool isFloat = instruction.getType()->isFPOrFPVectorTy();
  Datum result;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!isFloat) {
      result.push_back(integer(instruction, instruction.getOpcode(), a[i], b[i]));
      continue;
    }
    // Floating-point numbers are followed only as concrete values of this run.
    std::optional<std::uint64_t> bits;
    if (a[i].isPlain() && b[i].isPlain())
      bits = floatOperation(instruction.getOpcode(), a[i].width, a[i].bits, b[i].bits);
    result.push_back(numberOf(a[i].width, bits, m_arithmetic.lossFrom(a[i], b[i])));
  }
  return result;
}

Scalar PathMachine::integer(const llvm::Instruction& instruction, unsigned opcode, const Scalar& a, const Scalar& b) {
  const auto masked = [&] { // the processor's treatment of a shift count that is too large
    const bool wraps = a.width == 32 || a.width == 64;
    return wraps ? m_arithmetic.binary(ExprOp::And, b, m_arithmetic.number(b.width, a.width - 1)) : b;
  };
  switch (opcode) {
  case llvm::Instruction::Add:
    return m_arithmetic.binary(ExprOp::Add, a, b);
  case llvm::Instruction::Sub:
    return m_arithmetic.binary(ExprOp::Sub, a, b);
  case llvm::Instruction::Mul:
    return m_arithmetic.binary(ExprOp::Mul, a, b);
  case llvm::Instruction::UDiv:
    return divide(instruction, ExprOp::UDiv, a, b);
  case llvm::Instruction::SDiv:
    return divide(instruction, ExprOp::SDiv, a, b);
  case llvm::Instruction::URem:
    return divide(instruction, ExprOp::URem, a, b);
  case llvm::Instruction::SRem:
    return divide(instruction, ExprOp::SRem, a, b);
  case llvm::Instruction::And:
    return m_arithmetic.binary(ExprOp::And, a, b);
  case llvm::Instruction::Or:
    return m_arithmetic.binary(ExprOp::Or, a, b);
  case llvm::Instruction::Xor:
    return m_arithmetic.binary(ExprOp::Xor, a, b);
  case llvm::Instruction::Shl:
    return m_arithmetic.binary(ExprOp::Shl, a, masked());
  case llvm::Instruction::LShr:
    return m_arithmetic.binary(ExprOp::LShr, a, masked());
  case llvm::Instruction::AShr:
    return m_arithmetic.binary(ExprOp::AShr, a, masked());
  default:
    return Scalar::unknown(a.width, m_arithmetic.lossFrom(a, b));
  }
}

// A division that traps ends the thread. If that depends on the inputs, it is a decision.
Scalar PathMachine::divide(const llvm::Instruction&, ExprOp op, const Scalar& a, const Scalar& b) {
  if (a.isPlain() && b.isPlain()) {
    Scalar faults = m_arithmetic.binary(ExprOp::Eq, b, m_arithmetic.number(b.width, 0));
    if ((op == ExprOp::SDiv || op == ExprOp::SRem) && a.width > 1 && a.width <= 64) {
      const Scalar least = m_arithmetic.number(a.width, 1ull << (a.width - 1));
      const Scalar minusOne = m_arithmetic.number(a.width, ~0ull);
      const Scalar overflows = m_arithmetic.binary(ExprOp::And, m_arithmetic.binary(ExprOp::Eq, a, least),
                                                   m_arithmetic.binary(ExprOp::Eq, b, minusOne));
      faults = m_arithmetic.binary(ExprOp::Or, faults, overflows);
    }
    const Scalar works = m_arithmetic.complement(faults);
    reportUse(m_arithmetic.lossOf(b), "a divisor");
    if (m_arithmetic.isSymbolic(works))
      decide(LabelKind::Constraint, works.expr, {{}, works.bits != 0});
  }
  return m_arithmetic.binary(op, a, b);
}

Datum PathMachine::comparison(const llvm::CmpInst& instruction) {
  const Datum a = valueOf(instruction.getOperand(0));
  const Datum b = valueOf(instruction.getOperand(1));
  const llvm::CmpInst::Predicate predicate = instruction.getPredicate();
  Datum result;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    claim(a[i]);
    claim(b[i]);
    if (instruction.isFPPredicate()) {
      std::optional<bool> holds;
      if (a[i].isPlain() && b[i].isPlain())
        holds = floatComparison(predicate, a[i].width, a[i].bits, b[i].bits);
      result.push_back(numberOf(1, holds, m_arithmetic.lossFrom(a[i], b[i])));
      continue;
    }
    const bool swap = isSwapped(predicate);
    Scalar holds = m_arithmetic.binary(comparisonOf(predicate), swap ? b[i] : a[i], swap ? a[i] : b[i]);
    result.push_back(predicate == llvm::CmpInst::ICMP_NE ? m_arithmetic.complement(holds) : holds);
  }
  return result;
}

Datum PathMachine::cast(const llvm::CastInst& instruction) {
  const Datum from = valueOf(instruction.getOperand(0));
  const auto leaves = leavesOf(instruction.getType(), m_program.layout());
  Datum result;
  if (instruction.getOpcode() == llvm::Instruction::BitCast && from.size() != leaves.size()) {
    if (from.empty() || leaves.empty())
      return unknown(instruction.getType(), lossOfOperands(instruction));
    Scalar whole = from.front();
    for (std::size_t i = 1; i < from.size(); ++i)
      whole = m_arithmetic.concat(from[i], whole);
    unsigned low = 0;
    for (const PathLeaf& leaf : leaves) {
      result.push_back(m_arithmetic.extract(whole, low, leaf.width));
      low += leaf.width;
    }
    return result;
  }
  for (std::size_t i = 0; i < std::min(from.size(), leaves.size()); ++i) {
    switch (instruction.getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      result.push_back(m_arithmetic.resized(from[i], leaves[i].width));
      break;
    case llvm::Instruction::SExt:
      result.push_back(m_arithmetic.resized(from[i], leaves[i].width, true));
      break;
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
      result.push_back(from[i]);
      break;
    default: {
      std::optional<std::uint64_t> bits;
      if (from[i].isPlain())
        bits = floatCast(instruction, from[i].bits);
      result.push_back(numberOf(leaves[i].width, bits, m_arithmetic.lossFrom(from[i], from[i])));
    }
    }
  }
  return result;
}

// If no expression can represent both values, the choice is decided like a branch.
Datum PathMachine::choice(const llvm::SelectInst& instruction) {
  const Datum condition = valueOf(instruction.getCondition());
  const Datum whenTrue = valueOf(instruction.getTrueValue());
  const Datum whenFalse = valueOf(instruction.getFalseValue());
  Datum result;
  ExprId decided;
  for (std::size_t i = 0; i < whenTrue.size(); ++i) {
    const Scalar& holds = condition.size() == 1 ? condition.front() : condition[i];
    if (!m_arithmetic.isSymbolic(holds) || holds.loss.valid() || m_arithmetic.canChoose(whenTrue[i], whenFalse[i])) {
      result.push_back(m_arithmetic.choose(holds, whenTrue[i], whenFalse[i]));
      continue;
    }
    if (holds.expr != decided)
      decide(LabelKind::Constraint, holds.expr, {{}, holds.bits != 0});
    decided = holds.expr;
    result.push_back(holds.bits != 0 ? whenTrue[i] : whenFalse[i]);
  }
  return result;
}

Datum PathMachine::element(const llvm::Instruction& instruction) {
  Datum whole = valueOf(instruction.getOperand(0));
  const auto& layout = m_program.layout();
  const auto leavesIn = [&layout](llvm::Type* type) { return leavesOf(type, layout).size(); };
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction)) {
    const bool isExtract = llvm::isa<llvm::ExtractElementInst>(instruction);
    const Scalar index = scalarOf(instruction.getOperand(isExtract ? 1 : 2));
    enumerate(index);
    if (!index.known || index.bits >= whole.size())
      return unknown(instruction.getType(), lossOfOperands(instruction));
    if (isExtract)
      return {whole[index.bits]};
    whole[index.bits] = scalarOf(instruction.getOperand(1));
    return whole;
  }
  const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction);
  const auto indices = extract ? extract->getIndices() : llvm::cast<llvm::InsertValueInst>(instruction).getIndices();
  llvm::Type* type = instruction.getOperand(0)->getType();
  std::size_t first = 0;
  for (unsigned index : indices) {
    if (auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i)
        first += leavesIn(fields->getElementType(i));
      type = fields->getElementType(index);
    } else {
      type = type->getArrayElementType();
      first += index * leavesIn(type);
    }
  }
  const std::size_t count = leavesIn(type);
  if (first + count > whole.size())
    return unknown(instruction.getType());
  const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(first);
  if (extract)
    return Datum(begin, begin + static_cast<std::ptrdiff_t>(count));
  const Datum part = valueOf(instruction.getOperand(1));
  std::copy_n(part.begin(), std::min(count, part.size()), begin);
  return whole;
}

Datum PathMachine::shuffle(const llvm::ShuffleVectorInst& instruction) {
  Datum both = valueOf(instruction.getOperand(0));
  const Datum second = valueOf(instruction.getOperand(1));
  both.insert(both.end(), second.begin(), second.end());
  Datum result = unknown(instruction.getType());
  const auto mask = instruction.getShuffleMask();
  for (std::size_t i = 0; i < std::min(result.size(), mask.size()); ++i)
    if (mask[i] >= 0 && static_cast<std::size_t>(mask[i]) < both.size())
      result[i] = both[static_cast<std::size_t>(mask[i])];
  return result;
}

} // namespace revisit
