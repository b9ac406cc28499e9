#include "asm_machine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool fitsRegister(Type* type, const DataLayout& layout) {
  return type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && layout.getTypeStoreSizeInBits(type).getFixedValue() <= 64);
}

// A register for floating-point numbers, vectors, or other special data.
bool isOtherRegister(StringRef code) {
  return code.find_first_of("xvYytuf") != StringRef::npos;
}

unsigned widthOfModifier(char modifier) {
  return StringSwitch<unsigned>(StringRef(&modifier, 1))
      .Case("b", 8)
      .Case("w", 16)
      .Case("k", 32)
      .Case("q", 64)
      .Default(0);
}

std::string codeOf(const InlineAsm::ConstraintInfo& constraint) {
  return constraint.Codes.empty() ? std::string() : constraint.Codes.front();
}

} // namespace

// rax, eax, ax, al; rsi, esi, si, sil; r8, r8d, r8w, r8b.
RegisterName registerName(StringRef name) {
  if (name.size() >= 2 && name[0] == 'r' && isDigit(name[1])) {
    const auto number = name.drop_front().take_while(isDigit);
    const auto rest = name.drop_front(1 + number.size());
    const auto width = StringSwitch<unsigned>(rest).Case("", 64).Case("d", 32).Case("w", 16).Case("b", 8).Default(0);
    return {("r" + number).str(), width};
  }
  const auto isLetters = [](StringRef letters) {
    return StringSwitch<bool>(letters)
        .Cases("ax", "bx", "cx", "dx", true)
        .Cases("si", "di", "bp", "sp", true)
        .Default(false);
  };
  if (isLetters(name))
    return {name.str(), 16};
  if (name.size() == 3 && (name[0] == 'r' || name[0] == 'e') && isLetters(name.drop_front()))
    return {name.drop_front().str(), name[0] == 'r' ? 64u : 32u};
  if (name.size() == 3 && name[2] == 'l' && isLetters(name.take_front(2)))
    return {name.take_front(2).str(), 8};
  if (name.size() == 2 && name[1] == 'l' && isLetters((name.take_front() + "x").str()))
    return {(name.take_front() + "x").str(), 8};
  return {};
}

AsmMachine::AsmMachine(const CallBase& call, Function& function)
    : m_function(function), m_at(BasicBlock::Create(function.getContext(), "", &function)) {
  bind(call);
}

void AsmMachine::refuse(const Twine& why) {
  if (m_refusal.empty())
    m_refusal = why.str();
}

AllocaInst* AsmMachine::slotOf(StringRef name) {
  auto*& slot = m_named[name];
  if (!slot)
    slot = newSlot();
  return slot;
}

AllocaInst* AsmMachine::newSlot() {
  auto& entry = m_function.getEntryBlock();
  IRBuilder<> top(&entry, entry.begin());
  auto* slot = top.CreateAlloca(top.getInt64Ty());
  top.CreateStore(top.getInt64(0), slot);
  return slot;
}

AsmMachine::Bound AsmMachine::bindOutput(StringRef code, Type* type) {
  Bound bound;
  bound.type = type;
  const bool isNamed = code.consume_front("{") && code.consume_back("}");
  if (isNamed && code.consume_front("@cc")) {
    bound.kind = Bound::Kind::Flags;
    bound.condition = code.str();
    return bound;
  }
  if (!fitsRegister(type, m_function.getDataLayout()) || (!isNamed && isOtherRegister(code)))
    refuse("an operand that no general register holds");
  const auto reg = registerName(code);
  if (isNamed && reg.width == 0)
    refuse("the register " + code);
  bound.slot = isNamed ? slotOf(reg.whole) : newSlot();
  return bound;
}

