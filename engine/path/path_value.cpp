#include "path/path_value.h"

#include "expression/bits.h"
#include "path/path_memory.h"

namespace revisit {

namespace {

LossId firstValid(LossId a, LossId b) {
  return a.valid() ? a : b;
}

} // namespace

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

bool Arithmetic::dependsOnInputs(const Scalar& scalar) const {
  return isSymbolic(scalar) || scalar.loss.valid() || (scalar.parts && scalar.parts->dependsOnInputs(*this));
}

LossId Arithmetic::lossOf(const Scalar& scalar) const {
  return scalar.loss.valid() || !scalar.parts ? scalar.loss : scalar.parts->firstLoss();
}

LossId Arithmetic::lossFrom(const Scalar& a, const Scalar& b) {
  if (const LossId known = lossOf(a); known.valid())
    return known;
  if (const LossId known = lossOf(b); known.valid())
    return known;
  return dependsOnInputs(a) || dependsOnInputs(b) ? m_losses.lossHere() : LossId();
}

Scalar Arithmetic::withLoss(const Scalar& a, LossId loss) {
  if (!loss.valid())
    return a;
  Scalar result = concrete(a);
  result.loss = loss;
  result.parts.reset();
  return result;
}

template <class Operation> Scalar Arithmetic::lossy(Operation operation, const Scalar& a, const Scalar& b) {
  const LossId loss = lossFrom(a, b);
  const auto number = [this](const Scalar& of) {
    Scalar plain = concrete(of);
    plain.loss = {};
    return plain;
  };
  return withLoss(operation(number(a), number(b)), loss);
}

// A pointer into an object or a global: a base and an offset.
Scalar Arithmetic::based(ExprOp op, const Scalar& a, const Scalar& b) {
  const bool sameBase = a.object == b.object && a.global == b.global;
  const bool isOffset = (op == ExprOp::Add && a.isBased() != b.isBased()) || (op == ExprOp::Sub && !b.isBased());
  if (!isOffset && !(sameBase && (op == ExprOp::Sub || op == ExprOp::Eq)))
    return lose(op >= ExprOp::Eq && op <= ExprOp::Sle ? 1 : a.width, a, b);
  Scalar left = a;
  Scalar right = b;
  left.object = right.object = nullptr;
  left.global = right.global = nullptr;
  Scalar result = binary(op, left, right);
  if (isOffset) {
    result.object = (a.isBased() ? a : b).object;
    result.global = (a.isBased() ? a : b).global;
  }
  return result;
}

Scalar Arithmetic::binary(ExprOp op, const Scalar& a, const Scalar& b) {
  const bool isComparison = op >= ExprOp::Eq && op <= ExprOp::Sle;
  if (!a.known || !b.known)
    return lose(isComparison ? 1 : a.width, a, b);
  if (a.loss.valid() || b.loss.valid())
    return lossy([&](const Scalar& x, const Scalar& y) { return binary(op, x, y); }, a, b);
  if (a.isBased() || b.isBased())
    return based(op, a, b);
  const unsigned width = isComparison ? 1 : a.width;
  if (!a.expr.valid() && !b.expr.valid())
    return number(width, foldNarrow(op, a.width, a.bits, b.bits));
  const ExprId result = m_pool.binary(op, expr(a), expr(b));
  return a.width <= 64 ? of(result, foldNarrow(op, a.width, a.bits, b.bits)) : of(result);
}

Scalar Arithmetic::complement(const Scalar& a) {
  if (!a.isPlain())
    return lose(a.width, a, a);
  if (a.loss.valid())
    return lossy([&](const Scalar& x, const Scalar&) { return complement(x); }, a, a);
  return a.expr.valid() ? of(m_pool.bitNot(a.expr), ~a.bits) : number(a.width, ~a.bits);
}

Scalar Arithmetic::extract(const Scalar& a, unsigned low, unsigned width) {
  if (width == a.width)
    return a;
  if (a.parts && low % 8 == 0)
    return a.parts->load(*this, low / 8, width);
  if (!a.isPlain())
    return lose(width, a, a);
  if (a.loss.valid())
    return lossy([&](const Scalar& x, const Scalar&) { return extract(x, low, width); }, a, a);
  if (!a.expr.valid())
    return number(width, a.bits >> low);
  const ExprId part = m_pool.extract(a.expr, low, width);
  return a.width <= 64 ? of(part, a.bits >> low) : of(part);
}

Scalar Arithmetic::concat(const Scalar& high, const Scalar& low) {
  const unsigned width = high.width + low.width;
  if (!high.isPlain() || !low.isPlain())
    return lose(width, high, low);
  if (high.loss.valid() || low.loss.valid())
    return lossy([&](const Scalar& x, const Scalar& y) { return concat(x, y); }, high, low);
  if (width <= 64 && !high.expr.valid() && !low.expr.valid())
    return number(width, high.bits << low.width | low.bits);
  const ExprId joined = m_pool.concat(expr(high), expr(low));
  return of(joined, width <= 64 ? high.bits << low.width | low.bits : 0);
}

Scalar Arithmetic::resized(const Scalar& a, unsigned width, bool isSigned) {
  if (width <= a.width)
    return extract(a, 0, width);
  if (a.parts && !isSigned && (width - a.width) % 8 == 0) {
    LocalObject wide(width / 8);
    wide.store(*this, 0, a);
    wide.store(*this, a.width / 8, number(width - a.width, 0));
    return wide.load(*this, 0, width);
  }
  if (!a.isPlain())
    return lose(width, a, a);
  if (a.loss.valid())
    return lossy([&](const Scalar& x, const Scalar&) { return resized(x, width, isSigned); }, a, a);
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
    return Scalar::unknown(whenTrue.width, firstValid(lossFrom(condition, condition), lossFrom(whenTrue, whenFalse)));
  const Scalar& taken = condition.bits != 0 ? whenTrue : whenFalse;
  if (condition.loss.valid())
    return withLoss(taken, condition.loss);
  if (!isSymbolic(condition))
    return taken;
  if (!canChoose(whenTrue, whenFalse) || whenTrue.loss.valid() || whenFalse.loss.valid())
    return withLoss(taken, lossFrom(condition, whenTrue.loss.valid() ? whenTrue : whenFalse));
  Scalar result = of(m_pool.ite(condition.expr, expr(whenTrue), expr(whenFalse)), taken.bits);
  result.object = taken.object;
  result.global = taken.global;
  return result;
}

} // namespace revisit
