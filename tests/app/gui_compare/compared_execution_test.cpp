// What two executions show as one against the comparison that they show.
#include "pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace revisit::gui::test::compared_execution_test {
namespace {

// Where each thread parts from its twin, computed from the rows.
std::set<std::pair<std::optional<EventNumber>, std::optional<EventNumber>>> partings(const Comparison& comparison) {
  std::set<std::pair<std::optional<EventNumber>, std::optional<EventNumber>>> found;
  for (const ComparedThread& thread : comparison.threads) {
    const auto row = std::ranges::find(thread.rows, false, &ComparedRow::isCommon);
    if (row != thread.rows.end())
      found.emplace(row->a, row->b);
  }
  return found;
}

// What is common is shown once, all else on its own side; but for writes in another order, what is common stays so.
TEST(ComparedExecutionTest, WhatIsNotCommonIsParted) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    const auto& first = compared.comparison().first;
    const bool isReordering = first && first->kind == DifferenceKind::Coherence;
    for (std::size_t line = 0; line < compared.lines().size(); line++) {
      EXPECT_TRUE(compared.lines()[line].isCommon || compared.isParted(line));
      EXPECT_TRUE(isReordering || compared.isParted(line) != compared.lines()[line].isCommon);
    }
  });
}

// So that the lines that are shown once can stand before those that are not.
TEST(ComparedExecutionTest, NothingThatIsShownOnceComesAfterWhatIsParted) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    for (const Side side : bothSides) {
      const Timeline& timeline = compared.original(side)->timeline();
      for (EventNumber event = 1; event <= timeline.size(); event++)
        if (!compared.isParted(compared.lineOf(side, event)))
          for (const auto& before :
               {timeline.previousOfThread(event), timeline.readsFrom(event), timeline.chainPrevious(event)}) {
            EXPECT_TRUE(!before || !compared.isParted(compared.lineOf(side, *before))) << event;
          }
    }
  });
}

TEST(ComparedExecutionTest, WhereTheyPartAnEventStandsForItself) {
  forPairs(30, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    EXPECT_EQ(compared.original(Side::A), a);
    EXPECT_EQ(compared.original(Side::B), b);
    for (const std::size_t line : compared.differences())
      for (const Side side : bothSides)
        if (const auto event = compared.lines()[line].events[indexOf(side)]) {
          EXPECT_EQ(compared.folding(side).of(*event), nullptr);
        }
  });
}

TEST(ComparedExecutionTest, LinesHaveEveryEventOnce) {
  forPairs(30, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    for (const Side side : bothSides) {
      const Timeline& timeline = compared.original(side)->timeline();
      std::set<std::size_t> lines;
      for (EventNumber event = 1; event <= timeline.size(); event++) {
        const std::size_t line = compared.lineOf(side, event);
        EXPECT_EQ(compared.lines()[line].events[indexOf(side)], event);
        EXPECT_TRUE(lines.insert(line).second);
        if (const auto twin = compared.counterpart(side, event)) {
          EXPECT_EQ(compared.counterpart(otherOf(side), *twin), event) << "there and back";
        }
      }
    }
  });
}

TEST(ComparedExecutionTest, DifferencesAreTheFirstAndOneOfEachThreadThatParts) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    const std::vector<std::size_t>& differences = compared.differences();
    EXPECT_EQ(differences.empty(), !compared.comparison().first);
    EXPECT_TRUE(a != b || differences.empty());
    EXPECT_EQ(std::set(differences.begin(), differences.end()).size(), differences.size());
    auto parts = partings(compared.comparison());
    for (const std::size_t line : differences) {
      const ComparedLine& found = compared.lines()[line];
      const bool isParting = parts.erase({found.events[0], found.events[1]}) == 1;
      EXPECT_TRUE(isParting || line == differences.front());
    }
    EXPECT_TRUE(parts.empty()) << "a thread that parts is left out";
    if (differences.empty())
      return;
    const Difference& first = *compared.comparison().first;
    EXPECT_EQ(compared.lines()[differences.front()].events[first.a ? 0 : 1], first.a ? first.a : first.b);
  });
}

