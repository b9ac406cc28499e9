// Simplifying constructors of arithmetic, bitwise operations and shifts.
#include "expression/pool_impl.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace revisit {

using Impl = ExpressionPool::Impl;

namespace {

bool isComparison(ExprOp op) {
  return op >= ExprOp::Eq && op <= ExprOp::Sle;
}

} // namespace

ExprId Impl::fold(ExprOp op, ExprId a, ExprId b) {
  if (width(a) <= 64)
    return constant(isComparison(op) ? 1 : width(a), foldNarrow(op, width(a), node(a).bits, node(b).bits));
  return constant(foldWide(op, wide(a), wide(b)));
}

bool Impl::isConstantIte(ExprId e) const {
  return is(e, ExprOp::Ite) && isConstant(node(e).operands[1]) && isConstant(node(e).operands[2]);
}

ExprId Impl::binary(ExprOp op, ExprId a, ExprId b) {
  assert(width(a) == width(b));
  if (isConstant(a) && isConstant(b))
    return fold(op, a, b);
  // An operation on a choice between constants gives a choice between constants.
  if (isConstantIte(a) && isConstant(b)) {
    const Node& choice = node(a);
    return ite(choice.operands[0], fold(op, choice.operands[1], b), fold(op, choice.operands[2], b));
  }
  if (isConstantIte(b) && isConstant(a)) {
    const Node& choice = node(b);
    return ite(choice.operands[0], fold(op, a, choice.operands[1]), fold(op, a, choice.operands[2]));
  }
  switch (op) {
  case ExprOp::Add:
    return add(a, b);
  case ExprOp::Sub:
    return sub(a, b);
  case ExprOp::Mul:
    return mul(a, b);
  case ExprOp::UDiv:
  case ExprOp::SDiv:
  case ExprOp::URem:
  case ExprOp::SRem:
    return division(op, a, b);
  case ExprOp::And:
    return bitAnd(a, b);
  case ExprOp::Or:
    return bitOr(a, b);
  case ExprOp::Xor:
    return bitXor(a, b);
  case ExprOp::Shl:
  case ExprOp::LShr:
  case ExprOp::AShr:
    return shift(op, a, b);
  case ExprOp::Eq:
    return eq(a, b);
  case ExprOp::Ult:
    return less(false, a, b);
  case ExprOp::Ule:
    return lessOrEqual(false, a, b);
  case ExprOp::Slt:
    return less(true, a, b);
  case ExprOp::Sle:
    return lessOrEqual(true, a, b);
  default:
    break;
  }
  assert(!"not a binary operation");
  return a;
}

ExprId Impl::bitNot(ExprId a) {
  const Node& n = node(a);
  switch (n.op) {
  case ExprOp::Constant:
    return constant(wideNot(wide(a)));
  case ExprOp::Not:
    return n.operands[0];
  case ExprOp::Ult:
    return lessOrEqual(false, n.operands[1], n.operands[0]);
  case ExprOp::Ule:
    return less(false, n.operands[1], n.operands[0]);
  case ExprOp::Slt:
    return lessOrEqual(true, n.operands[1], n.operands[0]);
  case ExprOp::Sle:
    return less(true, n.operands[1], n.operands[0]);
  case ExprOp::Ite:
    if (isConstantIte(a))
      return ite(n.operands[0], bitNot(n.operands[1]), bitNot(n.operands[2]));
    break;
  default:
    break;
  }
  return make(ExprOp::Not, n.width, {a});
}

// a + constant, with the constants of nested sums collected on the outside.
ExprId Impl::plusConstant(ExprId a, ExprId c) {
  if (isZero(c))
    return a;
  if (is(a, ExprOp::Add) && isConstant(right(a)))
    return plusConstant(left(a), fold(ExprOp::Add, right(a), c));
  if (is(a, ExprOp::Sub) && isConstant(left(a)))
    return sub(fold(ExprOp::Add, left(a), c), right(a));
  if (const ExprId narrow = narrowedByRange(ExprOp::Add, a, c); narrow.valid())
    return narrow;
  return make(ExprOp::Add, width(a), {a, c});
}

// The value of a + b, a | b and a ^ b if no bit can be set in both: (h << k) with an extension of at most k bits.
ExprId Impl::joinDisjoint(ExprId a, ExprId b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if (!is(b, ExprOp::ZExt))
      continue;
    const unsigned low = width(left(b));
    if (is(a, ExprOp::ZExt) && is(left(a), ExprOp::Concat)) {
      const ExprId inner = left(a);
      const ExprId zeros = right(inner);
      if (isZero(zeros) && low <= width(zeros))
        return extend(false, concat(left(inner), extend(false, left(b), width(zeros))), width(a));
    }
    if (is(a, ExprOp::Concat) && isZero(right(a)) && low <= width(right(a)))
      return concat(left(a), extend(false, left(b), width(right(a))));
  }
  return {};
}

