// The graph of states that the window draws, and the steps through it: against the log.
#include "states_fixture.h"

#include "log/steps/state_graph.h"
#include "log/steps/step_cursor.h"
#include "random_loops.h"

#include <chrono>

namespace revisit::gui::test {
namespace {

std::size_t count(const StateGraph& graph, StateEdgeKind kind) {
  std::size_t found = 0;
  for (const StateEdge& edge : graph.edges)
    found += edge.kind == kind;
  return found;
}

std::size_t count(const StateLog& log, StateStepKind kind) {
  std::size_t found = 0;
  for (const StateStepKind each : log.kinds(1, ~std::uint64_t{0}))
    found += each == kind;
  return found;
}

void checkLayout(const StateGraph& graph) {
  const StateLayout layout = layOut(graph, {});
  ASSERT_EQ(layout.nodes.size(), graph.nodes.size());
  ASSERT_EQ(layout.routes.size(), graph.edges.size());
  for (std::size_t a = 0; a < layout.nodes.size(); a++)
    for (std::size_t b = a + 1; b < layout.nodes.size(); b++)
      EXPECT_FALSE(layout.nodes[a].intersects(layout.nodes[b])) << a << " and " << b;
  for (const LayoutRect& node : layout.nodes) {
    EXPECT_GE(node.left, 0);
    EXPECT_LE(node.right(), layout.bounds.right());
    EXPECT_LE(node.bottom(), layout.bounds.bottom());
  }
  for (std::size_t i = 0; i < graph.edges.size(); i++) {
    const LayoutRect& from = layout.nodes[graph.edges[i].from];
    EXPECT_GE(layout.routes[i].front().x, from.left);
    EXPECT_LE(layout.routes[i].front().x, from.right());
  }
}

} // namespace

TEST(StateGraph, HasEveryStateAndEveryStep) {
  const StatesLab lab;
  const StateGraph graph = stateGraph(*lab.log(), 0, 2000);
  EXPECT_TRUE(graph.isWhole());
  EXPECT_EQ(graph.nodes.size(), lab.states().stateCount());
  EXPECT_EQ(count(graph, StateEdgeKind::Taken) + 1, count(lab.states(), StateStepKind::Entered));
  EXPECT_EQ(count(graph, StateEdgeKind::Known), count(lab.states(), StateStepKind::Met));
  EXPECT_GT(count(graph, StateEdgeKind::Pruned), 0u);
  for (const StateEdge& edge : graph.edges)
    EXPECT_EQ(edge.text.substr(0, 2), "T" + std::to_string(edge.thread));
  for (const StateNode& node : graph.nodes)
    EXPECT_EQ(node.hidden, 0u);
  checkLayout(graph);
}

TEST(StateGraph, OfManyStatesTheNeighbourhoodIsDrawn) {
  const StatesLab lab;
  const std::uint32_t centre = lab.states().stateCount() - 1;
  const StateGraph graph = stateGraph(*lab.log(), centre, 5);
  EXPECT_FALSE(graph.isWhole());
  EXPECT_EQ(graph.nodes.size(), 5u);
  EXPECT_NE(graph.nodeOf(centre), StateEdge::nowhere);
  std::size_t hidden = 0;
  for (const StateNode& node : graph.nodes)
    hidden += node.hidden;
  EXPECT_GT(hidden, 0u);
  checkLayout(graph);
}

TEST(StateGraph, CyclesAreLaidOutToo) {
  for (std::uint64_t seed = 690000; seed < 690040; seed++) {
    const StatesLab lab(randomLoops(seed));
    const StateGraph graph = stateGraph(*lab.log(), 0, 2000);
    EXPECT_EQ(graph.nodes.size(), lab.states().stateCount());
    if (graph.nodes.size() < 300)
      checkLayout(graph);
  }
}

// The largest graph that is drawn whole. The bound is far above what it takes, for machines that are busy.
TEST(StateGraph, ManyStatesAreLaidOutAtOnce) {
  Script script;
  script.locationSizes = {1, 1, 1};
  script.initialValues = {0, 0, 0};
  script.threads.resize(4);
  for (std::uint32_t thread = 1; thread <= 3; thread++) {
    script.threads[0].push_back({.op = Instruction::Op::Create, .child = thread});
    for (std::uint64_t i = 1; i <= 10; i++)
      script.threads[thread].push_back(
          {.op = Instruction::Op::Store, .a = Operand::constant(i), .location = thread - 1});
    script.threads[thread].push_back({.op = Instruction::Op::Load, .location = thread % 3});
  }
  const StatesLab lab(script, {.safeSets = true, .sources = StateSearchOptions::Sources::All});
  const auto began = std::chrono::steady_clock::now();
  const StateGraph graph = stateGraph(*lab.log(), 0, 2000);
  const StateLayout layout = layOut(graph, {});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_GT(graph.nodes.size(), 1500u);
  EXPECT_TRUE(graph.isWhole());
  EXPECT_EQ(layout.nodes.size(), graph.nodes.size());
  EXPECT_LT(took.count(), 2);
  RecordProperty("seconds", std::to_string(took.count()));
}

TEST(StateGraph, AnotherExplorationHasNone) {
  Lab lab(StatesLab::figure3());
  lab.explore();
  EXPECT_TRUE(stateGraph(*lab.recorder.log(), 0, 2000).nodes.empty());
}

TEST(StateSteps, TheCursorGoesThroughTheStepsOfTheSearch) {
  const StatesLab lab;
  StepCursor cursor;
  cursor.stand(lab.log(), 1);
  ASSERT_TRUE(cursor.states());
  EXPECT_EQ(cursor.stepCount(), lab.states().stepCount());
  EXPECT_EQ(cursor.target(StepMove::NextAction), 2u);
  EXPECT_EQ(cursor.target(StepMove::Last), lab.states().stepCount());
  const std::uint64_t shown = lab.first(StateStepKind::Shown);
  ASSERT_NE(shown, 0u);
  EXPECT_EQ(cursor.target(StepMove::NextExecution), shown);
  EXPECT_EQ(cursor.execution(), 1u);
  std::uint64_t judgements = 0;
  for (auto next = cursor.target(StepMove::NextRevisit); next; next = cursor.target(StepMove::NextRevisit)) {
    EXPECT_TRUE(isJudgement(lab.states().kinds(*next, 1).front()));
    cursor.stand(lab.log(), *next);
    judgements++;
  }
  EXPECT_EQ(judgements, count(lab.states(), StateStepKind::Judged));
}

} // namespace revisit::gui::test
