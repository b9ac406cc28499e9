#include "asm_instructions.h"

#include "abi/processor.h"
#include "asm_bits.h"
#include "asm_machine.h"
#include "asm_mnemonics.h"
#include "processor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

using Source = AsmFlags::Source;

class Builder {
public:
  Builder(const std::vector<AsmInstruction>& text, const CallBase& call, Function& function)
      : m_text(text), m_function(function), m_machine(call, function), m_at(m_machine.at()) {}

  std::string run() {
    makeBlocks();
    for (unsigned i = 0; i < m_text.size() && m_machine.refusal().empty(); ++i) {
      if (!m_text[i].labels.empty() && m_jumps)
        enter(*m_blocks[i]);
      if (const unsigned turns = fullTurn(m_text, i)) {
        m_machine.flags().set(Source::Nothing);
        i += turns - 1;
        continue;
      }
      if (!m_text[i].name.empty())
        build(i);
    }
    if (m_machine.refusal().empty())
      m_machine.finish();
    return m_machine.refusal();
  }

private:
  void makeBlocks() {
    m_jumps = any_of(m_text, [](const AsmInstruction& one) { return !one.target.empty(); });
    for (auto& one : m_text)
      m_blocks.push_back(m_jumps && !one.labels.empty() ? newBlock() : nullptr);
  }

  BasicBlock* newBlock() { return BasicBlock::Create(m_function.getContext(), "", &m_function); }

  void enter(BasicBlock& block) {
    if (!m_at.GetInsertBlock()->getTerminator())
      m_at.CreateBr(&block);
    m_at.SetInsertPoint(&block);
    m_machine.flags().set(Source::Nothing); // after a label, it is unknown which jump was taken
  }

  void refuse(const Twine& why) { m_machine.refuse(why); }
  void refuse(const AsmInstruction& one) { refuse((one.isLocked ? "lock " : "") + one.name); }

  void build(unsigned number) {
    auto& one = m_text[number];
    if (isOnlyAHint(one.name))
      return;
    if (!one.target.empty())
      return jump(number);
    if (one.name == "mfence" || one.name == "lfence" || one.name == "sfence") {
      m_at.CreateFence(AtomicOrdering::SequentiallyConsistent);
    } else if (one.name == "ud2") {
      m_at.CreateIntrinsic(Intrinsic::trap, {}, {});
    } else if (one.name == "rdtsc" || one.name == "rdtscp") {
      askCounter(one.name == "rdtscp");
    } else if (one.name == "cpuid") {
      askProcessor();
    } else if (one.name == "xgetbv") {
      m_machine.writeNamed("ax", m_at.getInt32(REVISIT_PROCESSOR_STATES));
      m_machine.writeNamed("dx", m_at.getInt32(0));
    } else if (one.name == "cmpxchg8b" || one.name == "cmpxchg16b") {
      compareWide(one);
    } else if (StringRef name = one.name; name.consume_front("set") && AsmFlags::isCondition(name)) {
      setCondition(one, name);
    } else if (name = one.name; name.consume_front("cmov")) {
      moveConditionally(one, name);
    } else if (name = one.name; name.consume_front("movz") || name.consume_front("movs")) {
      extend(one, name);
    } else {
      buildSized(one);
    }
  }

  bool hasOperands(const AsmInstruction& one, unsigned count) {
    if (one.operands.size() == count)
      return true;
    refuse(one);
    return false;
  }

  unsigned widthOf(const AsmInstruction& one, unsigned named) {
    for (auto& operand : reverse(one.operands))
      if (named == 0)
        named = m_machine.widthOf(operand);
    if (named == 0)
      refuse("the width of " + one.name);
    return named == 0 ? 64 : named;
  }

  void buildSized(const AsmInstruction& one) {
    auto [base, named] = splitMnemonic(one.name);
    if (base.empty() || one.operands.empty())
      return refuse(one);
    if (one.isLocked && m_machine.isStack(destination(one)))
      return fenceByStack(one, base);
    const unsigned width = widthOf(one, named);
    if (one.isLocked && !m_machine.isMemory(destination(one)) && base != "xchg")
      return refuse("lock " + one.name + " of a register");
    if (base == "inc" || base == "dec" || base == "neg" || base == "not")
      unary(one, base, width);
    else if (!hasOperands(one, 2))
      return;
    else if (base == "xchg" || base == "xadd")
      exchange(one, base, width);
    else if (base == "cmpxchg")
      compareExchange(one, width);
    else if (base.starts_with("bt")) {
      if (!buildBitTest(m_machine, one, base, width))
        refuse(one);
    } else
      binary(one, base, width);
  }