// An operation on values that were extended, if it cannot overflow before: it is done there. Invalid otherwise.
ExprId Impl::narrowedByRange(ExprOp op, ExprId a, ExprId b) {
  const auto inner = [this](ExprId e) { return is(e, ExprOp::ZExt) ? width(left(e)) : isConstant(e) ? 0 : width(e); };
  const unsigned bits = std::max(inner(a), inner(b));
  if (bits == 0 || bits >= width(a) || bits > 64)
    return {};
  const ExprId second = extract(b, 0, bits);
  const ExprId first = extract(a, 0, bits);
  const std::uint64_t most = maskOf(bits);
  const ValueRange ofFirst = range(first);
  const ValueRange ofSecond = range(second);
  std::uint64_t product = 0;
  const bool isExtended = extend(false, second, width(a)) == b;
  bool fits = isExtended && ofSecond.high <= most - ofFirst.high;
  if (op == ExprOp::Mul)
    fits = isExtended && !__builtin_mul_overflow(ofFirst.high, ofSecond.high, &product) && product <= most;
  // A negative constant is subtracted.
  if (op == ExprOp::Add && isConstant(b) && extend(true, second, width(a)) == b)
    fits |= ofSecond.low > most >> 1 && ofFirst.low >= most - ofSecond.low + 1;
  return fits ? extend(false, binary(op, first, second), width(a)) : ExprId();
}

ExprId Impl::add(ExprId a, ExprId b) {
  if (width(a) == 1)
    return bitXor(a, b);
  if (isConstant(a))
    return plusConstant(b, a);
  if (isConstant(b))
    return plusConstant(a, b);
  if (const ExprId whole = joinQuotient(a, b); whole.valid())
    return whole;
  if (const ExprId narrow = narrowedByRange(ExprOp::Add, a, b); narrow.valid())
    return narrow;
  if (is(a, ExprOp::Add) && isConstant(right(a)))
    return plusConstant(add(left(a), b), right(a));
  if (is(b, ExprOp::Add) && isConstant(right(b)))
    return plusConstant(add(a, left(b)), right(b));
  if (is(a, ExprOp::Sub) && isZero(left(a)))
    return sub(b, right(a));
  if (is(b, ExprOp::Sub) && isZero(left(b)))
    return sub(a, right(b));
  if (is(a, ExprOp::Sub) && right(a) == b)
    return left(a);
  if (is(b, ExprOp::Sub) && right(b) == a)
    return left(b);
  if (const ExprId joined = joinDisjoint(a, b); joined.valid())
    return joined;
  return makeOrdered(ExprOp::Add, width(a), a, b);
}

ExprId Impl::sub(ExprId a, ExprId b) {
  if (width(a) == 1)
    return bitXor(a, b);
  if (a == b)
    return constant(WideBits(width(a), 0));
  if (isConstant(a) && isConstant(b))
    return fold(ExprOp::Sub, a, b);
  const ExprId zero = constant(WideBits(width(a), 0));
  if (isConstant(b))
    return plusConstant(a, fold(ExprOp::Sub, zero, b));
  if (is(a, ExprOp::Add)) {
    if (isConstant(right(a)))
      return plusConstant(sub(left(a), b), right(a));
    if (left(a) == b)
      return right(a);
    if (right(a) == b)
      return left(a);
  }
  if (is(b, ExprOp::Add) && isConstant(right(b)))
    return plusConstant(sub(a, left(b)), fold(ExprOp::Sub, zero, right(b)));
  if (is(b, ExprOp::Sub) && isConstant(left(b)))
    return plusConstant(add(a, right(b)), fold(ExprOp::Sub, zero, left(b)));
  if (const ExprId remainder = withoutMultiple(a, b); remainder.valid())
    return remainder;
  return make(ExprOp::Sub, width(a), {a, b});
}

ExprId Impl::mul(ExprId a, ExprId b) {
  if (width(a) == 1)
    return bitAnd(a, b);
  if (isConstant(a))
    std::swap(a, b);
  if (isConstant(b)) {
    if (isZero(b))
      return b;
    if (isOnes(b))
      return sub(constant(WideBits(width(a), 0)), a);
    if (is(a, ExprOp::Mul) && isConstant(right(a)))
      return mul(left(a), fold(ExprOp::Mul, right(a), b));
    if (width(a) <= 64 && std::has_single_bit(node(b).bits))
      return shift(ExprOp::Shl, a, constant(width(a), std::countr_zero(node(b).bits)));
    if (isNarrowConstant(b, 1) || (width(a) > 64 && wide(b) == WideBits(width(a), 1)))
      return a;
  }
  if (const ExprId narrow = narrowedByRange(ExprOp::Mul, a, b); narrow.valid())
    return narrow;
  return makeOrdered(ExprOp::Mul, width(a), a, b);
}

