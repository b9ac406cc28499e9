// Simplifying constructors of comparisons.
#include "expression/pool_impl.h"

namespace revisit {

using Impl = ExpressionPool::Impl;

namespace {

std::uint64_t smallestOf(bool isSigned, unsigned width) {
  return isSigned ? 1ull << (width - 1) : 0;
}
std::uint64_t largestOf(bool isSigned, unsigned width) {
  return isSigned ? maskOf(width) >> 1 : maskOf(width);
}

// The inverse of an odd number modulo 2^64 (Newton's iteration doubles the right bits each time).
std::uint64_t inverseOfOdd(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i)
    inverse *= 2 - odd * inverse;
  return inverse;
}

} // namespace

ExprId Impl::eq(ExprId a, ExprId b) {
  if (a == b)
    return boolean(true);
  if (isConstant(a) && isConstant(b))
    return fold(ExprOp::Eq, a, b);
  if (isConstant(a))
    std::swap(a, b);
  if (width(a) == 1)
    return eqBoolean(a, b);
  if (isConstant(b))
    return eqConstant(a, b);
  for (const ExprOp extension : {ExprOp::ZExt, ExprOp::SExt})
    if (is(a, extension) && is(b, extension)) {
      commonExtension(extension == ExprOp::SExt, a, b);
      return eq(a, b);
    }
  if (is(a, ExprOp::Not) && is(b, ExprOp::Not))
    return eq(left(a), left(b));
  return eqSums(a, b);
}

ExprId Impl::eqBoolean(ExprId a, ExprId b) {
  if (isConstant(b))
    return isOnes(b) ? a : bitNot(a);
  if (a == bitNot(b))
    return boolean(false);
  // The negation is moved outside, whichever side had it.
  const bool negated = is(a, ExprOp::Not) != is(b, ExprOp::Not);
  if (is(a, ExprOp::Not))
    a = left(a);
  if (is(b, ExprOp::Not))
    b = left(b);
  // An ordering and its negation are both positive nodes: the smaller id represents the pair.
  bool flipped = negated;
  for (ExprId* side : {&a, &b})
    if (is(*side, ExprOp::Ule) || is(*side, ExprOp::Sle)) {
      *side = bitNot(*side);
      flipped = !flipped;
    }
  const ExprId equal = a == b ? boolean(true) : makeOrdered(ExprOp::Eq, 1, a, b);
  return flipped ? bitNot(equal) : equal;
}

ExprId Impl::eqIte(ExprId a, ExprId c) {
  const Node& choice = node(a);
  const ExprId condition = choice.operands[0];
  const ExprId whenTrue = choice.operands[1];
  const ExprId whenFalse = choice.operands[2];
  if (!isConstant(whenTrue) && !isConstant(whenFalse))
    return makeOrdered(ExprOp::Eq, 1, a, c);
  return ite(condition, eq(whenTrue, c), eq(whenFalse, c));
}

// a == c where c is a constant: the operations on the unknown are inverted and applied to the constant.
ExprId Impl::eqConstant(ExprId a, ExprId c) {
  const unsigned bits = width(a);
  if (bits <= 64 && (range(c).low < range(a).low || range(c).low > range(a).high))
    return boolean(false);
  const Node& n = node(a);
  switch (n.op) {
  case ExprOp::Add:
    if (isConstant(n.operands[1]))
      return eq(n.operands[0], fold(ExprOp::Sub, c, n.operands[1]));
    break;
  case ExprOp::Sub:
    if (isConstant(n.operands[0]))
      return eq(n.operands[1], fold(ExprOp::Sub, n.operands[0], c));
    if (isZero(c))
      return eq(n.operands[0], n.operands[1]);
    break;
  case ExprOp::Xor:
    if (isConstant(n.operands[1]))
      return eq(n.operands[0], fold(ExprOp::Xor, c, n.operands[1]));
    if (isZero(c))
      return eq(n.operands[0], n.operands[1]);
    break;
  case ExprOp::UDiv:
    if (isSmallConstant(n.operands[1]) && node(n.operands[1]).bits != 0)
      return quotientEquals(a, node(c).bits);
    break;
  case ExprOp::Mul:
    if (bits <= 64 && isConstant(n.operands[1]) && (node(n.operands[1]).bits & 1) != 0)
      return eq(n.operands[0], constant(bits, node(c).bits * inverseOfOdd(node(n.operands[1]).bits)));
    break;
  case ExprOp::And:
    if (isConstant(n.operands[1]) && fold(ExprOp::And, c, n.operands[1]) != c)
      return boolean(false);
    break;
  case ExprOp::Or:
    if (isZero(c))
      return bitAnd(eq(n.operands[0], c), eq(n.operands[1], c));
    if (isConstant(n.operands[1]) && fold(ExprOp::Or, c, n.operands[1]) != c)
      return boolean(false);
    break;
  case ExprOp::Not:
    return eq(n.operands[0], bitNot(c));
  case ExprOp::ZExt:
  case ExprOp::SExt: {
    const ExprId low = extract(c, 0, width(n.operands[0]));
    return extend(n.op == ExprOp::SExt, low, bits) == c ? eq(n.operands[0], low) : boolean(false);
  }
  case ExprOp::Concat: {
    const unsigned low = width(n.operands[1]);
    return bitAnd(eq(n.operands[0], extract(c, low, bits - low)), eq(n.operands[1], extract(c, 0, low)));
  }
  case ExprOp::Ite:
    return eqIte(a, c);
  default:
    break;
  }
  return makeOrdered(ExprOp::Eq, 1, a, c);
}