  // lock addl $0,(%rsp) and similar instructions change nothing; they serve as fences.
  void fenceByStack(const AsmInstruction& one, StringRef base) {
    auto& operand = source(one);
    const bool changesNothing = (base == "add" || base == "or" || base == "xor" || base == "sub") &&
                                operand.kind == AsmOperand::Kind::Immediate && operand.number == 0;
    if (!changesNothing)
      return refuse(one);
    m_at.CreateFence(AtomicOrdering::SequentiallyConsistent);
  }

  Value* update(AtomicRMWInst::BinOp operation, const AsmOperand& place, Value* operand) {
    return m_at.CreateAtomicRMW(operation, m_machine.address(place), operand,
                                Align(operand->getType()->getIntegerBitWidth() / 8),
                                AtomicOrdering::SequentiallyConsistent);
  }

  struct Operation {
    std::optional<AtomicRMWInst::BinOp> locked;
    Instruction::BinaryOps plain = Instruction::Add;
    Source flags = Source::Logic;
  };

  static std::optional<Operation> operationOf(StringRef base) {
    using Rmw = AtomicRMWInst;
    return StringSwitch<std::optional<Operation>>(base)
        .Case("add", Operation{Rmw::Add, Instruction::Add, Source::Addition})
        .Case("sub", Operation{Rmw::Sub, Instruction::Sub, Source::Subtraction})
        .Case("inc", Operation{Rmw::Add, Instruction::Add, Source::Increment})
        .Case("dec", Operation{Rmw::Sub, Instruction::Sub, Source::Decrement})
        .Case("and", Operation{Rmw::And, Instruction::And, Source::Logic})
        .Case("or", Operation{Rmw::Or, Instruction::Or, Source::Logic})
        .Cases("xor", "not", Operation{Rmw::Xor, Instruction::Xor, Source::Logic})
        .Default(std::nullopt);
  }

  // destination = destination `operation` operand; returns the old value.
  Value* apply(const AsmInstruction& one, const Operation& operation, Value* operand) {
    auto& place = destination(one);
    if (one.isLocked)
      return update(*operation.locked, place, operand);
    auto* old = m_machine.read(place, operand->getType()->getIntegerBitWidth());
    m_machine.write(place, m_at.CreateBinOp(operation.plain, old, operand));
    return old;
  }

  void setFlags(const Operation& operation, Value* old, Value* operand) {
    if (operation.flags == Source::Logic)
      m_machine.flags().set(Source::Logic, m_at.CreateBinOp(operation.plain, old, operand));
    else
      m_machine.flags().set(operation.flags, old, operand);
  }

  void unary(const AsmInstruction& one, StringRef base, unsigned width) {
    if (!hasOperands(one, 1))
      return;
    if (base == "neg")
      return negate(one, width);
    const bool inverts = base == "not";
    auto* operand = ConstantInt::getSigned(m_at.getIntNTy(width), inverts ? -1 : 1);
    const auto operation = *operationOf(base);
    auto* old = apply(one, operation, operand);
    if (!inverts) // a bitwise complement leaves the flags unchanged
      setFlags(operation, old, operand);
  }

  // LLVM has no such read-modify-write, so a compare-and-swap is repeated until it succeeds.
  void negate(const AsmInstruction& one, unsigned width) {
    auto& place = destination(one);
    if (!one.isLocked) {
      auto* old = m_machine.read(place, width);
      m_machine.write(place, m_at.CreateNeg(old));
      return m_machine.flags().set(Source::Negation, old);
    }
    auto* pointer = m_machine.address(place);
    auto* round = newBlock();
    auto* done = newBlock();
    m_at.CreateBr(round);
    m_at.SetInsertPoint(round);
    auto* old = m_at.CreateAlignedLoad(m_at.getIntNTy(width), pointer, Align(width / 8));
    old->setAtomic(AtomicOrdering::Monotonic);
    auto* swapped = m_at.CreateAtomicCmpXchg(pointer, old, m_at.CreateNeg(old), Align(width / 8),
                                             AtomicOrdering::SequentiallyConsistent, AtomicOrdering::Monotonic);
    m_at.CreateCondBr(m_at.CreateExtractValue(swapped, 1), done, round);
    m_at.SetInsertPoint(done);
    m_machine.flags().set(Source::Negation, old);
  }

