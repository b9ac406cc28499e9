// Conjunctions of orders: conditions that bound one symbol or compare two (<, <=, ==, !=), where each symbol is read as
// one integer, signed or unsigned. Pure values.
#pragma once

#include "solver/value_set.h"

namespace revisit {

enum class OrderRelation : std::uint8_t { Less, AtMost, Equal, Differ };

struct OrderFact { // between two variables, by index
  OrderRelation relation;
  unsigned a;
  unsigned b;
};

struct OrderVariable {
  SymbolId symbol;
  ValueSet keys; // the integer plus a bias, so that negative numbers keep their order
};

struct Orders {
  static constexpr unsigned MaxVariables = 64; // a machine word holds a set of them

  std::vector<OrderVariable> variables;
  std::vector<OrderFact> facts;
  std::uint64_t bias = 0;
};

// Nothing when the conjunction has other conditions, or when no single reading of a symbol fits all its conditions.
std::optional<Orders> readOrders(ExpressionPool& pool, SolutionSets& sets, std::span<const ExprId> conjunction);

} // namespace revisit
