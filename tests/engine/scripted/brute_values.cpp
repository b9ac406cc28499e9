#include "brute_values.h"

namespace revisit::test {

Datum BruteValues::input(int thread, int index, unsigned bits) {
  const SymbolId symbol =
      m_pool.symbol(ThreadId(static_cast<std::uint32_t>(thread)), static_cast<std::uint32_t>(index), bits, "s");
  return {m_inputs[{thread, index}], m_pool.zext(m_pool.symbolExpr(symbol), 8)};
}

Decision BruteValues::decide(const Datum& a, const Datum& b, Compare compare) {
  const ExprId x = exprOf(a), y = exprOf(b);
  ExprId e;
  bool holds = false;
  switch (compare) {
  case Compare::Eq:
    e = m_pool.eq(x, y), holds = a.number == b.number;
    break;
  case Compare::Ne:
    e = m_pool.bitNot(m_pool.eq(x, y)), holds = a.number != b.number;
    break;
  case Compare::Ult:
    e = m_pool.binary(ExprOp::Ult, x, y), holds = a.number < b.number;
    break;
  case Compare::Ule:
    e = m_pool.binary(ExprOp::Ule, x, y), holds = a.number <= b.number;
    break;
  }
  return {holds, !m_pool.isConstant(e)};
}

Datum BruteValues::combine(RmwOp op, const Datum& old, const Datum& operand) {
  if (op == RmwOp::Exchange)
    return operand;
  const bool adds = op == RmwOp::Add; // otherwise Or
  Datum result{adds ? (old.number + operand.number) & 0xff : old.number | operand.number, {}};
  if (old.expr.valid() || operand.expr.valid()) {
    const ExprId both = m_pool.binary(adds ? ExprOp::Add : ExprOp::Or, exprOf(old), exprOf(operand));
    if (!m_pool.isConstant(both))
      result.expr = both;
  }
  return result;
}

} // namespace revisit::test
