#include "orders/order_search.h"

#include <algorithm>
#include <queue>
#include <set>

namespace revisit {

namespace {

struct Open {
  OrderCost cost;
  OrderAssignment levels;
  // The queue gives the cheapest first; of equals, the first ones by level, so that the result is always the same.
  bool operator<(const Open& other) const { return cost != other.cost ? other.cost < cost : other.levels < levels; }
};

// The weakest levels that are at least `now` and not at most `most`.
std::vector<OrderLevel> raisesOver(SiteKind kind, OrderLevel now, OrderLevel most) {
  std::vector<OrderLevel> raises;
  for (const OrderLevel level : levelsOf(kind)) // the weaker ones first
    if (isAtMost(now, level) && !isAtMost(level, most) &&
        std::ranges::none_of(raises, [&](OrderLevel weaker) { return isAtMost(weaker, level); }))
      raises.push_back(level);
  return raises;
}

} // namespace

bool satisfies(const OrderAssignment& levels, const OrderClause& clause) {
  return std::ranges::any_of(clause.most,
                             [&](const auto& bound) { return !isAtMost(levels[bound.first], bound.second); });
}

bool isAtLeast(const OrderAssignment& strong, const OrderAssignment& weak, const OrderAssignment& least) {
  for (std::size_t i = 0; i < weak.size(); i++)
    if (!isAtMost(weak[i], i < strong.size() ? strong[i] : least[i]))
      return false;
  return true;
}

OrderCost costOf(const OrderProblem& problem, const OrderAssignment& levels) {
  OrderCost cost;
  for (std::size_t i = 0; i < levels.size(); i++)
    if (levels[i] != problem.least[i]) {
      cost.sites++;
      cost.ranks += rankOf(levels[i], problem.kinds[i]) - rankOf(problem.least[i], problem.kinds[i]);
    }
  return cost;
}

// A search by cost. Each assignment that satisfies all clauses is reached from the weakest one by raising, for the
// first clause that is not satisfied yet, one of its sites no further than it has to be. No such step makes it cheaper.
OrderSearch cheapest(const OrderProblem& problem, std::size_t most) {
  std::priority_queue<Open> open;
  std::set<OrderAssignment> seen = {problem.least};
  open.push({{}, problem.least});
  while (!open.empty()) {
    Open next = open.top();
    open.pop();
    const auto isCovered = [&](const OrderAssignment& known) { return isAtLeast(next.levels, known, problem.least); };
    if (std::ranges::any_of(problem.known, isCovered))
      continue;
    const auto missed = std::ranges::find_if(
        problem.clauses, [&](const OrderClause& clause) { return !satisfies(next.levels, clause); });
    if (missed == problem.clauses.end())
      return {std::move(next.levels), false};
    for (const auto& [site, bound] : missed->most)
      for (const OrderLevel level : raisesOver(problem.kinds[site], next.levels[site], bound)) {
        OrderAssignment raised = next.levels;
        raised[site] = level;
        if (!seen.insert(raised).second)
          continue;
        if (seen.size() > most)
          return {std::nullopt, true};
        open.push({costOf(problem, raised), std::move(raised)});
      }
  }
  return {};
}

} // namespace revisit