ExprId Impl::bitAnd(ExprId a, ExprId b) {
  if (a == b)
    return a;
  if (isConstant(a))
    std::swap(a, b);
  if (isZero(b))
    return b;
  if (isOnes(b))
    return a;
  if (is(a, ExprOp::Not) ? left(a) == b : is(b, ExprOp::Not) && left(b) == a)
    return constant(WideBits(width(a), 0));
  if (isConstant(b)) {
    if (is(a, ExprOp::And) && isConstant(right(a)))
      return bitAnd(left(a), fold(ExprOp::And, right(a), b));
    const unsigned ones = width(a) <= 64 ? std::countr_one(node(b).bits) : 0;
    if (ones > 0 && node(b).bits == maskOf(ones))
      return extend(false, extract(a, 0, ones), width(a));
    if (is(a, ExprOp::ZExt))
      return extend(false, bitAnd(left(a), extract(b, 0, width(left(a)))), width(a));
  }
  if (is(a, ExprOp::ZExt) && is(b, ExprOp::ZExt) && width(left(a)) == width(left(b)))
    return extend(false, bitAnd(left(a), left(b)), width(a));
  // Absorption: a & (a & x).
  if (is(a, ExprOp::And) && (left(a) == b || right(a) == b))
    return a;
  if (is(b, ExprOp::And) && (left(b) == a || right(b) == a))
    return b;
  if (width(a) == 1) {
    // a & !(a & x) is a & !x.
    for (int turn = 0; turn < 2; ++turn, std::swap(a, b))
      if (is(b, ExprOp::Not) && is(left(b), ExprOp::And)) {
        const ExprId conjunction = left(b);
        if (left(conjunction) == a)
          return bitAnd(a, bitNot(right(conjunction)));
        if (right(conjunction) == a)
          return bitAnd(a, bitNot(left(conjunction)));
      }
  }
  return makeOrdered(ExprOp::And, width(a), a, b);
}

ExprId Impl::bitOr(ExprId a, ExprId b) {
  if (a == b)
    return a;
  if (width(a) == 1)
    return bitNot(bitAnd(bitNot(a), bitNot(b)));
  if (isConstant(a))
    std::swap(a, b);
  if (isZero(b))
    return a;
  if (isOnes(b))
    return b;
  if (is(a, ExprOp::Not) ? left(a) == b : is(b, ExprOp::Not) && left(b) == a)
    return bitNot(constant(WideBits(width(a), 0)));
  if (isConstant(b) && is(a, ExprOp::Or) && isConstant(right(a)))
    return bitOr(left(a), fold(ExprOp::Or, right(a), b));
  if (const ExprId joined = joinDisjoint(a, b); joined.valid())
    return joined;
  if (is(a, ExprOp::ZExt) && is(b, ExprOp::ZExt) && width(left(a)) == width(left(b)))
    return extend(false, bitOr(left(a), left(b)), width(a));
  return makeOrdered(ExprOp::Or, width(a), a, b);
}

ExprId Impl::bitXor(ExprId a, ExprId b) {
  if (a == b)
    return constant(WideBits(width(a), 0));
  if (width(a) == 1)
    return bitNot(eq(a, b));
  if (isConstant(a))
    std::swap(a, b);
  if (isZero(b))
    return a;
  if (isOnes(b))
    return bitNot(a);
  if (is(a, ExprOp::Not))
    return bitNot(bitXor(left(a), b));
  if (is(b, ExprOp::Not))
    return bitNot(bitXor(a, left(b)));
  if (isConstant(b) && is(a, ExprOp::Xor) && isConstant(right(a)))
    return bitXor(left(a), fold(ExprOp::Xor, right(a), b));
  if (const ExprId joined = joinDisjoint(a, b); joined.valid())
    return joined;
  if (is(a, ExprOp::ZExt) && is(b, ExprOp::ZExt) && width(left(a)) == width(left(b)))
    return extend(false, bitXor(left(a), left(b)), width(a));
  return makeOrdered(ExprOp::Xor, width(a), a, b);
}

ExprId Impl::shift(ExprOp op, ExprId a, ExprId b) {
  if (isZero(a) || isZero(b))
    return a;
  if (!isConstant(b))
    return make(op, width(a), {a, b});
  const unsigned bits = width(a);
  const WideBits amount = wide(b);
  const bool all = !foldWide(ExprOp::Ult, amount, WideBits(bits, bits)).bit(0);
  if (all && !(bits > 1 && op == ExprOp::AShr))
    return op == ExprOp::AShr ? a : constant(WideBits(bits, 0));
  const unsigned count = all ? bits - 1 : static_cast<unsigned>(amount.words[0]);
  if (op == ExprOp::Shl)
    return concat(extract(a, 0, bits - count), constant(WideBits(count, 0)));
  return extend(op == ExprOp::AShr, extract(a, count, bits - count), bits);
}

} // namespace revisit
