#include "asm_flags.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// One name for each pair of a condition and its negation; a leading "n" negates it.
StringRef basicCondition(StringRef name) {
  return StringSwitch<StringRef>(name)
      .Cases("e", "z", "e")
      .Cases("ne", "nz", "ne")
      .Case("s", "s")
      .Case("ns", "ns")
      .Cases("c", "b", "nae", "c")
      .Cases("nc", "nb", "ae", "nc")
      .Cases("be", "na", "be")
      .Cases("a", "nbe", "nbe")
      .Cases("l", "nge", "l")
      .Cases("ge", "nl", "nl")
      .Cases("le", "ng", "le")
      .Cases("g", "nle", "nle")
      .Case("o", "o")
      .Case("no", "no")
      .Default("");
}

} // namespace

bool AsmFlags::isCondition(StringRef name) {
  return !basicCondition(name).empty();
}

void AsmFlags::set(Source source, Value* a, Value* b) {
  m_source = source;
  m_a = a;
  m_b = b;
}

Value* AsmFlags::result(IRBuilderBase& at) const {
  switch (m_source) {
  case Source::Addition:
  case Source::Increment:
    return at.CreateAdd(m_a, m_b);
  case Source::Subtraction:
  case Source::Decrement:
    return at.CreateSub(m_a, m_b);
  case Source::Negation:
    return at.CreateNeg(m_a);
  case Source::Logic:
    return m_a;
  default:
    return nullptr;
  }
}

Value* AsmFlags::zero(IRBuilderBase& at) const {
  if (m_source == Source::Zero)
    return m_a;
  if (m_source == Source::Subtraction)
    return at.CreateICmpEQ(m_a, m_b);
  auto* value = result(at);
  return value ? at.CreateIsNull(value) : nullptr;
}

Value* AsmFlags::sign(IRBuilderBase& at) const {
  auto* value = result(at);
  return value ? at.CreateICmpSLT(value, Constant::getNullValue(value->getType())) : nullptr;
}

Value* AsmFlags::carry(IRBuilderBase& at) const {
  switch (m_source) {
  case Source::Carry:
    return m_a;
  case Source::Addition:
    return at.CreateICmpULT(result(at), m_a);
  case Source::Subtraction:
    return at.CreateICmpULT(m_a, m_b);
  case Source::Negation:
    return at.CreateIsNotNull(m_a);
  case Source::Logic:
    return at.getFalse();
  default:
    return nullptr;
  }
}

Value* AsmFlags::overflow(IRBuilderBase& at) const {
  auto* zero = m_a ? Constant::getNullValue(m_a->getType()) : nullptr;
  switch (m_source) {
  case Source::Addition:
  case Source::Increment: {
    auto* value = result(at);
    return at.CreateICmpSLT(at.CreateAnd(at.CreateXor(m_a, value), at.CreateXor(m_b, value)), zero);
  }
  case Source::Subtraction:
  case Source::Decrement:
    return at.CreateICmpSLT(at.CreateAnd(at.CreateXor(m_a, m_b), at.CreateXor(m_a, result(at))), zero);
  case Source::Negation:
    return at.CreateICmpSLT(at.CreateAnd(m_a, result(at)), zero);
  case Source::Logic:
    return at.getFalse();
  default:
    return nullptr;
  }
}

// A condition after a comparison, expressed as that comparison.
Value* AsmFlags::compared(IRBuilderBase& at, StringRef basic) const {
  if (m_source != Source::Subtraction)
    return nullptr;
  if (basic == "l")
    return at.CreateICmpSLT(m_a, m_b);
  if (basic == "le")
    return at.CreateICmpSLE(m_a, m_b);
  return basic == "be" ? at.CreateICmpULE(m_a, m_b) : nullptr;
}

Value* AsmFlags::condition(IRBuilderBase& at, StringRef name) const {
  auto basic = basicCondition(name);
  if (basic.empty())
    return nullptr;
  const bool negated = basic.size() > 1 && basic.consume_front("n");
  const auto join = [&](Value* one, Value* other, auto combine) -> Value* {
    return one && other ? combine(one, other) : nullptr;
  };
  const auto either = [&](Value* one, Value* other) { return at.CreateOr(one, other); };
  const auto differ = [&](Value* one, Value* other) { return at.CreateXor(one, other); };
  Value* bit = compared(at, basic);
  if (!bit && basic == "e")
    bit = zero(at);
  else if (!bit && basic == "s")
    bit = sign(at);
  else if (!bit && basic == "c")
    bit = carry(at);
  else if (!bit && basic == "o")
    bit = overflow(at);
  else if (!bit && basic == "be")
    bit = join(carry(at), zero(at), either);
  else if (!bit && basic == "l")
    bit = join(sign(at), overflow(at), differ);
  else if (!bit && basic == "le")
    bit = join(zero(at), join(sign(at), overflow(at), differ), either);
  return bit && negated ? at.CreateNot(bit) : bit;
}

} // namespace revisit::instrument