// The first difference is the first of A's schedule; nothing else depends on which is A.
TEST(ComparedExecutionTest, SwappedTheSidesAreSwapped) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution one(a, b), other(b, a);
    const auto isReordering = [](const ComparedExecution& compared) {
      return compared.comparison().first && compared.comparison().first->kind == DifferenceKind::Coherence;
    };
    if (isReordering(one) || isReordering(other))
      return;
    for (EventNumber event = 1; event <= a->timeline().size(); event++)
      EXPECT_EQ(one.isParted(one.lineOf(Side::A, event)), other.isParted(other.lineOf(Side::B, event))) << event;
    EXPECT_EQ(one.differences().size(), other.differences().size());
  });
}

void expectEdge(const ComparedExecution& compared, Relation relation) {
  const Difference& first = *compared.comparison().first;
  for (const Side side : bothSides) {
    const std::optional<EventEdge> edge = compared.differingEdge(side);
    ASSERT_TRUE(edge);
    EXPECT_EQ(edge->relation, relation);
    EXPECT_EQ(edge->to, nodeOf(side == Side::A ? *first.a : *first.b));
    EXPECT_EQ(edge->from, nodeOf(side == Side::A ? *first.otherA : *first.otherB));
    const std::vector<EventEdge>& edges = compared.original(side)->graph().edges();
    EXPECT_NE(std::ranges::find(edges, *edge), edges.end()) << "an edge of the graph";
  }
}

TEST(ComparedExecutionTest, AReadIsToldApartByItsReadsFromEdge) {
  expectEdge(*pairWith(DifferenceKind::ReadsFrom), Relation::ReadsFrom);
}

TEST(ComparedExecutionTest, AnOperationIsToldApartByItsChainEdge) {
  expectEdge(*pairWith(DifferenceKind::Chain), Relation::ObjectChain);
}

TEST(ComparedExecutionTest, WritesAreToldApartByTheirCoherenceEdge) {
  const ComparedExecution compared(writesInOrder(false), writesInOrder(true));
  ASSERT_EQ(compared.comparison().first->kind, DifferenceKind::Coherence);
  for (const Side side : bothSides) {
    EXPECT_EQ(compared.differingEdge(side), (EventEdge{Relation::Coherence, 2, 3})) << "the later write is event 4";
    for (const EventNumber event : {EventNumber{3}, EventNumber{4}})
      EXPECT_TRUE(compared.isParted(compared.lineOf(side, event))) << "common, but in another order";
    EXPECT_FALSE(compared.isParted(compared.lineOf(side, 2)));
  }
  EXPECT_EQ(compared.parting(), "T2 write x = 2 before T1 write x = 1");
}

TEST(ComparedExecutionTest, SaysWhatDiffersAndWarnsOfOtherBuilds) {
  const ComparedExecution same(writesInOrder(false), writesInOrder(true));
  EXPECT_EQ(same.warning(), "");
  EXPECT_EQ(same.summary(),
            "4 events are common to both. The first difference: in A, (2,0) write x = 2 comes after (1,0) write "
            "x = 1 in the coherence order; in B before it.");
  EXPECT_EQ(same.inputTexts(), std::vector<std::string>{"Input n: in A 2, in B 1."});
  EXPECT_NE(ComparedExecution(writesInOrder(false, "aa"), writesInOrder(true, "bb")).warning(), "");
  EXPECT_EQ(ComparedExecution(writesInOrder(false, "aa"), writesInOrder(true, "")).warning(), "")
      << "a graph of an exploration does not know its build";
  const ExecutionPointer plain = writesInOrder(false);
  EXPECT_EQ(ComparedExecution(plain, plain).summary(), "4 events are common to both. They are the same execution.");
}

} // namespace
} // namespace revisit::gui::test::compared_execution_test
