// C-like text of an expression.
#include "expression/pool_impl.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

namespace revisit {

using Impl = ExpressionPool::Impl;

namespace {

// How likely a programmer writes this bound rather than one next to it: 0, then 100, 10, powers of two.
unsigned roundness(std::int64_t bound) {
  if (bound == 0)
    return 1000;
  constexpr std::uint64_t leastPower = 16;
  std::uint64_t rest = bound < 0 ? -static_cast<std::uint64_t>(bound) : static_cast<std::uint64_t>(bound);
  unsigned points = rest >= leastPower && std::has_single_bit(rest) ? 1 : 0;
  for (; rest % 10 == 0; rest /= 10)
    points += 10;
  return points;
}

// Writes one expression. Shared subexpressions are written each time they occur, so a budget keeps the text short.
class InfixWriter {
public:
  explicit InfixWriter(const Impl& pool) : m_pool(pool) {}

  std::string m_text;

  // Whether C would treat the value as unsigned. A zero extension fits into a signed number.
  bool isUnsigned(ExprId e, unsigned depth = 0) {
    constexpr unsigned deepest = 20;
    if (depth == deepest || m_signBudget == 0)
      return false;
    m_signBudget--;
    const Impl::Node& n = m_pool.node(e);
    const auto operand = [&](unsigned i) { return isUnsigned(n.operands[i], depth + 1); };
    switch (n.op) {
    case ExprOp::Symbol:
      return m_pool.m_symbols[n.aux].type == InputType::Unsigned;
    case ExprOp::UDiv:
    case ExprOp::URem:
    case ExprOp::LShr:
      return true;
    case ExprOp::Add:
    case ExprOp::Sub:
    case ExprOp::Mul:
    case ExprOp::And:
    case ExprOp::Or:
    case ExprOp::Xor:
      return operand(0) || operand(1);
    case ExprOp::Ite:
      return operand(1) || operand(2);
    case ExprOp::Not:
    case ExprOp::Shl:
      return operand(0);
    default:
      return false;
    }
  }

  void write(ExprId e, bool parenthesise) {
    if (m_budget == 0) {
      m_text += "...";
      return;
    }
    --m_budget;
    const Impl::Node& n = m_pool.node(e);
    switch (n.op) {
    case ExprOp::Constant:
      return constant(e, n);
    case ExprOp::Symbol:
      return symbol(n);
    case ExprOp::Not:
      return negation(n, parenthesise);
    case ExprOp::Concat:
      return concat(n, parenthesise);
    case ExprOp::Extract:
      return extract(n);
    case ExprOp::ZExt:
      if (const ExprId shifted = rightShifted(n); shifted.valid()) {
        const Impl::Node& part = m_pool.node(n.operands[0]);
        return infix(shifted, fmt::format(">> {}", part.aux), parenthesise);
      }
      return write(n.operands[0], parenthesise);
    case ExprOp::SExt:
      return cast(fmt::format("int{}", n.width), n.operands[0]);
    case ExprOp::Ite:
      return choice(n, parenthesise);
    default:
      return binary(n, parenthesise);
    }
  }

private:
  const Impl& m_pool;
  unsigned m_budget = 400;
  unsigned m_signBudget = 4000; // expressions examined for their signedness

  void constant(ExprId e, const Impl::Node& n, bool asUnsigned = false) {
    if (n.width == 1)
      m_text += n.bits != 0 ? "true" : "false";
    else if (!asUnsigned && n.width <= 64 && signedOf(n.bits, n.width) < 0 && signedOf(n.bits, n.width) >= -0x8000)
      m_text += fmt::format("{}", signedOf(n.bits, n.width));
    else if (n.width <= 64)
      m_text += fmt::format("{}", n.bits);
    else {
      const WideBits bits = m_pool.wide(e);
      m_text += "0x";
      for (std::size_t i = bits.words.size(); i-- > 0;)
        m_text += fmt::format("{:016x}", bits.words[i]);
    }
  }

  void symbol(const Impl::Node& n) {
    const SymbolInfo& info = m_pool.m_symbols[n.aux];
    m_text += info.name.empty() ? fmt::format("input{}", info.index) : info.name;
  }

  void infix(ExprId left, const std::string& rest, bool parenthesise) {
    m_text += parenthesise ? "(" : "";
    write(left, true);
    m_text += ' ' + rest;
    m_text += parenthesise ? ")" : "";
  }

  // How the operands of an operation are interpreted.
  enum class Sign { Any, Signed, Unsigned };

