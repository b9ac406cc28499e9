// The ways of a step, asked about a label with a context that is written down: no graph, no state, no program.
#include "explore/steps/ways.h"
#include "program/objects/objects.h"

#include <gtest/gtest.h>

#include <set>

namespace revisit::test::ways_test {
namespace {

class WrittenContext final : public StepContext {
public:
  explicit WrittenContext(ExpressionPool& pool) : m_pool(pool) {}

  const ExpressionPool& pool() const override { return m_pool; }
  Sat canBe(ExprId, bool side) override { return sideOf(side); }
  Sat canStore(bool stores) override { return sideOf(stores); }
  SmallestValue smallest(ExprId, std::uint64_t least) override {
    asked++;
    if (gaveUp)
      return {Sat::Unknown, {}};
    const auto found = numbers.lower_bound(least);
    return found == numbers.end() ? SmallestValue{Sat::No, {}} : SmallestValue{Sat::Yes, *found};
  }
  unsigned outcomes() override { return count; }
  bool dropsFalseAssumption() override { return isAlone; }

  Sat whenTrue = Sat::Yes, whenFalse = Sat::Yes;
  std::set<std::uint64_t> numbers;
  unsigned count = 1;
  bool isAlone = false, gaveUp = false;
  unsigned asked = 0;

private:
  Sat sideOf(bool side) {
    asked++;
    return side ? whenTrue : whenFalse;
  }
  ExpressionPool& m_pool;
};

class WaysTest : public testing::Test {
protected:
  Label of(LabelKind kind) {
    Label label;
    label.kind = kind;
    label.value = Value::of(m_pool.symbolExpr(m_pool.symbol(ThreadId(0), 0, 8, "unknown")));
    return label;
  }
  std::vector<Way> waysOf(const Label& label) {
    std::vector<Way> ways;
    for (std::optional<Way> way = firstWay(label, m_context).possible(); way; way = nextWay(label, m_context, *way))
      ways.push_back(*way);
    return ways;
  }

  ExpressionPool m_pool;
  WrittenContext m_context{m_pool};
  const Way m_true{.taken = true}, m_false{.taken = false};
};

TEST_F(WaysTest, AStepThatLeavesNothingOpenHasOneWay) {
  for (const LabelKind kind : {LabelKind::Read, LabelKind::Write, LabelKind::Rmw, LabelKind::Fence, LabelKind::Create,
                               LabelKind::Join, LabelKind::End, LabelKind::Error})
    EXPECT_EQ(waysOf(of(kind)), std::vector{Way{}});
  EXPECT_EQ(m_context.asked, 0u);
}

TEST_F(WaysTest, TheSideTrueComesFirst) {
  for (const LabelKind kind : {LabelKind::Constraint, LabelKind::Assume, LabelKind::Cas})
    EXPECT_EQ(waysOf(of(kind)), (std::vector{m_true, m_false}));
  Label update = of(LabelKind::Rmw);
  update.inUnboundedLoop = true;
  EXPECT_EQ(waysOf(update), (std::vector{m_true, m_false})) << "it may only read";
}

TEST_F(WaysTest, ASideThatCannotBeIsLeftOut) {
  const Label condition = of(LabelKind::Constraint);
  m_context.whenTrue = Sat::No;
  m_context.whenFalse = Sat::Unknown; // not asked: there has to be a side
  EXPECT_EQ(waysOf(condition), std::vector{m_false});
  EXPECT_EQ(m_context.asked, 1u);
  EXPECT_EQ(isPossible(condition, m_context, m_true), Sat::No);
  m_context.whenTrue = Sat::Yes;
  m_context.whenFalse = Sat::No;
  EXPECT_EQ(waysOf(condition), std::vector{m_true});
}

TEST_F(WaysTest, WhatTheSolverDoesNotKnowIsNoWay) {
  const Label condition = of(LabelKind::Constraint);
  m_context.whenFalse = Sat::Unknown;
  EXPECT_EQ(waysOf(condition), std::vector{m_true});
  EXPECT_EQ(isPossible(condition, m_context, m_false), Sat::Unknown);
  m_context.gaveUp = true;
  EXPECT_EQ(firstWay(of(LabelKind::Enumerate), m_context).sat, Sat::Unknown);
}

TEST_F(WaysTest, AFalseAssumptionIsDroppedWhereItShowsNothing) {
  m_context.isAlone = true;
  EXPECT_EQ(waysOf(of(LabelKind::Assume)), std::vector{m_true});
  EXPECT_EQ(waysOf(of(LabelKind::Constraint)), (std::vector{m_true, m_false})) << "a condition shows something";
  m_context.whenTrue = Sat::No;
  EXPECT_EQ(waysOf(of(LabelKind::Assume)), std::vector{m_false}) << "there is no other way";
}

TEST_F(WaysTest, NumbersComeSmallestFirst) {
  const Label number = of(LabelKind::Enumerate);
  m_context.numbers = {3, 7, 255};
  EXPECT_EQ(waysOf(number), (std::vector{Way{.number = 3}, Way{.number = 7}, Way{.number = 255}}));
  EXPECT_EQ(m_context.asked, 3u) << "no number of eight bits is larger than 255";
  EXPECT_EQ(firstWay(number, m_context, {.number = 4}).way, Way{.number = 7});
  EXPECT_EQ(isPossible(number, m_context, {.number = 4}), Sat::No);
  EXPECT_EQ(isPossible(number, m_context, {.number = 7}), Sat::Yes);
  m_context.numbers.clear();
  EXPECT_EQ(firstWay(number, m_context).sat, Sat::No);
}

TEST_F(WaysTest, OutcomesAreCounted) {
  Label operation = of(LabelKind::Object);
  m_context.count = 2;
  EXPECT_EQ(waysOf(operation), std::vector{Way{}}) << "an initialisation has one outcome everywhere";
  m_context.count = 1;
  operation.operation = ObjectOp::CondSignal;
  EXPECT_EQ(waysOf(operation), std::vector{Way{}});
  m_context.count = 3;
  EXPECT_EQ(waysOf(operation), (std::vector{Way{}, Way{.outcome = 1}, Way{.outcome = 2}}));
  EXPECT_EQ(isPossible(operation, m_context, {.outcome = 2}), Sat::Yes);
  EXPECT_EQ(isPossible(operation, m_context, {.outcome = 3}), Sat::No);
}

TEST_F(WaysTest, TheLargestNumberIsThatOfTheWidth) {
  EXPECT_EQ(largestNumber(m_pool, m_pool.constant(1, 0)), 1u);
  EXPECT_EQ(largestNumber(m_pool, m_pool.constant(8, 0)), 255u);
  EXPECT_EQ(largestNumber(m_pool, m_pool.constant(64, 0)), ~std::uint64_t{0});
}

} // namespace
} // namespace revisit::test::ways_test
