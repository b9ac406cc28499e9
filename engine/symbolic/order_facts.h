// The orders that a conjunction asks for: conditions that limit one symbol or compare two (<, <=, ==, !=), every symbol
// read as one integer, signed or unsigned. Pure values.
#pragma once

#include "symbolic/value_set.h"

namespace revisit {

enum class OrderRelation : std::uint8_t { Less, AtMost, Equal, Differ };

struct OrderFact { // between two variables, by index
  OrderRelation relation;
  unsigned a;
  unsigned b;
};

struct OrderVariable {
  SymbolId symbol;
  ValueSet keys; // its integer plus the bias, which keeps the order of negative numbers
};

struct Orders {
  static constexpr unsigned MaxVariables = 64; // a machine word holds a set of them

  std::vector<OrderVariable> variables;
  std::vector<OrderFact> facts;
  std::uint64_t bias = 0;
};

// Nothing when the conjunction asks for something else, or one reading of each symbol does not fit all its conditions.
std::optional<Orders> readOrders(ExpressionPool& pool, SolutionSets& sets, std::span<const ExprId> conjunction);

} // namespace revisit
