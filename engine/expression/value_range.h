// The least and the greatest value that an expression of at most 64 bits can have, as an unsigned number. Pure
// functions; any thread.
#pragma once

#include "expression/bits.h"

namespace revisit {

struct ValueRange {
  std::uint64_t low = 0;
  std::uint64_t high = ~0ull;

  bool isSingle() const { return low == high; }
};

constexpr ValueRange wholeRange(unsigned width) {
  return {0, maskOf(width)};
}

// Of a binary operation on operands of `width` bits. Comparisons give 0 or 1.
ValueRange rangeOf(ExprOp op, unsigned width, ValueRange a, ValueRange b);
ValueRange rangeOfNot(unsigned width, ValueRange a);
ValueRange rangeOfConcat(ValueRange high, unsigned lowWidth, ValueRange low);
ValueRange rangeOfExtract(ValueRange a, unsigned lowBit, unsigned width);
ValueRange rangeOfSignExtension(unsigned from, unsigned to, ValueRange a);
ValueRange unionOfRanges(ValueRange a, ValueRange b);

} // namespace revisit
