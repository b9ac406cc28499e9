// Arithmetic on bit-vectors of any width, with SMT-LIB's meaning. Pure functions; any thread.
#pragma once

#include "expression/expression.h"

#include <cstdint>
#include <vector>

namespace revisit {

constexpr std::uint64_t maskOf(unsigned width) {
  return width >= 64 ? ~0ull : (1ull << width) - 1;
}

constexpr std::int64_t signedOf(std::uint64_t bits, unsigned width) {
  return width >= 64 ? static_cast<std::int64_t>(bits)
                     : static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

// Any binary operation on two operands of `width` <= 64 bits; comparisons give 0 or 1.
std::uint64_t foldNarrow(ExprOp op, unsigned width, std::uint64_t a, std::uint64_t b);

// A bit-vector of any width, low word first; bits above the width are zero.
struct WideBits {
  unsigned width = 0;
  std::vector<std::uint64_t> words;

  WideBits() = default;
  WideBits(unsigned bitWidth, std::uint64_t low);
  bool bit(unsigned index) const { return (words[index / 64] >> (index % 64)) & 1; }
  bool negative() const { return bit(width - 1); }
  bool zero() const;
  void setBit(unsigned index) { words[index / 64] |= 1ull << (index % 64); }
  void trim(); // clears the bits above the width
  friend bool operator==(const WideBits&, const WideBits&) = default;
};

WideBits foldWide(ExprOp op, const WideBits& a, const WideBits& b);
WideBits wideNot(const WideBits& a);
WideBits wideExtract(const WideBits& a, unsigned lowBit, unsigned width);
WideBits wideConcat(const WideBits& high, const WideBits& low);
WideBits wideExtend(const WideBits& a, unsigned width, bool isSigned);

} // namespace revisit
