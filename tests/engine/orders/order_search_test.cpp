// The search for the cheapest assignment against one that looks at all of them.
#include "orders/order_search.h"

#include "orders/orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace revisit {
namespace {

template <class T> T pick(std::mt19937& random, std::span<const T> from) {
  return from[random() % from.size()];
}

OrderProblem randomProblem(std::mt19937& random) {
  OrderProblem problem;
  const std::size_t sites = 1 + random() % 4;
  for (std::size_t i = 0; i < sites; i++) {
    problem.kinds.push_back(static_cast<SiteKind>(random() % 4));
    problem.least.push_back(random() % 2 == 0 ? relaxedLevel : pick(random, levelsOf(problem.kinds[i])));
  }
  for (std::size_t count = random() % 7; count-- > 0;) {
    OrderClause& clause = problem.clauses.emplace_back();
    for (std::size_t i = 0; i < sites; i++)
      if (random() % 3 != 0)
        clause.most.emplace_back(i, pick(random, levelsOf(problem.kinds[i])));
  }
  for (std::size_t count = random() % 3; count-- > 0;) {
    OrderAssignment& known = problem.known.emplace_back();
    for (std::size_t i = 0; i < sites; i++)
      known.push_back(problem.least[i] | pick(random, levelsOf(problem.kinds[i])));
    known.resize(1 + random() % sites); // sites that were met later
  }
  return problem;
}

bool isWanted(const OrderProblem& problem, const OrderAssignment& levels) {
  return isAtLeast(levels, problem.least, problem.least) &&
         std::ranges::all_of(problem.clauses, [&](const OrderClause& clause) { return satisfies(levels, clause); }) &&
         std::ranges::none_of(problem.known,
                              [&](const auto& known) { return isAtLeast(levels, known, problem.least); });
}

// Calls f with every assignment.
template <class F> void forEach(const OrderProblem& problem, F&& f) {
  OrderAssignment levels(problem.kinds.size());
  const auto go = [&](auto&& self, std::size_t site) -> void {
    if (site == levels.size())
      return f(levels);
    for (const OrderLevel level : levelsOf(problem.kinds[site])) {
      levels[site] = level;
      self(self, site + 1);
    }
  };
  go(go, 0);
}

// Refused before anything is read: there is no such program.
TEST(OrderSearch, RefusesModelsWithoutOrders) {
  for (const ModelKind model : allModels) {
    CheckOptions options;
    options.program.path = "/no such program";
    options.search.model = model;
    const Result<OrdersReport> report = findOrders(options, {});
    ASSERT_FALSE(report);
    const bool isRefused = report.error().where == "--model " + std::string(nameOf(model));
    const bool meansNothing = model == ModelKind::Sc || model == ModelKind::Ra || model == ModelKind::Sra;
    EXPECT_EQ(isRefused, meansNothing) << nameOf(model) << ": " << report.error().what;
  }
}

TEST(OrderSearch, FindsTheCheapest) {
  std::mt19937 random(7);
  unsigned found = 0, none = 0;
  for (int round = 0; round < 4000; round++) {
    const OrderProblem problem = randomProblem(random);
    std::optional<OrderCost> best;
    forEach(problem, [&](const OrderAssignment& levels) {
      if (isWanted(problem, levels) && (!best || costOf(problem, levels) < *best))
        best = costOf(problem, levels);
    });
    const OrderSearch search = cheapest(problem);
    EXPECT_FALSE(search.gaveUp);
    ASSERT_EQ(search.found.has_value(), best.has_value());
    if (!search.found) {
      none++;
      continue;
    }
    found++;
    EXPECT_TRUE(isWanted(problem, *search.found));
    EXPECT_EQ(costOf(problem, *search.found), *best);
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(none, 300u);
}

// Each found assignment is excluded in turn: then all minimal ones are found, and no other.
TEST(OrderSearch, ListsAllMinimalOnes) {
  std::mt19937 random(8);
  for (int round = 0; round < 500; round++) {
    OrderProblem problem = randomProblem(random);
    problem.known.clear();
    std::vector<OrderAssignment> minimal;
    forEach(problem, [&](const OrderAssignment& levels) {
      if (!isWanted(problem, levels))
        return;
      bool isMinimal = true;
      forEach(problem, [&](const OrderAssignment& weaker) {
        isMinimal &= weaker == levels || !isWanted(problem, weaker) || !isAtLeast(levels, weaker, problem.least);
      });
      if (isMinimal)
        minimal.push_back(levels);
    });
    for (OrderSearch search = cheapest(problem); search.found; search = cheapest(problem))
      problem.known.push_back(*search.found);
    std::ranges::sort(problem.known);
    std::ranges::sort(minimal);
    EXPECT_EQ(problem.known, minimal);
  }
}

TEST(OrderSearch, SaysThatItGaveUp) {
  OrderProblem problem;
  for (std::size_t i = 0; i < 12; i++) {
    problem.kinds.push_back(SiteKind::Load);
    problem.least.push_back(relaxedLevel);
    problem.clauses.push_back({{{i, relaxedLevel}}});
  }
  EXPECT_TRUE(cheapest(problem, 10).gaveUp);
  const OrderSearch search = cheapest(problem);
  ASSERT_TRUE(search.found);
  EXPECT_EQ(*search.found, OrderAssignment(12, acquireBit));
}

TEST(OrderSearch, AClauseWithoutSitesHasNoSolution) {
  OrderProblem problem{{SiteKind::Load}, {relaxedLevel}, {OrderClause()}, {}};
  const OrderSearch search = cheapest(problem);
  EXPECT_FALSE(search.found);
  EXPECT_FALSE(search.gaveUp);
}

} // namespace
} // namespace revisit
