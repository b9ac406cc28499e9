// Which memory orders a program needs. If it fails under a memory model: the fewest and smallest raises with which it
// passes. If it passes: how weak each order can be alone, and orders that are as weak as they can be together. Every
// "passes" is a complete exploration of the program with those orders, or with weaker ones. So all of it holds for this
// program, its arguments and the bounds of the exploration.
#pragma once

#include "orders/order_trials.h"

namespace revisit {

struct OrdersReport {
  enum class Verdict : std::uint8_t {
    Passes,       // with the orders as written
    Repaired,     // it fails; `repairs`
    Unrepairable, // it fails under every assignment of orders
    Unknown       // not everything was explored: it may fail; or it fails, and no repair was found
  };
  Verdict verdict = Verdict::Unknown;
  ModelKind model = ModelKind::Rc11;
  std::vector<OrderSite> sites;
  std::optional<OrderFailure> failure; // with the orders as written

  // Repaired: the cheapest first; none of them is stronger than another one everywhere.
  std::vector<OrderAssignment> repairs;
  bool moreRepairs = false; // there may be others
  // Unknown: the first orders of which nothing is known; none that are cheaper repair it.
  std::optional<OrderAssignment> unproven;

  // Passes. By site: the weakest levels with which it passes while all other orders are as written; the program's own
  // if there is no weaker one. And whether all that are weaker were shown to fail.
  struct Weakest {
    std::vector<OrderLevel> levels;
    bool isKnown = true;
  };
  std::vector<Weakest> alone;
  OrderAssignment together; // it passes with these; if all is known, not with a weaker order anywhere

  std::vector<CheckNote> reasons; // why something is not known
  std::uint64_t explorations = 0, executions = 0;
  double seconds = 0;
};

inline constexpr std::size_t maxRepairs = 4;

// Explores under `options.search.model`. Fails when the program cannot be run, or when the orders mean nothing under
// the model.
Result<OrdersReport> findOrders(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress);

} // namespace revisit
