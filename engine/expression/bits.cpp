// Numbers of at most 64 bits are computed by the machine's operations, with C++'s undefined cases taken out. Wider ones
// are computed word by word where that is easy, otherwise bit by bit: plain rather than fast.
#include "expression/bits.h"

#include <algorithm>
#include <cassert>

namespace revisit {

namespace {

// A divisor of -1 is a case of its own, because the smallest number divided by it is undefined in C++. Here the result
// wraps around, as in SMT-LIB.
std::uint64_t signedDivide(unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = signedOf(a, width);
  const std::int64_t y = signedOf(b, width);
  if (y == 0)
    return x < 0 ? 1 : ~0ull;
  return y == -1 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x / y);
}

std::uint64_t signedRemainder(unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = signedOf(a, width);
  const std::int64_t y = signedOf(b, width);
  if (y == 0)
    return a;
  return y == -1 ? 0 : static_cast<std::uint64_t>(x % y);
}

// The carry out of the highest word is dropped: sums are modulo 2^width. With the complement of b and a carry, this is
// a - b.
WideBits add(const WideBits& a, const WideBits& b, bool carry) {
  WideBits sum(a.width, 0);
  for (std::size_t i = 0; i < a.words.size(); ++i) {
    const std::uint64_t partial = a.words[i] + b.words[i];
    sum.words[i] = partial + carry;
    carry = partial < a.words[i] || sum.words[i] < partial;
  }
  sum.trim();
  return sum;
}

WideBits negated(const WideBits& a) {
  return add(wideNot(a), WideBits(a.width, 0), true);
}

WideBits shiftedLeft(const WideBits& a, unsigned count) {
  WideBits shifted(a.width, 0);
  for (unsigned i = count; i < a.width; ++i)
    if (a.bit(i - count))
      shifted.setBit(i);
  return shifted;
}

WideBits shiftedRight(const WideBits& a, unsigned count, bool fill) {
  WideBits shifted(a.width, 0);
  for (unsigned i = 0; i < a.width; ++i)
    if (i + count < a.width ? a.bit(i + count) : fill)
      shifted.setBit(i);
  return shifted;
}

unsigned shiftCount(const WideBits& amount) {
  for (std::size_t i = 1; i < amount.words.size(); ++i)
    if (amount.words[i] != 0)
      return amount.width;
  return static_cast<unsigned>(std::min<std::uint64_t>(amount.words[0], amount.width));
}

bool unsignedLess(const WideBits& a, const WideBits& b) {
  for (std::size_t i = a.words.size(); i-- > 0;)
    if (a.words[i] != b.words[i])
      return a.words[i] < b.words[i];
  return false;
}

bool signedLess(const WideBits& a, const WideBits& b) {
  return a.negative() != b.negative() ? a.negative() : unsignedLess(a, b);
}

WideBits multiply(const WideBits& a, const WideBits& b) {
  WideBits product(a.width, 0);
  for (unsigned i = 0; i < b.width; ++i)
    if (b.bit(i))
      product = add(product, shiftedLeft(a, i), false);
  return product;
}

struct Division {
  WideBits quotient;
  WideBits remainder;
};

Division divide(const WideBits& a, const WideBits& b) {
  if (b.zero())
    return {wideNot(WideBits(a.width, 0)), a};
  // One additional bit, so that the remainder can be shifted before it is reduced.
  Division result{WideBits(a.width, 0), WideBits(a.width + 1, 0)};
  const WideBits divisor = wideExtend(b, a.width + 1, false);
  for (unsigned i = a.width; i-- > 0;) {
    result.remainder = shiftedLeft(result.remainder, 1);
    if (a.bit(i))
      result.remainder.setBit(0);
    if (unsignedLess(result.remainder, divisor))
      continue;
    result.remainder = add(result.remainder, wideNot(divisor), true);
    result.quotient.setBit(i);
  }
  result.remainder = wideExtract(result.remainder, 0, a.width);
  return result;
}

// The quotient is rounded towards zero, and the remainder has the sign of the dividend. A divisor of zero is no case of
// its own: the quotient of divide() is then all ones, that is -1, and its negation 1, as SMT-LIB wants it.
Division divideSigned(const WideBits& a, const WideBits& b) {
  Division result = divide(a.negative() ? negated(a) : a, b.negative() ? negated(b) : b);
  if (a.negative() != b.negative())
    result.quotient = negated(result.quotient);
  if (a.negative())
    result.remainder = negated(result.remainder);
  return result;
}

} // namespace

