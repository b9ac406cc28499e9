// The order in which the events of a logged graph are shown: possible on one processor, and similar from step to step.
#include "lab.h"

#include "log/logged_graph.h"

#include <map>

namespace revisit::test {

namespace {

using Rows = std::map<std::pair<unsigned, unsigned>, std::size_t>; // by thread and index

Rows rowsAfter(const ExplorationLog& log, std::uint64_t step) {
  Rows rows;
  for (const WitnessEvent& event : witnessOf(log.graphAfter(step), log.threadNames(), EventOrder::AsAdded).schedule)
    rows.emplace(std::pair(event.thread, event.index), rows.size());
  return rows;
}

// For the events that are in both graphs.
struct Moves {
  std::uint64_t common = 0, moved = 0;
  double movedShare() const { return static_cast<double>(moved) / static_cast<double>(common); }
};

void compare(const Rows& before, const Rows& after, Moves& moves) {
  for (const auto& [event, row] : after)
    if (const auto earlier = before.find(event); earlier != before.end()) {
      moves.common++;
      moves.moved += earlier->second != row;
    }
}

} // namespace

TEST(LoggedOrder, RowsStayWhereTheyAreWhenAnEventIsAdded) {
  Moves adding, all;
  for (std::uint64_t seed = 1; seed <= 150; seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 40;
    lab.explore();
    Rows before;
    for (const Step& step : lab.log().steps(1, lab.log().stepCount())) {
      const Rows now = rowsAfter(lab.log(), step.number);
      compare(before, now, all);
      if (step.kind == ActionKind::Added)
        compare(before, now, adding);
      before = now;
    }
  }
  RecordProperty("moved_when_adding", std::to_string(adding.movedShare()));
  RecordProperty("moved_in_all_steps", std::to_string(all.movedShare()));
  EXPECT_GT(all.common, 100'000u);
  EXPECT_LT(adding.movedShare(), 0.001);
  EXPECT_LT(all.movedShare(), 0.06); // a deletion closes gaps
}

TEST(LoggedOrder, WhatWasDeletedCanBeShown) {
  std::uint64_t deletions = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 40;
    lab.explore();
    for (const Step& step : lab.log().steps(1, lab.log().stepCount())) {
      const LoggedGraph graph = lab.log().graphWithDeleted(step.number);
      for (const LogEvent& event : step.deleted) {
        ASSERT_LT(event.self.index, graph.threads[event.self.thread].size()) << step.number;
        const LogEvent& found = graph.threads[event.self.thread][event.self.index];
        EXPECT_EQ(found.shown, event.shown);
        EXPECT_EQ(found.readsFrom, event.readsFrom);
      }
      deletions += !step.deleted.empty();
      refused += !step.deleted.empty() && step.refusal != Refusal::None;
      if (step.deleted.empty()) {
        EXPECT_EQ(graph.added, lab.log().graphAfter(step.number).added);
      }
    }
  }
  EXPECT_GT(deletions, 500u);
  EXPECT_GT(refused, 100u);
}

} // namespace revisit::test