  void binary(const AsmInstruction& one, StringRef base, unsigned width) {
    if (one.isLocked && !operationOf(base))
      return refuse(one);
    if (base == "lea") {
      if (!m_machine.isMemory(source(one)))
        return refuse(one);
      return m_machine.write(destination(one),
                             m_at.CreateTrunc(m_machine.addressNumber(source(one)), m_at.getIntNTy(width)));
    }
    if (const auto operation = operationOf(base))
      return arithmetic(one, *operation, base, width);
    if (base == "sbb" && isSame(source(one), destination(one)))
      return maskOfCarry(one, width);
    auto* operand = m_machine.read(source(one), width);
    if (base == "mov" || base == "movabs" || base == "movnti") {
      m_machine.write(destination(one), operand);
    } else if (base == "cmp") {
      m_machine.flags().set(Source::Subtraction, m_machine.read(destination(one), width), operand);
    } else if (base == "test") {
      m_machine.flags().set(Source::Logic, m_at.CreateAnd(m_machine.read(destination(one), width), operand));
    } else {
      withCarry(one, base, operand);
    }
  }

  void arithmetic(const AsmInstruction& one, const Operation& operation, StringRef base, unsigned width) {
    auto* zero = ConstantInt::get(m_at.getIntNTy(width), 0);
    if (base == "xor" && !m_machine.isMemory(destination(one)) && isSame(source(one), destination(one))) {
      m_machine.write(destination(one), zero); // the usual way to clear a register, whatever its content
      return m_machine.flags().set(Source::Logic, zero);
    }
    auto* operand = m_machine.read(source(one), width);
    setFlags(operation, apply(one, operation, operand), operand);
  }

  // sbb of a register with itself, whatever its content.
  void maskOfCarry(const AsmInstruction& one, unsigned width) {
    m_machine.write(destination(one), m_at.CreateSExt(condition(one, "c"), m_at.getIntNTy(width)));
    m_machine.flags().set(Source::Nothing);
  }

  // adc and sbb.
  void withCarry(const AsmInstruction& one, StringRef base, Value* operand) {
    auto* carry = m_machine.flags().condition(m_at, "c");
    if (!carry || m_machine.isMemory(destination(one)))
      return refuse(one);
    auto* type = operand->getType();
    auto* old = m_machine.read(destination(one), type->getIntegerBitWidth());
    auto* more = m_at.CreateZExt(carry, type);
    m_machine.write(destination(one), base == "sbb" ? m_at.CreateSub(m_at.CreateSub(old, operand), more)
                                                    : m_at.CreateAdd(m_at.CreateAdd(old, operand), more));
    m_machine.flags().set(Source::Nothing);
  }

  // An exchange with memory is always locked, with or without the prefix.
  void exchange(const AsmInstruction& one, StringRef base, unsigned width) {
    const AsmOperand* reg = &source(one);
    const AsmOperand* place = &destination(one);
    if (base == "xchg" && m_machine.isMemory(*reg))
      std::swap(reg, place);
    const bool adds = base == "xadd";
    if (!adds && !m_machine.isMemory(*place)) { // registers may be exchanged whatever is in them
      m_machine.fill(*reg);
      m_machine.fill(*place);
    }
    auto* given = m_machine.read(*reg, width);
    if (m_machine.isMemory(*place) && (one.isLocked || !adds)) {
      auto* old = update(adds ? AtomicRMWInst::Add : AtomicRMWInst::Xchg, *place, given);
      m_machine.write(*reg, old);
      if (adds)
        m_machine.flags().set(Source::Addition, old, given);
      return;
    }
    auto* old = m_machine.read(*place, width);
    m_machine.write(*reg, old);
    m_machine.write(*place, adds ? m_at.CreateAdd(old, given) : given);
    if (adds)
      m_machine.flags().set(Source::Addition, old, given);
  }

  void compareExchange(const AsmInstruction& one, unsigned width) {
    auto* expected = m_machine.readNamed("ax", width);
    auto* desired = m_machine.read(source(one), width);
    m_machine.writeNamed("ax", compareAndStore(one, expected, desired));
  }

  // Returns the old value and sets the flags.
  Value* compareAndStore(const AsmInstruction& one, Value* expected, Value* desired) {
    auto& place = destination(one);
    if (one.isLocked) {
      auto* swapped = m_at.CreateAtomicCmpXchg(
          m_machine.address(place), expected, desired, Align(expected->getType()->getIntegerBitWidth() / 8),
          AtomicOrdering::SequentiallyConsistent, AtomicOrdering::SequentiallyConsistent);
      auto* old = m_at.CreateExtractValue(swapped, 0);
      m_machine.flags().set(Source::Subtraction, expected, old);
      return old;
    }
    auto* old = m_machine.read(place, expected->getType()->getIntegerBitWidth());
    m_machine.write(place, m_at.CreateSelect(m_at.CreateICmpEQ(old, expected), desired, old));
    m_machine.flags().set(Source::Subtraction, expected, old);
    return old;
  }

