// Simplifying constructors of division. What is taken apart by division and put together by multiplication is the
// number again: the digits of a text that was a number, a hash that is reduced and extended, the parts of a time.
#include "expression/pool_impl.h"

#include <bit>
#include <cassert>

namespace revisit {

using Impl = ExpressionPool::Impl;

namespace {

bool productFits(std::uint64_t a, std::uint64_t b, unsigned width) {
  std::uint64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product) && product <= maskOf(width);
}

bool isSigned(ExprOp op) {
  return op == ExprOp::SDiv || op == ExprOp::SRem;
}

bool isRemainder(ExprOp op) {
  return op == ExprOp::URem || op == ExprOp::SRem;
}

} // namespace

// The value before it was extended, or before its upper bits were left out. Not both: bits in the middle are another
// number.
Impl::Stripped Impl::stripped(ExprOp extension, ExprId e) const {
  if (is(e, ExprOp::Extract) && node(e).aux == 0)
    return {left(e), true};
  while (is(e, extension))
    e = left(e);
  return {e, false};
}

// A product with a constant, also if it was extended and cannot overflow before. An invalid factor: it is none.
Impl::Multiple Impl::multiple(ExprId e) const {
  const bool isExtended = is(e, ExprOp::ZExt);
  const ExprId product = isExtended ? left(e) : e;
  if (!is(product, ExprOp::Mul) || !isSmallConstant(right(product)))
    return {};
  const std::uint64_t constant = node(right(product)).bits;
  if (isExtended && !productFits(range(left(product)).high, constant, width(product)))
    return {};
  return {left(product), constant};
}

ExprId Impl::resized(ExprOp extension, ExprId e, unsigned bits) {
  return width(e) < bits ? extend(extension == ExprOp::SExt, e, bits) : extract(e, 0, bits);
}

// Of quotient * constant + remainder: the number, or its last digits, if they are those of one number.
ExprId Impl::joinedDigits(ExprId quotient, ExprId remainder, std::uint64_t constant) {
  const bool withSign = is(remainder, ExprOp::SRem);
  const ExprId whole = left(remainder);
  const unsigned bits = width(whole);
  if (width(quotient) != bits || !isSmallConstant(right(remainder)))
    return {};
  if (quotient == division(withSign ? ExprOp::SDiv : ExprOp::UDiv, whole, right(remainder)))
    return whole;
  if (withSign || !is(quotient, ExprOp::URem) || !isSmallConstant(right(quotient)) ||
      left(quotient) != division(ExprOp::UDiv, whole, right(remainder)))
    return {};
  const std::uint64_t count = node(right(quotient)).bits;
  if (!productFits(count, constant, bits))
    return whole; // all digits of it
  return division(ExprOp::URem, whole, this->constant(bits, count * constant));
}

// The value of a + b if one is a quotient, multiplied again, and the other the remainder. Invalid otherwise.
ExprId Impl::joinQuotient(ExprId a, ExprId b) {
  const unsigned bits = width(a);
  for (int turn = 0; turn < 2 && bits <= 64; ++turn, std::swap(a, b)) {
    const Multiple product = multiple(a);
    if (!product.factor.valid())
      continue;
    for (const ExprOp extension : {ExprOp::ZExt, ExprOp::SExt}) {
      const Stripped rest = stripped(extension, b);
      const ExprOp op = extension == ExprOp::ZExt ? ExprOp::URem : ExprOp::SRem;
      if (!is(rest.inner, op) || !isSmallConstant(right(rest.inner)))
        continue;
      const unsigned inner = width(rest.inner);
      const std::uint64_t divisor = node(right(rest.inner)).bits;
      const bool isSame = op == ExprOp::URem ? divisor == product.constant
                                             : signedOf(divisor, inner) == signedOf(product.constant, bits) &&
                                                   !is(a, ExprOp::ZExt) && divisor != maskOf(inner);
      const Stripped quotient = stripped(extension, product.factor);
      if (!isSame || divisor == 0 || (quotient.isTruncated && width(product.factor) != bits))
        continue;
      if (const ExprId whole = joinedDigits(quotient.inner, rest.inner, divisor); whole.valid())
        return resized(extension, whole, bits);
    }
  }
  return {};
}