// Equality of two unknown sides: common terms are removed, and a constant summand is moved to the side with the smaller
// id.
ExprId Impl::eqSums(ExprId a, ExprId b) {
  const unsigned bits = width(a);
  if (b < a)
    std::swap(a, b);
  ExprId offset = constant(WideBits(bits, 0));
  const ExprId zero = offset;
  if (is(a, ExprOp::Add) && isConstant(right(a))) {
    offset = right(a);
    a = left(a);
  }
  if (is(b, ExprOp::Add) && isConstant(right(b))) {
    offset = fold(ExprOp::Sub, offset, right(b));
    b = left(b);
  }
  if (a == b)
    return boolean(isZero(offset));
  if (b < a) {
    std::swap(a, b);
    offset = fold(ExprOp::Sub, zero, offset);
  }
  // Now a + offset == b, neither with a constant summand, and a < b: only b can contain a.
  if (is(b, ExprOp::Add) && (left(b) == a || right(b) == a))
    return eq(left(b) == a ? right(b) : left(b), offset);
  if (is(b, ExprOp::Sub) && left(b) == a)
    return eq(right(b), fold(ExprOp::Sub, zero, offset));
  if (is(a, ExprOp::Add) && is(b, ExprOp::Add))
    for (const ExprId common : {left(a), right(a)})
      if (common == left(b) || common == right(b))
        return eq(plusConstant(common == left(a) ? right(a) : left(a), offset), common == left(b) ? right(b) : left(b));
  return makeOrdered(ExprOp::Eq, 1, plusConstant(a, offset), b);
}

bool Impl::nonNegative(ExprId a) const {
  if (isConstant(a))
    return !wide(a).negative();
  return is(a, ExprOp::ZExt) || (width(a) <= 64 && range(a).high <= maskOf(width(a)) >> 1);
}

// Two extensions of the same kind compare like their operands at a common width. False when they are not of that form.
bool Impl::commonExtension(bool isSigned, ExprId& a, ExprId& b) {
  const ExprOp extension = isSigned ? ExprOp::SExt : ExprOp::ZExt;
  if (!is(a, extension) || !is(b, extension))
    return false;
  const unsigned common = std::max(width(left(a)), width(left(b)));
  a = extend(isSigned, left(a), common);
  b = extend(isSigned, left(b), common);
  return true;
}

ExprId Impl::lessBoolean(bool isSigned, ExprId a, ExprId b) {
  return isSigned ? bitAnd(a, bitNot(b)) : bitAnd(bitNot(a), b); // as a signed number, true is -1
}

ExprId Impl::less(bool isSigned, ExprId a, ExprId b) {
  if (a == b)
    return boolean(false);
  const ExprOp op = isSigned ? ExprOp::Slt : ExprOp::Ult;
  if (isConstant(a) && isConstant(b))
    return fold(op, a, b);
  if (width(a) == 1)
    return lessBoolean(isSigned, a, b);
  if (width(a) <= 64)
    if (const ValueRange known = rangeOf(op, width(a), range(a), range(b)); known.isSingle())
      return boolean(known.low != 0);
  if (isSigned && nonNegative(a) && nonNegative(b))
    return less(false, a, b);
  // Sign extensions of both sides preserve the unsigned order too.
  if (commonExtension(isSigned, a, b) || (!isSigned && commonExtension(true, a, b)))
    return less(isSigned, a, b);
  if (width(a) <= 64 && isConstant(b))
    return lessThanConstant(isSigned, a, b);
  if (width(a) <= 64 && isConstant(a))
    return constantLessThan(isSigned, a, b);
  return make(op, 1, {a, b});
}

