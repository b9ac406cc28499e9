// The execution to compare with: as a search through all finds it, up to 500 executions, and beyond never one with less
// in common than what was found next to it.
#include "lab.h"

#include "log/logged_graph.h"
#include "log/nearest_execution.h"
#include "query/compare/compare.h"

namespace revisit::test::nearest_execution_test {
namespace {

Timeline timelineOf(const ExplorationLog& log, std::uint64_t number) {
  return Timeline::make(witnessOf(log.graphAfter(log.stepOf(number)), log.threadNames(), EventOrder::FewestSwitches))
      .value();
}

bool endsByItself(const ExecutionSummary& summary) {
  return summary.kind != ExecutionKind::Blocked && summary.kind != ExecutionKind::Cut;
}

struct Nearness {
  std::size_t common = 0, others = 0;
  friend bool operator==(const Nearness&, const Nearness&) = default;
  bool isBetterThan(const Nearness& other) const {
    return common != other.common ? common > other.common : others < other.others;
  }
};

Nearness nearnessOf(const Timeline& here, const Timeline& there) {
  const std::size_t common = compare(here, there).common;
  return {common, there.size() - common};
}

struct Best {
  Nearness nearness;
  bool isOtherwise = false; // it ends differently
};

// Among those that the search may choose from, within that distance by number.
std::optional<Best> bestWithin(const ExplorationLog& log, std::uint64_t number, std::uint64_t reach) {
  const ExecutionSummary here = *log.execution(number);
  const Timeline timeline = timelineOf(log, number);
  std::vector<ExecutionSummary> all = log.executions(1, log.executionCount());
  std::erase_if(all, [&](const ExecutionSummary& each) {
    return each.number == number || each.number + reach < number || each.number > number + reach;
  });
  const auto isOtherwise = [&](const ExecutionSummary& each) {
    return endsByItself(each) && (each.bug != nullptr) != (here.bug != nullptr);
  };
  const bool isAny = std::ranges::any_of(all, isOtherwise);
  std::optional<Best> best;
  for (const ExecutionSummary& each : all)
    if (!isAny || isOtherwise(each))
      if (const Nearness found = nearnessOf(timeline, timelineOf(log, each.number));
          !best || found.isBetterThan(best->nearness))
        best = Best{found, isAny};
  return best;
}

TEST(NearestExecution, IsWhatASearchThroughAllFinds) {
  std::size_t compared = 0, otherwise = 0;
  for (std::uint64_t seed = 1; seed <= 160; seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 120;
    lab.explore();
    const ExplorationLog& log = lab.log();
    for (std::uint64_t number = 1; number <= log.executionCount(); number += 7) {
      const auto found = nearestExecution(log, number);
      const auto best = bestWithin(log, number, log.executionCount());
      ASSERT_EQ(found.has_value(), best.has_value()) << seed << ' ' << number;
      if (!found)
        continue;
      EXPECT_EQ(nearnessOf(timelineOf(log, number), timelineOf(log, *found)), best->nearness) << seed << ' ' << number;
      compared++;
      otherwise += (log.execution(number)->bug != nullptr) != (log.execution(*found)->bug != nullptr);
    }
  }
  EXPECT_GT(compared, 100u);
  EXPECT_GT(otherwise, 3u);
}

// The first script with so many executions.
std::uint64_t largeSeed() {
  for (std::uint64_t seed = 1;; seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 700;
    lab.explore();
    if (lab.log().executionCount() > mostToCompare)
      return seed;
  }
}

TEST(NearestExecution, OfManyIsNoWorseThanTheBestNextToIt) {
  const std::uint64_t seed = largeSeed();
  Lab lab(randomScript(seed, optionsOf(seed)));
  lab.options.maxExecutions = 700;
  lab.explore();
  const ExplorationLog& log = lab.log();
  ASSERT_GT(log.executionCount(), mostToCompare);
  for (std::uint64_t number = 5; number <= log.executionCount(); number += 211) {
    const auto found = nearestExecution(log, number);
    ASSERT_TRUE(found);
    const auto next = bestWithin(log, number, 30); // sixty, as many as are always compared
    const Nearness nearest = nearnessOf(timelineOf(log, number), timelineOf(log, *found));
    const bool isOtherwise = (log.execution(number)->bug != nullptr) != (log.execution(*found)->bug != nullptr);
    EXPECT_TRUE(isOtherwise || !next->isOtherwise) << number;
    EXPECT_TRUE(isOtherwise != next->isOtherwise || !next->nearness.isBetterThan(nearest)) << number;
  }
}

TEST(NearestExecution, IsNotSoughtWhereNobodyWantsIt) {
  Lab lab(randomScript(1, optionsOf(1)));
  lab.explore();
  ASSERT_GE(lab.log().executionCount(), 2u);
  EXPECT_FALSE(nearestExecution(lab.log(), 1, [] { return false; }));
  EXPECT_FALSE(nearestExecution(lab.log(), lab.log().executionCount() + 1));
}

} // namespace
} // namespace revisit::test::nearest_execution_test
