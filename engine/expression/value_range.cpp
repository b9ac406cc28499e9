#include "expression/value_range.h"

#include <algorithm>
#include <bit>

namespace revisit {

namespace {

ValueRange truth(bool mayBeFalse, bool mayBeTrue) {
  return {mayBeFalse ? 0u : 1u, mayBeTrue ? 1u : 0u};
}

ValueRange sum(unsigned width, ValueRange a, ValueRange b) {
  const std::uint64_t mask = maskOf(width);
  const auto wraps = [mask](std::uint64_t x, std::uint64_t y) { return y > mask - x; };
  if (wraps(a.low, b.low) != wraps(a.high, b.high))
    return wholeRange(width);
  return {(a.low + b.low) & mask, (a.high + b.high) & mask};
}

ValueRange difference(unsigned width, ValueRange a, ValueRange b) {
  const std::uint64_t mask = maskOf(width);
  if ((a.low < b.high) != (a.high < b.low))
    return wholeRange(width);
  return {(a.low - b.high) & mask, (a.high - b.low) & mask};
}

ValueRange product(unsigned width, ValueRange a, ValueRange b) {
  std::uint64_t high = 0;
  if (__builtin_mul_overflow(a.high, b.high, &high) || high > maskOf(width))
    return wholeRange(width);
  return {a.low * b.low, high};
}

ValueRange remainder(ValueRange a, ValueRange b) {
  if (b.low == 0) // a remainder of a division by zero is the dividend
    return {0, a.high};
  if (a.high < b.low)
    return a;
  if (b.isSingle() && a.low / b.low == a.high / b.low)
    return {a.low % b.low, a.high % b.low};
  return {0, std::min(a.high, b.high - 1)};
}

std::uint64_t onesUpTo(std::uint64_t value) {
  return maskOf(static_cast<unsigned>(std::bit_width(value)));
}

// The numbers in the signed order, moved so that the least is 0; a range that has both signs becomes the whole one.
ValueRange inSignedOrder(unsigned width, ValueRange a) {
  const std::uint64_t half = 1ull << (width - 1);
  if (a.low < half && a.high >= half)
    return wholeRange(width);
  return {a.low ^ half, a.high ^ half};
}

ValueRange comparison(ExprOp op, unsigned width, ValueRange a, ValueRange b) {
  switch (op) {
  case ExprOp::Eq:
    return truth(!a.isSingle() || !b.isSingle() || a.low != b.low, a.low <= b.high && b.low <= a.high);
  case ExprOp::Ult:
    return truth(a.high >= b.low, a.low < b.high);
  case ExprOp::Ule:
    return truth(a.high > b.low, a.low <= b.high);
  case ExprOp::Slt:
    return comparison(ExprOp::Ult, width, inSignedOrder(width, a), inSignedOrder(width, b));
  default:
    return comparison(ExprOp::Ule, width, inSignedOrder(width, a), inSignedOrder(width, b));
  }
}

} // namespace

ValueRange rangeOf(ExprOp op, unsigned width, ValueRange a, ValueRange b) {
  const bool isNonNegative = a.high <= maskOf(width) >> 1 && b.high <= maskOf(width) >> 1;
  switch (op) {
  case ExprOp::Add:
    return sum(width, a, b);
  case ExprOp::Sub:
    return difference(width, a, b);
  case ExprOp::Mul:
    return product(width, a, b);
  case ExprOp::UDiv:
    return b.low == 0 ? wholeRange(width) : ValueRange{a.low / b.high, a.high / b.low};
  case ExprOp::URem:
    return remainder(a, b);
  case ExprOp::SDiv:
    return isNonNegative ? rangeOf(ExprOp::UDiv, width, a, b) : wholeRange(width);
  case ExprOp::SRem:
    return isNonNegative ? remainder(a, b) : wholeRange(width);
  case ExprOp::And:
    return {0, std::min(a.high, b.high)};
  case ExprOp::Or:
    return {std::max(a.low, b.low), onesUpTo(a.high | b.high)};
  case ExprOp::Xor:
    return {0, onesUpTo(a.high | b.high)};
  case ExprOp::LShr:
    return {0, a.high};
  case ExprOp::Eq:
  case ExprOp::Ult:
  case ExprOp::Ule:
  case ExprOp::Slt:
  case ExprOp::Sle:
    return comparison(op, width, a, b);
  default:
    return wholeRange(width);
  }
}

ValueRange rangeOfNot(unsigned width, ValueRange a) {
  return {~a.high & maskOf(width), ~a.low & maskOf(width)};
}

ValueRange rangeOfConcat(ValueRange high, unsigned lowWidth, ValueRange low) {
  return {high.low << lowWidth | low.low, high.high << lowWidth | low.high};
}

ValueRange rangeOfExtract(ValueRange a, unsigned lowBit, unsigned width) {
  const std::uint64_t low = a.low >> lowBit;
  const std::uint64_t high = a.high >> lowBit;
  const std::uint64_t mask = maskOf(width);
  if ((low & ~mask) != (high & ~mask))
    return wholeRange(width);
  return {low & mask, high & mask};
}

ValueRange rangeOfSignExtension(unsigned from, unsigned to, ValueRange a) {
  const std::uint64_t half = 1ull << (from - 1);
  const std::uint64_t sign = maskOf(to) & ~maskOf(from);
  if (a.high < half)
    return a;
  return a.low >= half ? ValueRange{a.low | sign, a.high | sign} : wholeRange(to);
}

ValueRange unionOfRanges(ValueRange a, ValueRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

} // namespace revisit
