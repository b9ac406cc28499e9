#include "random_expression.h"

#include <algorithm>

namespace revisit::test {

namespace {

Wide mask(unsigned width) {
  return width >= 128 ? ~Wide(0) : (Wide(1) << width) - 1;
}

SignedWide asSigned(Wide bits, unsigned width) {
  return static_cast<SignedWide>(bits << (128 - width)) >> (128 - width);
}

// A second implementation of SMT-LIB's operations.
Wide apply(ExprOp op, unsigned width, Wide a, Wide b) {
  const SignedWide x = asSigned(a, width);
  const SignedWide y = asSigned(b, width);
  switch (op) {
  case ExprOp::Add:
    return a + b;
  case ExprOp::Sub:
    return a - b;
  case ExprOp::Mul:
    return a * b;
  case ExprOp::UDiv:
    return b == 0 ? ~Wide(0) : a / b;
  case ExprOp::URem:
    return b == 0 ? a : a % b;
  case ExprOp::SDiv:
    return b == 0 ? (x < 0 ? Wide(1) : ~Wide(0)) : y == -1 ? Wide(0) - a : static_cast<Wide>(x / y);
  case ExprOp::SRem:
    return b == 0 ? a : y == -1 ? 0 : static_cast<Wide>(x % y);
  case ExprOp::And:
    return a & b;
  case ExprOp::Or:
    return a | b;
  case ExprOp::Xor:
    return a ^ b;
  case ExprOp::Shl:
    return b >= width ? 0 : a << b;
  case ExprOp::LShr:
    return b >= width ? 0 : a >> b;
  case ExprOp::AShr:
    return static_cast<Wide>(x >> (b >= width ? width - 1 : static_cast<unsigned>(b)));
  case ExprOp::Eq:
    return a == b;
  case ExprOp::Ult:
    return a < b;
  case ExprOp::Ule:
    return a <= b;
  case ExprOp::Slt:
    return x < y;
  case ExprOp::Sle:
    return x <= y;
  default:
    return 0;
  }
}

Term applied(ExpressionPool& pool, ExprOp op, const Term& a, const Term& b) {
  const unsigned width = op >= ExprOp::Eq ? 1 : a.width;
  return {pool.binary(op, a.expr, b.expr), width, [op, inner = a.width, width, a, b](const Inputs& in) {
            return apply(op, inner, a.value(in), b.value(in)) & mask(width);
          }};
}

} // namespace

RandomExpressions::RandomExpressions(ExpressionPool& pool, unsigned seed, std::vector<unsigned> symbolWidths)
    : m_pool(pool), m_random(seed), m_widths(std::move(symbolWidths)) {
  for (unsigned i = 0; i < m_widths.size(); ++i)
    m_symbols.push_back(pool.symbol(ThreadId(0), i, m_widths[i], "s" + std::to_string(i)));
}

Term RandomExpressions::leaf(unsigned width) {
  if (pick(3) != 0) {
    const unsigned number = pick(static_cast<unsigned>(m_symbols.size()));
    const Term symbol{m_pool.symbolExpr(m_symbols[number]), m_widths[number],
                      [number](const Inputs& in) { return in[number]; }};
    if (symbol.width == width)
      return symbol;
    if (symbol.width > width) {
      const unsigned low = pick(symbol.width - width + 1);
      return {m_pool.extract(symbol.expr, low, width), width,
              [symbol, low, width](const Inputs& in) { return symbol.value(in) >> low & mask(width); }};
    }
    if (pick(2) == 0)
      return {m_pool.zext(symbol.expr, width), width, symbol.value};
    return {m_pool.sext(symbol.expr, width), width, [symbol, width](const Inputs& in) {
              return static_cast<Wide>(asSigned(symbol.value(in), symbol.width)) & mask(width);
            }};
  }
  // Simplification rules are most likely to be wrong for values near the ends of the range and near powers of two.
  Wide bits = 0;
  switch (pick(4)) {
  case 0:
    bits = pick(3);
    break;
  case 1:
    bits = Wide(0) - pick(3);
    break;
  case 2:
    bits = (Wide(1) << pick(width)) - pick(2);
    break;
  default:
    bits = Wide(m_random()) << 64 | Wide(m_random()) << 32 | m_random();
    break;
  }
  return constant(width, bits);
}

Term RandomExpressions::constant(unsigned width, Wide bits) {
  bits &= mask(width);
  const std::uint64_t words[2] = {static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64)};
  const ExprId expr = width <= 64 ? m_pool.constant(width, words[0]) : m_pool.wideConstant(width, words);
  return {expr, width, [bits](const Inputs&) { return bits; }};
}

// Its lowest bits, or itself with more bits above.
Term RandomExpressions::fitted(const Term& a, unsigned width) {
  if (width <= a.width)
    return {m_pool.extract(a.expr, 0, width), width,
            [a, width](const Inputs& in) { return a.value(in) & mask(width); }};
  if (pick(3) != 0)
    return {m_pool.zext(a.expr, width), width, a.value};
  return {m_pool.sext(a.expr, width), width,
          [a, width](const Inputs& in) { return static_cast<Wide>(asSigned(a.value(in), a.width)) & mask(width); }};
}