// The remainder, for a - b where b is the quotient of a, multiplied again. Invalid otherwise.
ExprId Impl::withoutMultiple(ExprId a, ExprId b) {
  const Multiple product = width(a) <= 64 ? multiple(b) : Multiple();
  if (!product.factor.valid() || product.constant == 0)
    return {};
  for (const ExprOp extension : {ExprOp::ZExt, ExprOp::SExt}) {
    const Stripped quotient = stripped(extension, product.factor);
    const Stripped whole = stripped(extension, a);
    const ExprOp op = extension == ExprOp::ZExt ? ExprOp::UDiv : ExprOp::SDiv;
    if (!is(quotient.inner, op) || quotient.isTruncated || whole.isTruncated || !isSmallConstant(right(quotient.inner)))
      continue;
    const unsigned inner = width(whole.inner);
    const std::uint64_t divisor = node(right(quotient.inner)).bits;
    const bool isSame = op == ExprOp::UDiv ? divisor == product.constant
                                           : signedOf(divisor, inner) == signedOf(product.constant, width(a)) &&
                                                 !is(b, ExprOp::ZExt) && divisor != maskOf(inner);
    if (isSame && width(quotient.inner) == inner && left(quotient.inner) == whole.inner)
      return resized(extension,
                     division(op == ExprOp::UDiv ? ExprOp::URem : ExprOp::SRem, whole.inner, constant(inner, divisor)),
                     width(a));
  }
  return {};
}

// A division of a sum by a divisor of the factor of one summand: the summands are divided. Requires an unsigned
// division by a constant that is not zero.
ExprId Impl::divideSum(ExprOp op, ExprId a, ExprId b) {
  const unsigned bits = width(a);
  const std::uint64_t divisor = node(b).bits;
  const bool isSum = is(a, ExprOp::Add);
  ExprId first = isSum ? left(a) : a;
  ExprId second = isSum ? right(a) : constant(bits, 0);
  for (int turn = 0; turn < 2; ++turn, std::swap(first, second)) {
    if (!is(first, ExprOp::Mul) || !isSmallConstant(right(first)))
      continue;
    const std::uint64_t factor = node(right(first)).bits;
    const std::uint64_t most = range(left(first)).high;
    if (factor % divisor != 0 || !productFits(most, factor, bits) || range(second).high > maskOf(bits) - most * factor)
      continue;
    const ExprId rest = division(op, second, b);
    return isRemainder(op) ? rest : add(mul(left(first), constant(bits, factor / divisor)), rest);
  }
  return {};
}

// A division of a quotient or of a remainder by another constant.
ExprId Impl::divideDivision(ExprOp op, ExprId a, std::uint64_t divisor) {
  if ((!is(a, ExprOp::UDiv) && !is(a, ExprOp::URem)) || !isSmallConstant(right(a)))
    return {};
  const unsigned bits = width(a);
  const std::uint64_t first = node(right(a)).bits;
  if (first == 0)
    return {};
  if (is(a, ExprOp::UDiv)) {
    if (isRemainder(op))
      return {};
    if (!productFits(first, divisor, bits))
      return constant(bits, 0);
    return division(op, left(a), constant(bits, first * divisor));
  }
  if (first % divisor != 0)
    return {};
  if (isRemainder(op))
    return division(op, left(a), constant(bits, divisor));
  return division(ExprOp::URem, division(op, left(a), constant(bits, divisor)), constant(bits, first / divisor));
}

