#include "asm_bits.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

using Source = AsmFlags::Source;

Value* combine(IRBuilder<>& at, AtomicRMWInst::BinOp operation, Value* old, Value* operand) {
  return operation == AtomicRMWInst::Or    ? at.CreateOr(old, operand)
         : operation == AtomicRMWInst::And ? at.CreateAnd(old, operand)
                                           : at.CreateXor(old, operand);
}

// Returns the word that contains the bit. `operand` null: the word is only read.
Value* bitInMemory(AsmMachine& machine, const AsmInstruction& one, Value* number, Value* operand,
                   AtomicRMWInst::BinOp operation) {
  IRBuilder<>& at = machine.at();
  auto* type = cast<IntegerType>(number->getType());
  const unsigned width = type->getBitWidth();
  Value* pointer = machine.address(one.operands.back());
  if (!isa<ConstantInt>(number)) {
    auto* words = at.CreateAShr(number, Log2_32(width));
    pointer = at.CreateGEP(type, pointer, at.CreateSExt(words, at.getInt64Ty()));
  }
  if (operand && one.isLocked)
    return at.CreateAtomicRMW(operation, pointer, operand, Align(width / 8), AtomicOrdering::SequentiallyConsistent);
  auto* old = at.CreateAlignedLoad(type, pointer, Align(width / 8));
  old->setAtomic(AtomicOrdering::Acquire);
  if (operand)
    at.CreateAlignedStore(combine(at, operation, old, operand), pointer, Align(width / 8))
        ->setAtomic(AtomicOrdering::Release);
  return old;
}

} // namespace

// A bit number in a register may address memory far beyond the operand; a constant one does not.
bool buildBitTest(AsmMachine& machine, const AsmInstruction& one, StringRef base, unsigned width) {
  IRBuilder<>& at = machine.at();
  if (width == 8)
    return false;
  auto* type = at.getIntNTy(width);
  auto* number = machine.read(one.operands.front(), width);
  auto* bit = at.CreateAnd(number, width - 1);
  auto* mask = at.CreateShl(ConstantInt::get(type, 1), bit);
  const bool clears = base == "btr";
  const auto operation = base == "bts" ? AtomicRMWInst::Or : clears ? AtomicRMWInst::And : AtomicRMWInst::Xor;
  auto* changed = clears ? at.CreateNot(mask) : mask;
  auto& place = one.operands.back();
  if (base == "bt" && one.isLocked)
    return false;
  Value* old = nullptr;
  if (machine.isMemory(place)) {
    old = bitInMemory(machine, one, number, base == "bt" ? nullptr : changed, operation);
  } else {
    old = machine.read(place, width);
    if (base != "bt")
      machine.write(place, combine(at, operation, old, changed));
  }
  machine.flags().set(Source::Carry, at.CreateIsNotNull(at.CreateAnd(old, mask)));
  return true;
}

} // namespace revisit::instrument
