// Simplifying constructors of concatenation, extraction, extension and choice.
#include "expression/pool_impl.h"

#include <algorithm>
#include <cassert>

namespace revisit {

using Impl = ExpressionPool::Impl;

// Equal sequences of bits have one form, in whatever pieces they are put together: constants are as long as possible,
// and zeros at the upper end are an extension. Memory is written and read in different pieces.
ExprId Impl::constantAbove(ExprId high, ExprId low) {
  if (is(low, ExprOp::ZExt)) {
    const ExprId zeros = constant(WideBits(width(low) - width(left(low)), 0));
    return concat(constant(wideConcat(wide(high), wide(zeros))), left(low));
  }
  if (is(low, ExprOp::Concat) && isConstant(left(low)))
    return concat(constant(wideConcat(wide(high), wide(left(low)))), right(low));
  unsigned used = width(high);
  while (isZero(extract(high, used - 1, 1)))
    used--;
  if (used < width(high))
    return extend(false, concat(extract(high, 0, used), low), width(high) + width(low));
  return make(ExprOp::Concat, width(high) + width(low), {high, low});
}

ExprId Impl::concat(ExprId high, ExprId low) {
  const unsigned bits = width(high) + width(low);
  if (isConstant(high) && isConstant(low))
    return constant(wideConcat(wide(high), wide(low)));
  if (isZero(high))
    return extend(false, low, bits);
  if (isConstant(high))
    return constantAbove(high, low);
  if (is(high, ExprOp::Concat))
    return concat(left(high), concat(right(high), low));
  if (is(high, ExprOp::ZExt) || is(high, ExprOp::SExt))
    return extend(is(high, ExprOp::SExt), concat(left(high), low), bits);
  const auto adjacent = [this](ExprId upper, ExprId lower) {
    return is(upper, ExprOp::Extract) && is(lower, ExprOp::Extract) && left(upper) == left(lower) &&
           node(upper).aux == node(lower).aux + width(lower);
  };
  if (adjacent(high, low))
    return extract(left(high), node(low).aux, bits);
  if (is(low, ExprOp::Concat)) {
    const ExprId middle = left(low);
    if (adjacent(high, middle))
      return concat(extract(left(high), node(middle).aux, width(high) + width(middle)), right(low));
  }
  // Copies of the top bit above a value are its sign extension.
  if (width(high) == 1 && is(high, ExprOp::Extract) && extract(low, width(low) - 1, 1) == high)
    return extend(true, low, bits);
  return make(ExprOp::Concat, bits, {high, low});
}

// The low `width` bits of an arithmetic operation on operands that were extended from at most that width: the operation
// is done at that width directly, as in the source (C promotes all operands to int).
ExprId Impl::narrowedArithmetic(ExprId a, unsigned width) {
  const Node& n = node(a);
  if (n.op < ExprOp::Add || n.op > ExprOp::Xor || (n.op >= ExprOp::UDiv && n.op <= ExprOp::SRem))
    return {};
  bool extended = false;
  for (unsigned i = 0; i < 2; ++i) {
    const ExprId operand = n.operands[i];
    if (isConstant(operand))
      continue;
    if ((!is(operand, ExprOp::ZExt) && !is(operand, ExprOp::SExt)) || this->width(left(operand)) > width)
      return {};
    extended = true;
  }
  if (!extended)
    return {};
  return binary(n.op, extract(n.operands[0], 0, width), extract(n.operands[1], 0, width));
}

ExprId Impl::extractOperation(ExprId a, unsigned lowBit, unsigned width) {
  const Node& n = node(a);
  if (lowBit == 0)
    if (const ExprId narrow = narrowedArithmetic(a, width); narrow.valid())
      return narrow;
  if ((n.op == ExprOp::And || n.op == ExprOp::Or || n.op == ExprOp::Xor) && isConstant(n.operands[1])) {
    const ExprId part = extract(n.operands[1], lowBit, width);
    if (isZero(part) || (isOnes(part) && n.op != ExprOp::Xor))
      return binary(n.op, extract(n.operands[0], lowBit, width), part);
  }
  return make(ExprOp::Extract, width, {a}, lowBit);
}

ExprId Impl::extract(ExprId a, unsigned lowBit, unsigned width) {
  assert(width >= 1 && lowBit + width <= this->width(a));
  if (width == this->width(a))
    return a;
  const Node& n = node(a);
  switch (n.op) {
  case ExprOp::Constant:
    return constant(wideExtract(wide(a), lowBit, width));
  case ExprOp::Extract:
    return extract(n.operands[0], n.aux + lowBit, width);
  case ExprOp::Concat: {
    const unsigned split = this->width(n.operands[1]);
    if (lowBit >= split)
      return extract(n.operands[0], lowBit - split, width);
    if (lowBit + width <= split)
      return extract(n.operands[1], lowBit, width);
    return concat(extract(n.operands[0], 0, lowBit + width - split), extract(n.operands[1], lowBit, split - lowBit));
  }
  case ExprOp::ZExt:
  case ExprOp::SExt: {
    const unsigned inner = this->width(n.operands[0]);
    if (lowBit + width <= inner)
      return extract(n.operands[0], lowBit, width);
    if (lowBit < inner)
      return extend(n.op == ExprOp::SExt, extract(n.operands[0], lowBit, inner - lowBit), width);
    if (n.op == ExprOp::ZExt)
      return constant(WideBits(width, 0));
    return extend(true, extract(n.operands[0], inner - 1, 1), width);
  }
  case ExprOp::Ite:
    if (isConstantIte(a))
      return ite(n.operands[0], extract(n.operands[1], lowBit, width), extract(n.operands[2], lowBit, width));
    break;
  default:
    break;
  }
  return extractOperation(a, lowBit, width);
}

// Bits of a value, extended by zeros, if the bits above them are zeros as well: they are not left out first. Invalid
// otherwise.
ExprId Impl::extendedPart(ExprId a, unsigned bits) {
  const ExprId from = left(a);
  const unsigned lowBit = node(a).aux;
  const unsigned available = width(from) - lowBit;
  if (width(from) > 64 || available == width(a) || range(from).high >> lowBit > maskOf(width(a)))
    return {};
  return extend(false, extract(from, lowBit, std::min(bits, available)), bits);
}

ExprId Impl::extend(bool isSigned, ExprId a, unsigned width) {
  assert(width >= this->width(a));
  if (width == this->width(a))
    return a;
  isSigned = isSigned && !(this->width(a) <= 64 && range(a).high <= maskOf(this->width(a)) >> 1);
  const Node& n = node(a);
  switch (n.op) {
  case ExprOp::Constant:
    return constant(wideExtend(wide(a), width, isSigned));
  case ExprOp::ZExt:
    return extend(false, n.operands[0], width);
  case ExprOp::SExt:
    if (isSigned)
      return extend(true, n.operands[0], width);
    break;
  case ExprOp::Extract:
    if (!isSigned)
      if (const ExprId unchanged = extendedPart(a, width); unchanged.valid())
        return unchanged;
    break;
  case ExprOp::Ite:
    if (isConstantIte(a))
      return ite(n.operands[0], extend(isSigned, n.operands[1], width), extend(isSigned, n.operands[2], width));
    break;
  default:
    break;
  }
  return make(isSigned ? ExprOp::SExt : ExprOp::ZExt, width, {a});
}

ExprId Impl::ite(ExprId condition, ExprId whenTrue, ExprId whenFalse) {
  assert(width(condition) == 1 && width(whenTrue) == width(whenFalse));
  if (isConstant(condition))
    return isOnes(condition) ? whenTrue : whenFalse;
  if (is(condition, ExprOp::Not)) {
    condition = left(condition);
    std::swap(whenTrue, whenFalse);
  }
  if (is(whenTrue, ExprOp::Ite) && left(whenTrue) == condition)
    whenTrue = right(whenTrue);
  if (is(whenFalse, ExprOp::Ite) && left(whenFalse) == condition)
    whenFalse = node(whenFalse).operands[2];
  if (whenTrue == whenFalse)
    return whenTrue;
  const unsigned bits = width(whenTrue);
  if (bits == 1) {
    if (isConstant(whenTrue))
      return isOnes(whenTrue) ? bitOr(condition, whenFalse) : bitAnd(bitNot(condition), whenFalse);
    if (isConstant(whenFalse))
      return isOnes(whenFalse) ? bitOr(bitNot(condition), whenTrue) : bitAnd(condition, whenTrue);
  } else if (isConstant(whenTrue) && isConstant(whenFalse)) {
    const WideBits one(bits, 1);
    if (isZero(whenFalse) && (isOnes(whenTrue) || wide(whenTrue) == one))
      return extend(isOnes(whenTrue), condition, bits);
    if (isZero(whenTrue) && (isOnes(whenFalse) || wide(whenFalse) == one))
      return extend(isOnes(whenFalse), bitNot(condition), bits);
  }
  // Of an ordering and its negation, the strict one is used.
  if (is(condition, ExprOp::Ule) || is(condition, ExprOp::Sle)) {
    condition = bitNot(condition);
    std::swap(whenTrue, whenFalse);
  }
  return make(ExprOp::Ite, bits, {condition, whenTrue, whenFalse});
}

} // namespace revisit