  void operand(ExprId e, Sign sign) {
    const Impl::Node& n = m_pool.node(e);
    if (n.op == ExprOp::Constant && sign == Sign::Unsigned)
      return constant(e, n, true);
    if (sign == Sign::Signed && isUnsigned(e))
      return cast(fmt::format("int{}", n.width), e);
    write(e, true);
  }

  void operation(ExprId left, std::string_view text, ExprId right, bool parenthesise, Sign sign) {
    m_text += parenthesise ? "(" : "";
    operand(left, sign);
    m_text += fmt::format(" {} ", text);
    operand(right, sign);
    m_text += parenthesise ? ")" : "";
  }

  // For an equation: unsigned if either side is.
  Sign signOf(ExprId left, ExprId right) { return isUnsigned(left) || isUnsigned(right) ? Sign::Unsigned : Sign::Any; }

  void cast(const std::string& type, ExprId operand) {
    m_text += '(' + type + ')';
    write(operand, true);
  }

  void negation(const Impl::Node& n, bool parenthesise) {
    const Impl::Node& inner = m_pool.node(n.operands[0]);
    if (inner.op == ExprOp::Eq)
      return operation(inner.operands[0], "!=", inner.operands[1], parenthesise,
                       signOf(inner.operands[0], inner.operands[1]));
    // not (not a and not b) is a or b
    if (n.width == 1 && inner.op == ExprOp::And) {
      const Impl::Node& a = m_pool.node(inner.operands[0]);
      const Impl::Node& b = m_pool.node(inner.operands[1]);
      if (a.op == ExprOp::Not && b.op == ExprOp::Not)
        return operation(a.operands[0], "||", b.operands[0], parenthesise, Sign::Any);
    }
    m_text += n.width == 1 ? '!' : '~';
    write(n.operands[0], true);
  }

  void concat(const Impl::Node& n, bool parenthesise) {
    if (const ExprId shifted = leftShifted(n); shifted.valid()) {
      constexpr unsigned maxFactor = 4; // a larger factor was hardly meant as a multiplication
      const unsigned by = m_pool.width(n.operands[1]);
      return infix(shifted, by <= maxFactor ? fmt::format("* {}", 1u << by) : fmt::format("<< {}", by), parenthesise);
    }
    if (m_pool.isZero(n.operands[1]))
      return infix(n.operands[0], fmt::format("<< {}", m_pool.width(n.operands[1])), parenthesise);
    m_text += "concat(";
    write(n.operands[0], false);
    m_text += ", ";
    write(n.operands[1], false);
    m_text += ')';
  }

  void extract(const Impl::Node& n) {
    if (n.aux == 0)
      return cast(n.width == 1 ? "bool" : fmt::format("uint{}", n.width), n.operands[0]);
    write(n.operands[0], true);
    m_text += fmt::format("[{}:{}]", n.aux + n.width - 1, n.aux);
  }

  // The x of a concatenation that stands for x << k.
  ExprId leftShifted(const Impl::Node& n) const {
    const Impl::Node& part = m_pool.node(n.operands[0]);
    const bool isShift = m_pool.isZero(n.operands[1]) && part.op == ExprOp::Extract && part.aux == 0 &&
                         m_pool.width(part.operands[0]) == n.width;
    return isShift ? part.operands[0] : ExprId();
  }

  // The x of a zero extension that stands for x >> k.
  ExprId rightShifted(const Impl::Node& n) const {
    const Impl::Node& part = m_pool.node(n.operands[0]);
    const bool isShift = part.op == ExprOp::Extract && part.aux != 0 && part.aux + part.width == n.width &&
                         m_pool.width(part.operands[0]) == n.width;
    return isShift ? part.operands[0] : ExprId();
  }

  // `x > -51` is `x >= -50`, which is what a compiler makes the other one of. Says whether it was written so.
  bool writeRounder(ExprId left, std::string_view sign, const Impl::Node& right, bool parenthesise) {
    const bool isUnsignedSign = sign.ends_with('u'), isStrict = sign.find('=') == std::string_view::npos;
    const bool isAbove = sign.front() == '>';
    const std::int64_t bound = signedOf(right.bits, right.width), other = isAbove == isStrict ? bound + 1 : bound - 1;
    const std::int64_t most = right.width >= 64 ? INT64_MAX : (std::int64_t{1} << (right.width - 1)) - 1;
    // At the ends of the range the neighbour is another number; unsigned ones from the middle on are such ends here.
    if (bound >= most || bound <= -most || (isUnsignedSign && (bound <= 0 || other < (isAbove ? 0 : 1))) ||
        roundness(other) <= roundness(bound))
      return false;
    const bool isMarked = isUnsignedSign && !isUnsigned(left);
    m_text += parenthesise ? "(" : "";
    operand(left, isUnsignedSign ? Sign::Unsigned : Sign::Signed);
    m_text += fmt::format(" {}{}{} {}", isAbove ? '>' : '<', isStrict ? "=" : "", isMarked ? "u" : "", other);
    m_text += parenthesise ? ")" : "";
    return true;
  }