// One or two divisions of a number.
Term RandomExpressions::part(const Term& whole) {
  static constexpr ExprOp Operations[] = {ExprOp::UDiv, ExprOp::URem, ExprOp::UDiv,
                                          ExprOp::URem, ExprOp::SDiv, ExprOp::SRem};
  static constexpr unsigned Divisors[] = {10, 10, 10, 100, 5, 3, 16, 255, 20};
  Term result = whole;
  for (unsigned i = 0, count = 1 + pick(2); i < count; ++i)
    result = applied(m_pool, Operations[pick(6)], result, constant(result.width, Divisors[pick(9)]));
  return pick(4) == 0 ? fitted(result, 4 + pick(12)) : result;
}

Term RandomExpressions::takenApart() {
  static constexpr unsigned Widths[] = {8, 12, 16, 32, 64};
  static constexpr unsigned Factors[] = {10, 10, 10, 100, 100, 3, 250, 16};
  Term whole = fitted(term(Widths[pick(3)], pick(2)), Widths[pick(5)]);
  Term sum = part(whole);
  for (unsigned i = 0, count = 1 + pick(3); i < count; ++i) {
    const unsigned width = Widths[pick(5)];
    const Term high = applied(m_pool, ExprOp::Mul, fitted(sum, width), constant(width, Factors[pick(8)]));
    const Term low = fitted(pick(5) == 0 ? whole : part(whole), width);
    sum =
        applied(m_pool, pick(6) == 0 ? ExprOp::Sub : ExprOp::Add, pick(2) == 0 ? high : low, pick(2) == 0 ? low : high);
    if (pick(4) == 0)
      sum = applied(m_pool, ExprOp::Add, sum, constant(width, pick(2) == 0 ? pick(60) : Wide(0) - pick(60)));
    if (pick(4) == 0)
      sum = part(sum);
  }
  return sum;
}

Term RandomExpressions::comparedParts() {
  static constexpr ExprOp Comparisons[] = {ExprOp::Eq, ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Sle};
  const Term number = takenApart();
  const Term bound = constant(number.width, pick(3) == 0 ? Wide(0) - pick(300) : pick(300));
  const bool isBelow = pick(2) == 0;
  return applied(m_pool, Comparisons[pick(5)], isBelow ? number : bound, isBelow ? bound : number);
}

Term RandomExpressions::comparison(unsigned depth) {
  static constexpr ExprOp Comparisons[] = {ExprOp::Eq, ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Sle};
  static constexpr unsigned Widths[] = {1, 2, 3, 5, 8, 16};
  const unsigned width = Widths[pick(6)];
  return applied(m_pool, Comparisons[pick(5)], term(width, depth), term(width, depth));
}

Term RandomExpressions::operation(unsigned width, unsigned depth) {
  const auto op = static_cast<ExprOp>(static_cast<unsigned>(ExprOp::Add) + pick(13));
  const Term a = term(width, depth);
  return applied(m_pool, op, a, pick(8) == 0 ? a : term(width, depth));
}

Term RandomExpressions::resized(unsigned width, unsigned depth) {
  switch (pick(4)) {
  case 0: {
    const unsigned inner = std::min(width + pick(8), 128u);
    const Term a = term(inner, depth);
    const unsigned low = pick(inner - width + 1);
    return {m_pool.extract(a.expr, low, width), width,
            [a, low, width](const Inputs& in) { return a.value(in) >> low & mask(width); }};
  }
  case 1: {
    const Term a = term(1 + pick(width), depth);
    return {m_pool.zext(a.expr, width), width, a.value};
  }
  case 2: {
    const Term a = term(1 + pick(width), depth);
    return {m_pool.sext(a.expr, width), width,
            [a, width](const Inputs& in) { return static_cast<Wide>(asSigned(a.value(in), a.width)) & mask(width); }};
  }
  default: {
    if (width == 1)
      return term(1, depth);
    const unsigned low = 1 + pick(width - 1);
    const Term high = term(width - low, depth);
    const Term rest = term(low, depth);
    return {m_pool.concat(high.expr, rest.expr), width,
            [high, rest, low](const Inputs& in) { return high.value(in) << low | rest.value(in); }};
  }
  }
}

Term RandomExpressions::term(unsigned width, unsigned depth) {
  if (depth == 0)
    return leaf(width);
  --depth;
  switch (pick(6)) {
  case 0: {
    const Term a = term(width, depth);
    return {m_pool.bitNot(a.expr), width, [a, width](const Inputs& in) { return ~a.value(in) & mask(width); }};
  }
  case 1: {
    const Term when = condition(depth);
    const Term a = term(width, depth);
    const Term b = term(width, depth);
    return {m_pool.ite(when.expr, a.expr, b.expr), width,
            [when, a, b](const Inputs& in) { return when.value(in) != 0 ? a.value(in) : b.value(in); }};
  }
  case 2:
    return resized(width, depth);
  case 3:
    return leaf(width);
  default:
    return width == 1 ? comparison(depth) : operation(width, depth);
  }
}

} // namespace revisit::test
