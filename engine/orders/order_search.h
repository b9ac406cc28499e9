// The search for the cheapest assignment of memory orders that may be right, by what failed assignments have shown.
// Exact; the number of sites decides what it costs. Pure functions.
#pragma once

#include "orders/order_level.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace revisit {

// By site, a level. Of a site behind its end: the one that the program has.
using OrderAssignment = std::vector<OrderLevel>;

// An assignment is only right if some site has a level that is not at most the one that is named here. A clause without
// sites is never satisfied.
struct OrderClause {
  std::vector<std::pair<std::size_t, OrderLevel>> most;
};

struct OrderCost {
  std::size_t sites = 0; // that are raised
  unsigned ranks = 0;    // by how much, in all
  friend auto operator<=>(const OrderCost&, const OrderCost&) = default;
};

struct OrderProblem {
  std::vector<SiteKind> kinds; // by site
  OrderAssignment least;       // of all sites: the orders are not to be weaker
  std::vector<OrderClause> clauses;
  std::vector<OrderAssignment> known; // assignments at least as strong as one of these are not wanted
};

bool satisfies(const OrderAssignment& levels, const OrderClause& clause);
// Whether no site that `weak` knows is weaker in `strong`. `least`: the program's own levels.
bool isAtLeast(const OrderAssignment& strong, const OrderAssignment& weak, const OrderAssignment& least);
OrderCost costOf(const OrderProblem& problem, const OrderAssignment& levels);

struct OrderSearch {
  std::optional<OrderAssignment> found; // one of the cheapest that satisfies all clauses; none: there is none
  bool gaveUp = false;                  // there may be one
};

// `most`: how many assignments are looked at.
OrderSearch cheapest(const OrderProblem& problem, std::size_t most = 1'000'000);

} // namespace revisit