// Requires operands of at most 64 bits, and a divisor that is a constant.
ExprId Impl::divideByConstant(ExprOp op, ExprId a, ExprId b) {
  const unsigned bits = width(a);
  const std::uint64_t divisor = node(b).bits;
  if (isSigned(op)) {
    if (divisor == 1 && bits > 1)
      return isRemainder(op) ? constant(bits, 0) : a;
    if (divisor == 0 || !nonNegative(a) || !nonNegative(b))
      return make(op, bits, {a, b});
    op = isRemainder(op) ? ExprOp::URem : ExprOp::UDiv;
  }
  if (divisor == 0)
    return make(op, bits, {a, b});
  if (std::has_single_bit(divisor)) {
    const unsigned power = std::countr_zero(divisor);
    if (power == 0)
      return isRemainder(op) ? constant(bits, 0) : a;
    return isRemainder(op) ? extend(false, extract(a, 0, power), bits) : shift(ExprOp::LShr, a, constant(bits, power));
  }
  const ValueRange values = range(a);
  if (values.low / divisor == values.high / divisor) { // the quotient is known
    const std::uint64_t quotient = values.low / divisor;
    return isRemainder(op) ? plusConstant(a, constant(bits, 0 - quotient * divisor)) : constant(bits, quotient);
  }
  if (is(a, ExprOp::ZExt)) { // the divisor fits: the quotient is not known to be zero
    const unsigned inner = width(left(a));
    return extend(false, division(op, left(a), constant(inner, divisor)), bits);
  }
  if (const ExprId quotient = divideDivision(op, a, divisor); quotient.valid())
    return quotient;
  if (const ExprId quotients = divideSum(op, a, b); quotients.valid())
    return quotients;
  return make(op, bits, {a, b});
}

ExprId Impl::division(ExprOp op, ExprId a, ExprId b) {
  if (isConstant(b) && width(a) <= 64)
    return isConstant(a) ? fold(op, a, b) : divideByConstant(op, a, b);
  return make(op, width(a), {a, b});
}

// quotient == value, where the quotient is one by a constant: the bounds of the dividend.
ExprId Impl::quotientEquals(ExprId quotient, std::uint64_t value) {
  const unsigned bits = width(quotient);
  const std::uint64_t divisor = node(right(quotient)).bits;
  const std::uint64_t least = value * divisor; // it fits: the quotient can have the value
  const ExprId dividend = left(quotient);
  if (least > maskOf(bits) - (divisor - 1))
    return lessOrEqual(false, constant(bits, least), dividend);
  return less(false, plusConstant(dividend, constant(bits, 0 - least)), constant(bits, divisor));
}

// a < bound if `isBelow`, otherwise a >= bound, as a bound of an operand of a: of a quotient, a product or a sum that
// cannot overflow. Invalid: it has another form. Requires that some values of a are below the bound, and some are not.
ExprId Impl::boundOfOperand(ExprId a, std::uint64_t bound, bool isBelow) {
  const unsigned bits = width(a);
  if ((!is(a, ExprOp::UDiv) && !is(a, ExprOp::Mul) && !is(a, ExprOp::Add)) || !isConstant(right(a)))
    return {};
  const std::uint64_t operand = node(right(a)).bits;
  const ValueRange values = range(left(a));
  std::uint64_t ofOperand = 0;
  if (is(a, ExprOp::UDiv)) {
    if (operand == 0 || !productFits(bound, operand, bits))
      return {};
    ofOperand = bound * operand;
  } else if (is(a, ExprOp::Mul)) {
    if (operand == 0 || !productFits(values.high, operand, bits))
      return {};
    ofOperand = (bound - 1) / operand + 1;
  } else {
    if ((values.low > maskOf(bits) - operand) != (values.high > maskOf(bits) - operand))
      return {};
    ofOperand = (bound - operand) & maskOf(bits);
  }
  const ExprId limit = constant(bits, ofOperand);
  return isBelow ? less(false, left(a), limit) : lessOrEqual(false, limit, left(a));
}

} // namespace revisit