  // Compares with d:a and stores c:b.
  void compareWide(const AsmInstruction& one) {
    if (!hasOperands(one, 1) || !m_machine.isMemory(destination(one)))
      return refuse(one);
    const unsigned half = one.name == "cmpxchg8b" ? 32 : 64;
    auto* wide = m_at.getIntNTy(2 * half);
    const auto pair = [&](StringRef high, StringRef low) {
      auto* upper = m_at.CreateShl(m_at.CreateZExt(m_machine.readNamed(high, half), wide), half);
      return m_at.CreateOr(upper, m_at.CreateZExt(m_machine.readNamed(low, half), wide));
    };
    auto* expected = pair("dx", "ax");
    auto* desired = pair("cx", "bx");
    if (!m_machine.refusal().empty())
      return;
    auto* old = compareAndStore(one, expected, desired);
    m_machine.writeNamed("ax", m_at.CreateTrunc(old, m_at.getIntNTy(half)));
    m_machine.writeNamed("dx", m_at.CreateTrunc(m_at.CreateLShr(old, half), m_at.getIntNTy(half)));
    m_machine.flags().set(Source::Zero, m_at.CreateICmpEQ(old, expected));
  }

  void askCounter(bool namesProcessor) {
    auto* counter = readCounter(m_at);
    m_machine.writeNamed("ax", m_at.CreateTrunc(counter, m_at.getInt32Ty()));
    m_machine.writeNamed("dx", m_at.CreateTrunc(m_at.CreateLShr(counter, 32), m_at.getInt32Ty()));
    if (namesProcessor)
      m_machine.writeNamed("cx", m_at.getInt32(0));
  }

  void askProcessor() {
    const auto answer = answerCpuid(m_at, m_machine.readNamed("ax", 32));
    m_machine.writeNamed("ax", answer.a);
    m_machine.writeNamed("bx", answer.b);
    m_machine.writeNamed("cx", answer.c);
    m_machine.writeNamed("dx", answer.d);
  }

  Value* condition(const AsmInstruction& one, StringRef name) {
    auto* bit = m_machine.flags().condition(m_at, name);
    if (!bit)
      refuse(one.name + ": a flag that is not known");
    return bit ? bit : m_at.getFalse();
  }

  void setCondition(const AsmInstruction& one, StringRef name) {
    if (hasOperands(one, 1))
      m_machine.write(destination(one), m_at.CreateZExt(condition(one, name), m_at.getInt8Ty()));
  }

  void moveConditionally(const AsmInstruction& one, StringRef name) {
    unsigned named = 0;
    if (!AsmFlags::isCondition(name) && !name.empty()) {
      named = widthOfLetter(name.back());
      name = name.drop_back();
    }
    if (!AsmFlags::isCondition(name) || !hasOperands(one, 2))
      return refuse(one);
    const unsigned width = widthOf(one, named);
    auto* given = m_machine.read(source(one), width);
    auto* kept = m_machine.read(destination(one), width);
    m_machine.write(destination(one), m_at.CreateSelect(condition(one, name), given, kept));
  }

  // movzbl, movslq, movzx.
  void extend(const AsmInstruction& one, StringRef letters) {
    if (!hasOperands(one, 2))
      return;
    const bool isNamed = letters.size() == 2 && letters != "x";
    const unsigned from = isNamed ? widthOfLetter(letters[0]) : m_machine.widthOf(source(one));
    const unsigned to = isNamed ? widthOfLetter(letters[1]) : m_machine.widthOf(destination(one));
    if (from == 0 || to == 0 || from >= to || m_machine.isMemory(destination(one)))
      return refuse(one);
    auto* type = m_at.getIntNTy(to);
    auto* given = m_machine.read(source(one), from);
    m_machine.write(destination(one), one.name[3] == 'z' ? m_at.CreateZExt(given, type) : m_at.CreateSExt(given, type));
  }

  void jump(unsigned number) {
    auto& one = m_text[number];
    const auto labelled = labelledBy(m_text, number, one.target);
    const StringRef name = StringRef(one.name).drop_front();
    if (!labelled || (name != "mp" && !AsmFlags::isCondition(name)))
      return refuse(one.name + " " + one.target);
    auto* next = newBlock();
    if (name == "mp") {
      m_at.CreateBr(m_blocks[*labelled]);
    } else {
      m_at.CreateCondBr(condition(one, name), m_blocks[*labelled], next);
    }
    m_at.SetInsertPoint(next);
  }

  const std::vector<AsmInstruction>& m_text;
  Function& m_function;
  AsmMachine m_machine;
  IRBuilder<>& m_at;
  std::vector<BasicBlock*> m_blocks; // of labelled instructions, if there are jumps
  bool m_jumps = false;
};

} // namespace

std::string buildInstructions(const std::vector<AsmInstruction>& text, const CallBase& call, Function& function) {
  return Builder(text, call, function).run();
}

} // namespace revisit::instrument