std::uint64_t foldNarrow(ExprOp op, unsigned width, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t mask = maskOf(width);
  switch (op) {
  case ExprOp::Add:
    return (a + b) & mask;
  case ExprOp::Sub:
    return (a - b) & mask;
  case ExprOp::Mul:
    return (a * b) & mask;
  case ExprOp::UDiv:
    return b == 0 ? mask : a / b;
  case ExprOp::URem:
    return b == 0 ? a : a % b;
  case ExprOp::SDiv:
    return signedDivide(width, a, b) & mask;
  case ExprOp::SRem:
    return signedRemainder(width, a, b) & mask;
  case ExprOp::And:
    return a & b;
  case ExprOp::Or:
    return a | b;
  case ExprOp::Xor:
    return a ^ b;
  case ExprOp::Shl:
    return b >= width ? 0 : (a << b) & mask;
  case ExprOp::LShr:
    return b >= width ? 0 : a >> b;
  case ExprOp::AShr:
    return static_cast<std::uint64_t>(signedOf(a, width) >> std::min<std::uint64_t>(b, 63)) & mask;
  case ExprOp::Eq:
    return a == b;
  case ExprOp::Ult:
    return a < b;
  case ExprOp::Ule:
    return a <= b;
  case ExprOp::Slt:
    return signedOf(a, width) < signedOf(b, width);
  case ExprOp::Sle:
    return signedOf(a, width) <= signedOf(b, width);
  default:
    break;
  }
  assert(!"not a binary operation");
  return 0;
}

WideBits::WideBits(unsigned bitWidth, std::uint64_t low) : width(bitWidth), words((bitWidth + 63) / 64, 0) {
  words[0] = low;
  trim();
}

bool WideBits::zero() const {
  return std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; });
}

void WideBits::trim() {
  words.resize((width + 63) / 64, 0);
  if (width % 64 != 0)
    words.back() &= maskOf(width % 64);
}

WideBits wideNot(const WideBits& a) {
  WideBits inverted = a;
  for (std::uint64_t& word : inverted.words)
    word = ~word;
  inverted.trim();
  return inverted;
}

WideBits foldWide(ExprOp op, const WideBits& a, const WideBits& b) {
  const auto bitwise = [&](auto combine) {
    WideBits result = a;
    for (std::size_t i = 0; i < result.words.size(); ++i)
      result.words[i] = combine(result.words[i], b.words[i]);
    return result;
  };
  using Word = std::uint64_t;
  switch (op) {
  case ExprOp::Add:
    return add(a, b, false);
  case ExprOp::Sub:
    return add(a, wideNot(b), true);
  case ExprOp::Mul:
    return multiply(a, b);
  case ExprOp::UDiv:
    return divide(a, b).quotient;
  case ExprOp::URem:
    return divide(a, b).remainder;
  case ExprOp::SDiv:
    return divideSigned(a, b).quotient;
  case ExprOp::SRem:
    return divideSigned(a, b).remainder;
  case ExprOp::And:
    return bitwise([](Word x, Word y) { return x & y; });
  case ExprOp::Or:
    return bitwise([](Word x, Word y) { return x | y; });
  case ExprOp::Xor:
    return bitwise([](Word x, Word y) { return x ^ y; });
  case ExprOp::Shl:
    return shiftedLeft(a, shiftCount(b));
  case ExprOp::LShr:
    return shiftedRight(a, shiftCount(b), false);
  case ExprOp::AShr:
    return shiftedRight(a, shiftCount(b), a.negative());
  case ExprOp::Eq:
    return WideBits(1, a == b);
  case ExprOp::Ult:
    return WideBits(1, unsignedLess(a, b));
  case ExprOp::Ule:
    return WideBits(1, !unsignedLess(b, a));
  case ExprOp::Slt:
    return WideBits(1, signedLess(a, b));
  case ExprOp::Sle:
    return WideBits(1, !signedLess(b, a));
  default:
    break;
  }
  assert(!"not a binary operation");
  return a;
}

WideBits wideExtract(const WideBits& a, unsigned lowBit, unsigned width) {
  WideBits part(width, 0);
  for (std::size_t i = 0; i < part.words.size(); ++i) {
    const std::size_t word = lowBit / 64 + i;
    const unsigned shift = lowBit % 64;
    std::uint64_t bits = word < a.words.size() ? a.words[word] >> shift : 0;
    if (shift != 0 && word + 1 < a.words.size())
      bits |= a.words[word + 1] << (64 - shift);
    part.words[i] = bits;
  }
  part.trim();
  return part;
}

WideBits wideConcat(const WideBits& high, const WideBits& low) {
  WideBits joined = shiftedLeft(wideExtend(high, high.width + low.width, false), low.width);
  for (std::size_t i = 0; i < low.words.size(); ++i)
    joined.words[i] |= low.words[i];
  return joined;
}

WideBits wideExtend(const WideBits& a, unsigned width, bool isSigned) {
  WideBits extended = a;
  extended.width = width;
  extended.words.resize((width + 63) / 64, 0);
  if (isSigned && a.negative())
    for (unsigned i = a.width; i < width; ++i)
      extended.setBit(i);
  return extended;
}

} // namespace revisit