AsmMachine::Bound AsmMachine::bindInput(StringRef code, Value* value) {
  unsigned output = 0;
  if (!code.getAsInteger(10, output)) {
    if (output >= m_operands.size() || m_operands[output].kind != Bound::Kind::Register)
      refuse("an operand that is tied to memory");
    else if (!fitsRegister(value->getType(), m_function.getDataLayout()))
      refuse("an operand that no general register holds");
    if (!m_refusal.empty())
      return {};
    m_at.CreateStore(toWord(value), m_operands[output].slot);
    m_operands[output].isGiven = true;
    return m_operands[output];
  }
  Bound bound = bindOutput(code, value->getType());
  if (!m_refusal.empty() || bound.kind != Bound::Kind::Register)
    return bound;
  bound.isGiven = true;
  m_at.CreateStore(toWord(value), bound.slot);
  if (code.consume_front("{") && code.consume_back("}"))
    m_filled[registerName(code).whole] = true; // the text may also change it by its name
  else
    bound.value = value;
  return bound;
}

void AsmMachine::bind(const CallBase& call) {
  auto* statement = cast<InlineAsm>(call.getCalledOperand());
  if (statement->getDialect() != InlineAsm::AD_ATT)
    refuse("Intel's syntax");
  auto* results = dyn_cast<StructType>(call.getType());
  unsigned argument = 0;
  unsigned result = 0;
  for (auto& constraint : statement->ParseConstraints()) {
    const auto code = codeOf(constraint);
    if (constraint.Type == InlineAsm::isClobber)
      continue;
    if (constraint.Type == InlineAsm::isLabel) {
      refuse("a jump out of it");
    } else if (constraint.isIndirect) {
      Bound bound;
      bound.kind = Bound::Kind::Memory;
      bound.value = m_function.getArg(argument);
      bound.type = call.getParamElementType(argument++);
      m_operands.push_back(bound);
    } else if (constraint.Type == InlineAsm::isOutput) {
      m_results.push_back(m_operands.size());
      m_operands.push_back(bindOutput(code, results ? results->getElementType(result++) : call.getType()));
    } else {
      m_operands.push_back(bindInput(code, m_function.getArg(argument)));
      if (auto* constant = dyn_cast<Constant>(call.getArgOperand(argument++)); constant && m_refusal.empty())
        if (auto& bound = m_operands.back(); bound.value)
          bound.value = constant;
    }
    if (!m_refusal.empty())
      return;
  }
}