  void choice(const Impl::Node& n, bool parenthesise) {
    m_text += parenthesise ? "(" : "";
    write(n.operands[0], true);
    m_text += " ? ";
    write(n.operands[1], true);
    m_text += " : ";
    write(n.operands[2], true);
    m_text += parenthesise ? ")" : "";
  }

  void binary(const Impl::Node& n, bool parenthesise) {
    const bool isBoolean = m_pool.width(n.operands[0]) == 1;
    std::string_view sign = "?";
    switch (n.op) {
    case ExprOp::Add:
      sign = "+";
      break;
    case ExprOp::Sub:
      sign = "-";
      break;
    case ExprOp::Mul:
      sign = "*";
      break;
    case ExprOp::UDiv:
      sign = "/u";
      break;
    case ExprOp::SDiv:
      sign = "/";
      break;
    case ExprOp::URem:
      sign = "%u";
      break;
    case ExprOp::SRem:
      sign = "%";
      break;
    case ExprOp::And:
      sign = isBoolean ? "&&" : "&";
      break;
    case ExprOp::Or:
      sign = "|";
      break;
    case ExprOp::Xor:
      sign = "^";
      break;
    case ExprOp::Shl:
      sign = "<<";
      break;
    case ExprOp::LShr:
      sign = ">>u";
      break;
    case ExprOp::AShr:
      sign = ">>";
      break;
    case ExprOp::Eq:
      sign = "==";
      break;
    case ExprOp::Ult:
      sign = "<u";
      break;
    case ExprOp::Ule:
      sign = "<=u";
      break;
    case ExprOp::Slt:
      sign = "<";
      break;
    case ExprOp::Sle:
      sign = "<=";
      break;
    default:
      break;
    }
    ExprId left = n.operands[0];
    ExprId right = n.operands[1];
    // "5 < x" reads better as "x > 5".
    const bool isOrdering = n.op >= ExprOp::Ult && n.op <= ExprOp::Sle;
    if (isOrdering && m_pool.isConstant(left)) {
      std::swap(left, right);
      sign = n.op == ExprOp::Ult ? ">u" : n.op == ExprOp::Slt ? ">" : n.op == ExprOp::Ule ? ">=u" : ">=";
    }
    if (const Impl::Node& bound = m_pool.node(right); isOrdering && m_pool.isConstant(right) && bound.width > 1 &&
                                                      bound.width <= 64 &&
                                                      writeRounder(left, sign, bound, parenthesise))
      return;
    if (n.op == ExprOp::Add && m_pool.isConstant(right) && n.width <= 64) {
      const std::int64_t summand = signedOf(m_pool.node(right).bits, n.width);
      if (summand < 0 && summand >= -0x8000)
        return infix(left, fmt::format("- {}", -summand), parenthesise);
    }
    // In C the operands' types determine signedness; the operator shows it where they do not.
    const bool isSigned = n.op == ExprOp::SDiv || n.op == ExprOp::SRem || n.op == ExprOp::AShr || n.op == ExprOp::Slt ||
                          n.op == ExprOp::Sle;
    const bool hasUnsigned = n.op == ExprOp::LShr ? isUnsigned(left) : signOf(left, right) == Sign::Unsigned;
    const bool isMarked = sign.ends_with('u');
    if (isMarked && hasUnsigned)
      sign.remove_suffix(1);
    operation(left, sign, right, parenthesise,
              isSigned                  ? Sign::Signed
              : isMarked || hasUnsigned ? Sign::Unsigned
                                        : Sign::Any);
  }
};

} // namespace

bool ExpressionPool::isUnsigned(ExprId e) const {
  return InfixWriter(*m_impl).isUnsigned(e);
}

std::string ExpressionPool::text(ExprId e) const {
  InfixWriter writer(*m_impl);
  writer.write(e, false);
  return std::move(writer.m_text);
}

} // namespace revisit
