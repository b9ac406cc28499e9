// What the solver says about a graph, asked about graphs without any exploration.
#include "scripted_program.h"

#include "explore/planner.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace revisit::test::planner_test {
namespace {

// Gives up on every question.
class NoSolver final : public Solver {
public:
  Sat check(std::span<const ExprId>, Assignment*) override { return Sat::Unknown; }
  SolverStats stats() const override { return {}; }
};

class PlannerTest : public testing::Test {
protected:
  PlannerTest() { m_graph.reset(); }

  ExprId unknown() { return m_pool.symbolExpr(m_pool.symbol(main, 0, 8, "unknown")); }
  ExprId number(std::uint64_t value) { return m_pool.constant(8, value); }
  EventId addConstraint(ExprId condition, bool taken) {
    Label label;
    label.kind = LabelKind::Constraint;
    label.value.expr = condition;
    Placement placement;
    placement.condition = condition;
    placement.side = placement.seen.taken = taken;
    const StateId state = m_graph.state(main);
    return m_graph.append(main, m_labels.emplace_back(label), state, placement);
  }

  static constexpr ThreadId main{0};
  ExpressionPool m_pool;
  ScriptedProgram m_program{Script{.threads = {{Instruction{}}}}, m_pool};
  ExecutionGraph m_graph{m_program};
  std::unique_ptr<Solver> m_solver = makeSolver(m_pool);
  Planner m_planner{m_graph, m_program, *m_solver};
  std::deque<Label> m_labels; // of the events in the graph
};

TEST_F(PlannerTest, AsksUnderTheSidesThatWereTaken) {
  const ExprId small = m_pool.binary(ExprOp::Ult, unknown(), number(10));
  EXPECT_EQ(m_planner.canBe(small, true), Sat::Yes);
  EXPECT_EQ(m_planner.canBe(small, false), Sat::Yes);
  const EventId first = addConstraint(small, false);
  EXPECT_EQ(m_planner.canBe(small, true), Sat::No);
  EXPECT_EQ(m_planner.smallest(unknown(), 0).value, 10u);
  EXPECT_EQ(m_planner.smallest(unknown(), 77).value, 77u);
  EXPECT_EQ(m_planner.feasible(small, true, [&](ThreadId, const PathConstraint& one) { return one.event != first; }),
            Sat::Yes);
  EXPECT_FALSE(m_planner.solverGaveUp());
}

// Only the conditions that are connected with a question are asked about, and known answers are used again: with the
// same results as a solver that knows nothing and is asked about all of them.
TEST_F(PlannerTest, AnswersAsASolverThatIsAskedAboutEverything) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  for (unsigned round = 0; round < 20; round++) {
    m_graph.reset();
    std::vector<ExprId> all;
    const auto symbol = [&] {
      return m_pool.symbolExpr(m_pool.symbol(main, static_cast<std::uint32_t>(below(5)), 8, "unknown"));
    };
    const auto condition = [&] {
      const ExprId left = symbol(), right = below(2) == 0 ? symbol() : number(below(6));
      return m_pool.binary(below(3) == 0 ? ExprOp::Eq : ExprOp::Ult, left, right);
    };
    const auto whole = [&](ExprId extra) {
      const std::unique_ptr<Solver> solver = makeSolver(m_pool);
      std::vector<ExprId> asked = all;
      asked.push_back(extra);
      return solver->check(asked);
    };
    for (unsigned step = 0; step < 8; step++) {
      const ExprId asked = condition();
      for (const bool side : {true, false})
        ASSERT_EQ(m_planner.canBe(asked, side), whole(side ? asked : m_pool.bitNot(asked)));
      const ExprId value = symbol();
      const std::uint64_t least = below(9);
      const std::unique_ptr<Solver> solver = makeSolver(m_pool);
      ASSERT_EQ(m_planner.smallest(value, least).value, smallestValue(*solver, m_pool, all, value, least).value);
      const bool taken = m_planner.canBe(asked, true) == Sat::Yes;
      if (m_pool.isConstant(asked))
        continue;
      addConstraint(asked, taken);
      all.push_back(taken ? asked : m_pool.bitNot(asked));
    }
  }
}

TEST_F(PlannerTest, PlansInputsForThePath) {
  addConstraint(m_pool.eq(unknown(), number(7)), true);
  Result<Plan> plan = m_planner.plan();
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(m_pool.evaluate(unknown(), plan->inputs), 7u);
  EXPECT_TRUE(m_planner.isReachable());
  EXPECT_FALSE(m_planner.isLost());
}

TEST_F(PlannerTest, WithoutAnAnswerTheGraphIsLostUntilItChanges) {
  NoSolver none;
  Planner planner(m_graph, m_program, none);
  EXPECT_EQ(planner.canBe(m_pool.boolean(true), true), Sat::Yes) << "decided without the solver";
  EXPECT_TRUE(planner.plan().ok()) << "nothing to ask";
  addConstraint(m_pool.eq(unknown(), number(7)), true);
  EXPECT_FALSE(planner.plan().ok());
  EXPECT_TRUE(planner.solverGaveUp());
  EXPECT_TRUE(planner.isLost());
  EXPECT_FALSE(planner.isReachable());
  planner.graphChanged();
  EXPECT_FALSE(planner.isLost());
  EXPECT_TRUE(planner.solverGaveUp()) << "the result stays incomplete";
}

} // namespace
} // namespace revisit::test::planner_test
