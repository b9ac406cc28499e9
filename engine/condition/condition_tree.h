// The syntax tree of a condition typed by a user: condition_parser.h makes it. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace revisit::condition {

enum class Sign : std::uint8_t {
  Number,
  Name,
  // of one operand
  Not,
  Complement,
  Negate,
  // of two
  LogicalOr,
  LogicalAnd,
  Or,
  Xor,
  And,
  Equal,
  Unequal,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder
};

constexpr bool isComparison(Sign sign) {
  return sign >= Sign::Equal && sign <= Sign::GreaterEqual;
}
// Whether the value is true or false. Such a node decides the width of its operands itself.
constexpr bool isTruth(Sign sign) {
  return sign == Sign::Not || sign == Sign::LogicalOr || sign == Sign::LogicalAnd || isComparison(sign);
}

struct Node {
  Sign sign = Sign::Number;
  std::uint64_t number = 0;
  unsigned width = 0;      // Number: the bits it needs, 32 or 64
  bool isUnsigned = false; // Number: it has the suffix u
  std::size_t name = 0;    // as the caller numbers them
  unsigned depth = 1;
  std::unique_ptr<Node> left, right; // `left` is the operand of unary operators
};

} // namespace revisit::condition
