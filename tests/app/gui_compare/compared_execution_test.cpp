// The marks of two executions against the comparison that they show.
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

NodeMark expectedMark(const ComparedRow& row, bool isDifference) {
  if (isDifference || !row.a || !row.b)
    return NodeMark::Differs;
  return row.isCommon ? NodeMark::Common : NodeMark::None;
}

TEST(ComparedExecutionTest, EveryEventHasTheMarkOfItsRow) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    const Comparison comparison = compare(a->timeline(), b->timeline());
    const auto parts = partings(comparison);
    const std::optional<Difference>& first = comparison.first;
    for (const ComparedThread& thread : comparison.threads)
      for (const ComparedRow& row : thread.rows) {
        const bool isFirst = first && ((row.a && row.a == first->a) || (row.b && row.b == first->b));
        const NodeMark mark = expectedMark(row, isFirst || parts.contains({row.a, row.b}));
        if (row.a) {
          EXPECT_EQ(compared.marked(Side::A)->marks().of(nodeOf(*row.a)), mark) << *row.a;
        }
        if (row.b) {
          EXPECT_EQ(compared.marked(Side::B)->marks().of(nodeOf(*row.b)), mark) << *row.b;
        }
      }
  });
}

TEST(ComparedExecutionTest, MarkedExecutionsAreTheSameExecutions) {
  forPairs(10, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution compared(a, b);
    EXPECT_EQ(compared.original(Side::A), a);
    EXPECT_EQ(compared.original(Side::B), b);
    EXPECT_EQ(compared.marked(Side::A)->witness(), a->witness());
    EXPECT_EQ(compared.marked(Side::B)->path(), b->path());
    EXPECT_EQ(compared.marked(Side::B)->graph().edges(), b->graph().edges());
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
TEST(ComparedExecutionTest, SwappedTheMarksAreSwapped) {
  forPairs(60, [](const ExecutionPointer& a, const ExecutionPointer& b) {
    const ComparedExecution one(a, b), other(b, a);
    const auto isReordering = [](const ComparedExecution& compared) {
      return compared.comparison().first && compared.comparison().first->kind == DifferenceKind::Coherence;
    };
    if (isReordering(one) || isReordering(other))
      return;
    EXPECT_EQ(one.marked(Side::A)->marks().nodes, other.marked(Side::B)->marks().nodes);
    EXPECT_EQ(one.marked(Side::B)->marks().nodes, other.marked(Side::A)->marks().nodes);
    EXPECT_EQ(one.differences().size(), other.differences().size());
  });
}

void expectEdge(const ComparedExecution& compared, Relation relation) {
  const Difference& first = *compared.comparison().first;
  for (const Side side : bothSides) {
    const std::optional<std::size_t> edge = compared.differingEdge(side);
    ASSERT_TRUE(edge);
    const EventEdge& found = compared.original(side)->graph().edges()[*edge];
    EXPECT_EQ(found.relation, relation);
    EXPECT_EQ(found.to, nodeOf(side == Side::A ? *first.a : *first.b));
    EXPECT_EQ(found.from, nodeOf(side == Side::A ? *first.otherA : *first.otherB));
    EXPECT_EQ(compared.marked(side)->marks().focus, found.to);
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
    ASSERT_TRUE(compared.differingEdge(side));
    const EventEdge& edge = compared.original(side)->graph().edges()[*compared.differingEdge(side)];
    EXPECT_EQ(edge, (EventEdge{Relation::Coherence, 2, 3})) << "the later write is event 4 in both";
    EXPECT_EQ(compared.marked(side)->marks().of(side == Side::A ? 3 : 2), NodeMark::Differs) << "the right thread's";
    EXPECT_EQ(compared.marked(side)->marks().of(side == Side::A ? 2 : 3), NodeMark::Common);
  }
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