Value* AsmMachine::toWord(Value* value) {
  if (value->getType()->isPointerTy())
    return m_at.CreatePtrToInt(value, m_at.getInt64Ty());
  if (value->getType()->isFloatingPointTy())
    value = m_at.CreateBitCast(value, m_at.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
  return m_at.CreateZExt(value, m_at.getInt64Ty());
}

Value* AsmMachine::readSlot(AllocaInst* slot, unsigned width) {
  return m_at.CreateTrunc(m_at.CreateLoad(m_at.getInt64Ty(), slot), m_at.getIntNTy(width));
}

Value* AsmMachine::fromSlot(AllocaInst* slot, Type* type) {
  if (type->isPointerTy())
    return m_at.CreateIntToPtr(readSlot(slot, 64), type);
  const auto bits = m_function.getDataLayout().getTypeSizeInBits(type).getFixedValue();
  return m_at.CreateBitCast(readSlot(slot, unsigned(bits)), type);
}

// A write of 32 bits clears the upper bits; a smaller write leaves them.
void AsmMachine::writeSlot(AllocaInst* slot, Value* value) {
  const unsigned width = value->getType()->getIntegerBitWidth();
  Value* word = toWord(value);
  if (width < 32) {
    auto* kept = m_at.CreateAnd(m_at.CreateLoad(m_at.getInt64Ty(), slot), ~((1ull << width) - 1));
    word = m_at.CreateOr(kept, word);
  }
  m_at.CreateStore(word, slot);
}

AsmMachine::Bound* AsmMachine::boundOf(const AsmRegister& reg) {
  return reg.name.empty() && reg.operand < m_operands.size() ? &m_operands[reg.operand] : nullptr;
}

bool AsmMachine::isMemory(const AsmOperand& operand) const {
  if (operand.kind == AsmOperand::Kind::Memory)
    return true;
  auto* bound = operand.kind == AsmOperand::Kind::Bound ? boundOf(operand.base) : nullptr;
  return bound && bound->kind == Bound::Kind::Memory;
}

bool AsmMachine::isStack(const AsmOperand& operand) const {
  return operand.kind == AsmOperand::Kind::Memory && registerName(operand.base.name).whole == "sp";
}

unsigned AsmMachine::widthOf(const AsmOperand& operand) const {
  if (operand.kind == AsmOperand::Kind::Named)
    return registerName(operand.base.name).width;
  auto* bound = operand.kind == AsmOperand::Kind::Bound ? boundOf(operand.base) : nullptr;
  if (!bound || bound->kind != Bound::Kind::Register || operand.immediate)
    return 0;
  if (const unsigned named = widthOfModifier(operand.base.modifier))
    return named;
  return unsigned(m_function.getDataLayout().getTypeStoreSizeInBits(bound->type).getFixedValue());
}

Value* AsmMachine::readRegister(const AsmRegister& reg) {
  if (!reg.name.empty())
    return readNamed(registerName(reg.name).whole, 64);
  auto* bound = boundOf(reg);
  if (!bound || bound->kind != Bound::Kind::Register) {
    refuse("an address that is in no register");
    return m_at.getInt64(0);
  }
  return readSlot(bound->slot, 64);
}

Value* AsmMachine::addressNumber(const AsmOperand& operand) {
  auto* bound = operand.kind == AsmOperand::Kind::Bound ? boundOf(operand.base) : nullptr;
  Value* number = bound && bound->value ? toWord(bound->value) : m_at.getInt64(0);
  if (operand.kind == AsmOperand::Kind::Memory && operand.hasBase)
    number = readRegister(operand.base);
  if (operand.index)
    number = m_at.CreateAdd(number, m_at.CreateMul(readRegister(*operand.index), m_at.getInt64(operand.scale)));
  const std::int64_t half = operand.base.modifier == 'H' ? 8 : 0;
  return operand.number + half == 0 ? number : m_at.CreateAdd(number, m_at.getInt64(operand.number + half));
}

// The address of an operand; it stays a pointer where possible, so that its identity is kept.
Value* AsmMachine::address(const AsmOperand& operand) {
  if (isStack(operand))
    refuse("an access to the stack");
  if (operand.inThread) {
    auto* block = m_at.CreateIntrinsic(Intrinsic::thread_pointer, {}, {});
    return m_at.CreatePtrAdd(block, addressNumber(operand));
  }
  auto* bound = operand.kind == AsmOperand::Kind::Bound || operand.hasBase ? boundOf(operand.base) : nullptr;
  const bool isPlace = bound && (bound->kind == Bound::Kind::Memory) == (operand.kind == AsmOperand::Kind::Bound);
  const bool isKnown = isPlace && bound->value && bound->value->getType()->isPointerTy() && !bound->isWritten &&
                       !operand.index && operand.base.modifier != 'H';
  if (!isKnown)
    return m_at.CreateIntToPtr(addressNumber(operand), m_at.getPtrTy());
  return operand.number == 0 ? bound->value : m_at.CreatePtrAdd(bound->value, m_at.getInt64(operand.number));
}

std::string AsmMachine::generalRegister(const AsmOperand& operand) {
  auto name = registerName(operand.base.name);
  if (name.width == 0 || name.whole == "sp" || name.whole == "bp")
    refuse("the register " + operand.base.name);
  return name.whole;
}

Value* AsmMachine::read(const AsmOperand& operand, unsigned width) {
  auto* type = m_at.getIntNTy(width);
  if (operand.kind == AsmOperand::Kind::Immediate)
    return ConstantInt::get(type, std::uint64_t(operand.number));
  if (operand.kind == AsmOperand::Kind::Named)
    return readNamed(generalRegister(operand), width);
  if (isMemory(operand)) {
    auto* load = m_at.CreateAlignedLoad(type, address(operand), Align(width / 8));
    load->setAtomic(AtomicOrdering::Acquire);
    return load;
  }
  auto* bound = boundOf(operand.base);
  if (!bound || bound->kind != Bound::Kind::Register || StringRef("hnzxt").contains(operand.base.modifier)) {
    refuse("an operand of a form that is not known");
    return PoisonValue::get(type);
  }
  if (!bound->isGiven && !bound->isWritten)
    refuse("an operand that nothing was put in");
  if (auto* constant = dyn_cast_or_null<ConstantInt>(bound->value); constant && !bound->isWritten)
    return ConstantInt::get(type, constant->getSExtValue());
  return readSlot(bound->slot, width);
}

void AsmMachine::write(const AsmOperand& operand, Value* value) {
  const unsigned width = value->getType()->getIntegerBitWidth();
  if (operand.kind == AsmOperand::Kind::Named)
    return writeNamed(generalRegister(operand), value);
  if (isMemory(operand)) {
    auto* store = m_at.CreateAlignedStore(value, address(operand), Align(width / 8));
    store->setAtomic(AtomicOrdering::Release);
    return;
  }
  auto* bound = boundOf(operand.base);
  if (operand.kind == AsmOperand::Kind::Immediate || !bound || bound->kind != Bound::Kind::Register)
    return refuse("an operand that cannot be written");
  bound->isWritten = true;
  for (auto& other : m_operands) // one register may belong to several operands
    other.isWritten |= other.slot == bound->slot;
  writeSlot(bound->slot, value);
}

void AsmMachine::fill(const AsmOperand& operand) {
  if (operand.kind == AsmOperand::Kind::Named)
    m_filled[registerName(operand.base.name).whole] = true;
  else if (auto* bound = boundOf(operand.base); bound && operand.kind == AsmOperand::Kind::Bound)
    bound->isWritten = true;
}

// An output register may be read before it is written. Its content is arbitrary then, and zero is used.
Value* AsmMachine::readNamed(StringRef name, unsigned width) {
  bool isFilled = m_filled.contains(name);
  for (auto& bound : m_operands)
    isFilled |= m_named.contains(name) && bound.slot == m_named[name];
  if (!isFilled)
    refuse("the register " + name + ", which nothing was put in");
  return readSlot(slotOf(name), width);
}

void AsmMachine::writeNamed(StringRef name, Value* value) {
  auto* slot = slotOf(name);
  m_filled[name] = true;
  for (auto& bound : m_operands)
    bound.isWritten |= bound.slot == slot;
  writeSlot(slot, value);
}

void AsmMachine::finish() {
  SmallVector<Value*, 4> values;
  for (unsigned number : m_results) {
    auto& bound = m_operands[number];
    if (bound.kind == Bound::Kind::Flags) {
      auto* bit = m_flags.condition(m_at, bound.condition);
      if (!bit)
        refuse("a flag that is not known: " + bound.condition);
      values.push_back(bit ? m_at.CreateZExtOrTrunc(bit, bound.type) : PoisonValue::get(bound.type));
      continue;
    }
    if (!bound.isGiven && !bound.isWritten)
      refuse("an output that nothing is put in");
    values.push_back(fromSlot(bound.slot, bound.type));
  }
  auto* type = m_function.getReturnType();
  if (values.empty()) {
    m_at.CreateRetVoid();
  } else if (!type->isStructTy()) {
    m_at.CreateRet(values.front());
  } else {
    Value* result = PoisonValue::get(type);
    for (unsigned i = 0; i < values.size(); ++i)
      result = m_at.CreateInsertValue(result, values[i], i);
    m_at.CreateRet(result);
  }
}

} // namespace revisit::instrument