ExprId Impl::lessThanConstant(bool isSigned, ExprId a, ExprId c) {
  const unsigned bits = width(a);
  const std::uint64_t bound = node(c).bits;
  const std::uint64_t smallest = smallestOf(isSigned, bits);
  if (bound == smallest)
    return boolean(false);
  if (bound == ((smallest + 1) & maskOf(bits)))
    return eq(a, constant(bits, smallest));
  if (bound == largestOf(isSigned, bits))
    return bitNot(eq(a, c));
  if (is(a, ExprOp::ZExt)) {
    if (isSigned && signedOf(bound, bits) < 0)
      return boolean(false);
    const unsigned inner = width(left(a));
    return bound > maskOf(inner) ? boolean(true) : less(false, left(a), constant(inner, bound));
  }
  if (isSigned && is(a, ExprOp::SExt)) {
    const unsigned inner = width(left(a));
    if (signedOf(bound, bits) > signedOf(largestOf(true, inner), inner))
      return boolean(true);
    if (signedOf(bound, bits) <= signedOf(smallestOf(true, inner), inner))
      return boolean(false);
    return less(true, left(a), constant(inner, bound));
  }
  if (!isSigned)
    if (const ExprId bounded = boundOfOperand(a, bound, true); bounded.valid())
      return bounded;
  return make(isSigned ? ExprOp::Slt : ExprOp::Ult, 1, {a, c});
}

ExprId Impl::constantLessThan(bool isSigned, ExprId c, ExprId b) {
  const unsigned bits = width(b);
  const std::uint64_t bound = node(c).bits;
  const std::uint64_t largest = largestOf(isSigned, bits);
  if (bound == largest)
    return boolean(false);
  if (bound == ((largest - 1) & maskOf(bits)))
    return eq(b, constant(bits, largest));
  if (bound == smallestOf(isSigned, bits))
    return bitNot(eq(b, c));
  if (is(b, ExprOp::ZExt)) {
    if (isSigned && signedOf(bound, bits) < 0)
      return boolean(true);
    const unsigned inner = width(left(b));
    return bound >= maskOf(inner) ? boolean(false) : less(false, constant(inner, bound), left(b));
  }
  if (isSigned && is(b, ExprOp::SExt)) {
    const unsigned inner = width(left(b));
    if (signedOf(bound, bits) < signedOf(smallestOf(true, inner), inner))
      return boolean(true);
    if (signedOf(bound, bits) >= signedOf(largestOf(true, inner), inner))
      return boolean(false);
    return less(true, constant(inner, bound), left(b));
  }
  if (!isSigned)
    if (const ExprId bounded = boundOfOperand(b, bound + 1, false); bounded.valid())
      return bounded;
  return make(isSigned ? ExprOp::Slt : ExprOp::Ult, 1, {c, b});
}

ExprId Impl::lessOrEqual(bool isSigned, ExprId a, ExprId b) {
  if (a == b)
    return boolean(true);
  const ExprOp op = isSigned ? ExprOp::Sle : ExprOp::Ule;
  if (isConstant(a) && isConstant(b))
    return fold(op, a, b);
  if (width(a) == 1)
    return bitNot(lessBoolean(isSigned, b, a));
  if (width(a) <= 64 && isConstant(b)) {
    if (node(b).bits == largestOf(isSigned, width(a)))
      return boolean(true);
    return less(isSigned, a, constant(width(a), node(b).bits + 1));
  }
  if (width(a) <= 64 && isConstant(a)) {
    if (node(a).bits == smallestOf(isSigned, width(a)))
      return boolean(true);
    return less(isSigned, constant(width(a), node(a).bits - 1), b);
  }
  if (isSigned && nonNegative(a) && nonNegative(b))
    return lessOrEqual(false, a, b);
  if (commonExtension(isSigned, a, b) || (!isSigned && commonExtension(true, a, b)))
    return lessOrEqual(isSigned, a, b);
  return make(op, 1, {a, b});
}

} // namespace revisit
