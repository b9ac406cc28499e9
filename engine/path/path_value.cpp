#include "path/path_value.h"

#include "expression/bits.h"
#include "path/path_memory.h"

namespace revisit {

Scalar Arithmetic::number(unsigned width, std::uint64_t bits) {
  if (width > 64)
    return number(width, std::span(&bits, 1));
  Scalar scalar;
  scalar.width = width;
  scalar.known = true;
  scalar.bits = bits & maskOf(width);
  return scalar;
}

Scalar Arithmetic::number(unsigned width, std::span<const std::uint64_t> words) {
  if (width <= 64)
    return number(width, words.front());
  Scalar scalar;
  scalar.width = width;
  scalar.known = true;
  scalar.expr = m_pool.wideConstant(width, words);
  return scalar;
}

Scalar Arithmetic::of(ExprId expr, std::uint64_t bits) {
  const unsigned width = m_pool.width(expr);
  if (width <= 64 && m_pool.isConstant(expr))
    return number(width, m_pool.constantBits(expr));
  Scalar scalar;
  scalar.width = width;
  scalar.known = true;
  scalar.bits = width <= 64 ? bits & maskOf(width) : 0;
  scalar.expr = expr;
  return scalar;
}

Scalar Arithmetic::of(ExprId expr) {
  return of(expr, m_pool.width(expr) <= 64 ? m_pool.evaluate(expr, m_inputs) : 0);
}

ExprId Arithmetic::expr(const Scalar& plain) {
  return plain.expr.valid() ? plain.expr : m_pool.constant(plain.width, plain.bits);
}

Scalar Arithmetic::concrete(const Scalar& a) {
  if (!a.known || !a.expr.valid())
    return a;
  Scalar result = a;
  result.expr = {};
  if (a.width > 64) {
    std::vector<std::uint64_t> words;
    for (unsigned low = 0; low < a.width; low += 64)
      words.push_back(m_pool.evaluate(m_pool.extract(a.expr, low, std::min(64u, a.width - low)), m_inputs));
    result.expr = m_pool.wideConstant(a.width, words);
  }
  return result;
}

bool Arithmetic::mayBeSymbolic(const Scalar& scalar) const {
  return isSymbolic(scalar) || (scalar.parts && scalar.parts->isSymbolic(*this));
}

Scalar Arithmetic::lose(unsigned width, const Scalar& a, const Scalar& b) {
  m_lost = m_lost || mayBeSymbolic(a) || mayBeSymbolic(b);
  return Scalar::unknown(width);
}

Scalar Arithmetic::binary(ExprOp op, const Scalar& a, const Scalar& b) {
  const bool isComparison = op >= ExprOp::Eq && op <= ExprOp::Sle;
  const unsigned width = isComparison ? 1 : a.width;
  if (!a.known || !b.known)
    return lose(width, a, b);
  if (a.isBased() || b.isBased()) {
    const bool sameBase = a.object == b.object && a.global == b.global;
    Scalar result = a.isBased() ? a : b;
    const bool isOffset = (op == ExprOp::Add && a.isBased() != b.isBased()) || (op == ExprOp::Sub && !b.isBased());
    if (!isOffset && !(sameBase && (op == ExprOp::Sub || op == ExprOp::Eq)))
      return lose(width, a, b);
    Scalar left = a;
    Scalar right = b;
    left.object = right.object = nullptr;
    left.global = right.global = nullptr;
    Scalar offset = binary(op, left, right);
    if (!isOffset)
      return offset;
    offset.object = result.object;
    offset.global = result.global;
    return offset;
  }
  if (!a.expr.valid() && !b.expr.valid())
    return number(width, foldNarrow(op, a.width, a.bits, b.bits));
  const ExprId result = m_pool.binary(op, expr(a), expr(b));
  return a.width <= 64 ? of(result, foldNarrow(op, a.width, a.bits, b.bits)) : of(result);
}

Scalar Arithmetic::complement(const Scalar& a) {
  if (!a.isPlain())
    return lose(a.width, a, a);
  return a.expr.valid() ? of(m_pool.bitNot(a.expr), ~a.bits) : number(a.width, ~a.bits);
}

Scalar Arithmetic::extract(const Scalar& a, unsigned low, unsigned width) {
  if (width == a.width)
    return a;
  if (a.parts && low % 8 == 0)
    return a.parts->load(*this, low / 8, width);
  if (!a.isPlain())
    return lose(width, a, a);
  if (!a.expr.valid())
    return number(width, a.bits >> low);
  const ExprId part = m_pool.extract(a.expr, low, width);
  return a.width <= 64 ? of(part, a.bits >> low) : of(part);
}

Scalar Arithmetic::concat(const Scalar& high, const Scalar& low) {
  const unsigned width = high.width + low.width;
  if (!high.isPlain() || !low.isPlain())
    return lose(width, high, low);
  if (width <= 64 && !high.expr.valid() && !low.expr.valid())
    return number(width, high.bits << low.width | low.bits);
  const ExprId joined = m_pool.concat(expr(high), expr(low));
  return of(joined, width <= 64 ? high.bits << low.width | low.bits : 0);
}

Scalar Arithmetic::resized(const Scalar& a, unsigned width, bool isSigned) {
  if (width <= a.width)
    return extract(a, 0, width);
  if (!a.isPlain())
    return lose(width, a, a);
  if (!a.expr.valid() && width <= 64)
    return number(width, isSigned ? static_cast<std::uint64_t>(signedOf(a.bits, a.width)) : a.bits);
  const ExprId wide = isSigned ? m_pool.sext(expr(a), width) : m_pool.zext(expr(a), width);
  return of(wide, isSigned && a.width <= 64 ? static_cast<std::uint64_t>(signedOf(a.bits, a.width)) : a.bits);
}

bool Arithmetic::canChoose(const Scalar& a, const Scalar& b) const {
  return a.known && b.known && a.object == b.object && a.global == b.global;
}

Scalar Arithmetic::choose(const Scalar& condition, const Scalar& whenTrue, const Scalar& whenFalse) {
  if (!condition.known)
    return lose(whenTrue.width, whenTrue, whenFalse);
  const Scalar& taken = condition.bits != 0 ? whenTrue : whenFalse;
  if (!isSymbolic(condition))
    return taken;
  if (!canChoose(whenTrue, whenFalse)) {
    m_lost = true;
    return taken;
  }
  Scalar result = of(m_pool.ite(condition.expr, expr(whenTrue), expr(whenFalse)), taken.bits);
  result.object = taken.object;
  result.global = taken.global;
  return result;
}

} // namespace revisit
