// The graph that teaches a step: what it has, and what is marked on it.
#include "lab.h"

#include "core/logged_execution.h"
#include "log/steps/step_cursor.h"
#include "log/steps/step_marks.h"

#include <map>

namespace revisit::gui::test {

using namespace revisit::test;

namespace {

std::optional<NodeIndex> nodeOfEvent(const Execution& execution, const std::optional<LogEvent>& event) {
  if (!event || event->presence == LogEvent::Presence::Initial)
    return std::nullopt;
  const auto number = execution.timeline().numberOf(event->self.thread, event->self.index);
  return number ? std::optional(nodeOf(*number)) : std::nullopt;
}

NodeMark markOf(const Execution& execution, const std::optional<LogEvent>& event) {
  const auto node = nodeOfEvent(execution, event);
  return node ? execution.marks().of(*node) : NodeMark::None;
}

std::size_t countOf(const Execution& execution, NodeMark mark) {
  return static_cast<std::size_t>(std::ranges::count(execution.marks().nodes, mark));
}

const MarkedArrow* arrowBetween(const Execution& execution, const std::optional<LogEvent>& from,
                                const std::optional<LogEvent>& to) {
  for (const MarkedArrow& arrow : execution.marks().arrows)
    if (nodeOfEvent(execution, from) == arrow.from && nodeOfEvent(execution, to) == arrow.to)
      return &arrow;
  return nullptr;
}

void expectDeletion(const Step& step, const Execution& execution) {
  // The event that revisits is there, last, though it is not done.
  EXPECT_EQ(markOf(execution, step.event), NodeMark::Next);
  EXPECT_EQ(nodeOfEvent(execution, step.event), execution.timeline().size() - 1);
  EXPECT_EQ(execution.graph().next(), execution.timeline().size() - 1);
  EXPECT_EQ(execution.marks().focus, execution.graph().next());
  const bool isCulprit = step.culprit && step.culprit->self == step.other->self;
  EXPECT_EQ(markOf(execution, step.other), isCulprit ? NodeMark::Culprit : NodeMark::Revisited);
  for (const LogEvent& event : step.deleted) {
    const bool isOther = event.self == step.other->self || (step.culprit && event.self == step.culprit->self);
    EXPECT_EQ(markOf(execution, event) == NodeMark::Deleted, !isOther);
  }
  EXPECT_EQ(countOf(execution, NodeMark::Culprit), step.culprit && nodeOfEvent(execution, step.culprit) ? 1u : 0u);
  const MarkedArrow* arrow = arrowBetween(execution, step.event, step.other);
  ASSERT_TRUE(arrow);
  EXPECT_EQ(arrow->isRefused, step.refusal != Refusal::None);
  if (arrow->isRefused) {
    EXPECT_EQ(arrow->text, "refused: " + ruleName(step.refusal));
  }
}

// The row of each event, as a view shows it.
std::map<std::pair<unsigned, unsigned>, std::size_t> rowsOf(const Execution& execution) {
  std::map<std::pair<unsigned, unsigned>, std::size_t> rows;
  std::size_t row = 0;
  for (EventNumber number = 1; number <= execution.timeline().size(); number++) {
    const WitnessEvent& event = execution.timeline().event(number);
    const Fold* const fold = execution.folding().of(number);
    if (!fold || fold->first == number)
      row += execution.marks().gaps.empty() ? 0 : execution.marks().gaps[nodeOf(number)];
    rows[{event.thread, event.index}] = row;
    row += !fold || fold->last() == number;
  }
  return rows;
}

struct Places {
  unsigned kept = 0, moved = 0;
};

// What was deleted is gone, what was added is there, and what stayed has its row unless the order forbids it.
void expectDone(const Step& step, const Execution& before, const Execution& after, Places& places) {
  expectDeletion(step, before);
  EXPECT_EQ(markOf(after, step.event), NodeMark::Added);
  EXPECT_EQ(after.marks().focus, nodeOfEvent(after, step.event));
  EXPECT_FALSE(after.graph().next());
  EXPECT_EQ(countOf(after, NodeMark::Deleted), 0u);
  const bool isRevisited = step.kind == ActionKind::Revisited;
  const std::size_t again = isRevisited ? 1 : 0; // the read is deleted and added
  EXPECT_EQ(after.timeline().size() + step.deleted.size(), before.timeline().size() + again);
  if (isRevisited) {
    EXPECT_EQ(markOf(after, step.other), NodeMark::Revisited);
    EXPECT_TRUE(arrowBetween(after, step.event, step.other));
    const EventNumber read = *nodeOfEvent(after, step.other) + 1;
    if (after.timeline().event(read).reads) { // an update may be shown as the write that it is
      EXPECT_EQ(after.timeline().readsFrom(read), *nodeOfEvent(after, step.event) + 1);
    }
  }
  const auto rowsBefore = rowsOf(before), rowsAfter = rowsOf(after);
  for (const auto& [event, row] : rowsAfter) {
    const bool isNew = std::ranges::any_of(
        step.deleted, [&](const LogEvent& each) { return std::pair(each.self.thread, each.self.index) == event; });
    const auto earlier = rowsBefore.find(event);
    if (!isNew && earlier != rowsBefore.end()) {
      const bool isAdded = std::pair(step.event->self.thread, step.event->self.index) == event;
      EXPECT_TRUE(isAdded || row >= earlier->second); // a write may be placed before newer ones
      (row == earlier->second ? places.kept : places.moved)++;
    }
  }
}

void expectCandidates(const Step& step, const Execution& execution) {
  for (const StepCandidate& candidate : step.candidates) {
    if (!nodeOfEvent(execution, candidate.other))
      continue;
    const bool isFromOther =
        candidate.kind == AlternativeKind::ReadFrom || candidate.kind == AlternativeKind::PlaceAfter;
    const MarkedArrow* arrow = isFromOther ? arrowBetween(execution, candidate.other, step.event)
                                           : arrowBetween(execution, step.event, candidate.other);
    if (!arrow && execution.marks().arrows.size() < maxArrows)
      ADD_FAILURE() << "no arrow";
    if (candidate.refusal == Refusal::None) {
      EXPECT_NE(markOf(execution, candidate.other), NodeMark::None);
    }
  }
}

void expectStep(const LogPointer& log, const Step& step, const Execution& execution, Places& places) {
  if (isDone(step.kind))
    return expectDone(step, *graphAfterStep(log, step.number, true).value(), execution, places);
  if (isRevisit(step.kind))
    return expectDeletion(step, execution);
  switch (step.kind) {
  case ActionKind::Added:
  case ActionKind::Chose:
    EXPECT_EQ(markOf(execution, step.event), NodeMark::Added);
    EXPECT_EQ(execution.marks().focus, nodeOfEvent(execution, step.event));
    EXPECT_FALSE(execution.graph().next());
    expectCandidates(step, execution);
    break;
  case ActionKind::Finished:
    EXPECT_EQ(execution.origin().execution, step.execution);
    [[fallthrough]];
  case ActionKind::Began:
  case ActionKind::BackedUp:
    EXPECT_TRUE(execution.marks().nodes.empty());
    EXPECT_TRUE(execution.marks().arrows.empty());
    break;
  default:
    if (step.event) {
      EXPECT_TRUE(execution.marks().focus);
    }
  }
}

} // namespace

TEST(StepMarks, TeachEveryKindOfStep) {
  std::map<ActionKind, std::uint64_t> seen;
  std::map<Refusal, std::uint64_t> refused;
  Places places;
  for (std::uint64_t seed = 1; seed <= 250 && !HasFailure(); seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 25;
    lab.explore();
    for (const Step& step : lab.log().steps(1, lab.log().stepCount())) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " step " << step.number);
      const Result<ExecutionPointer> graph = graphAfterStep(lab.recorder.log(), step.number);
      ASSERT_TRUE(graph.ok()) << graph.error().what;
      EXPECT_EQ(graph.value()->origin().step, step.number);
      EXPECT_EQ(graph.value()->origin().log, lab.recorder.log());
      expectStep(lab.recorder.log(), step, *graph.value(), places);
      for (const MarkedArrow& arrow : graph.value()->marks().arrows) {
        EXPECT_LT(arrow.from, graph.value()->timeline().size());
        EXPECT_LT(arrow.to, graph.value()->timeline().size());
        EXPECT_NE(arrow.from, arrow.to);
      }
      EXPECT_LE(graph.value()->marks().arrows.size(), maxArrows);
      seen[step.kind]++;
      refused[step.refusal]++;
    }
  }
  for (int kind = 0; kind < static_cast<int>(ActionKind::Restarted); kind++) // scripts share everything
    EXPECT_GT(seen[static_cast<ActionKind>(kind)], 0u) << kind;
  EXPECT_GT(refused.size(), 8u);
  EXPECT_GT(places.kept, 1000u);
  EXPECT_LT(places.moved * 20, places.kept);
}

// What is not in the graph is related to nothing but its thread.
TEST(StepMarks, TheNextEventIsInNoRelationOfMemory) {
  std::uint64_t seen = 0;
  for (std::uint64_t seed = 1; seed <= 60; seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 20;
    lab.explore();
    for (std::uint64_t step = 1; step <= lab.log().stepCount(); step++) {
      const ExecutionPointer graph = graphAfterStep(lab.recorder.log(), step).value();
      if (!graph->graph().next())
        continue;
      seen++;
      for (const EventEdge& edge : graph->graph().edges())
        if (edge.from == *graph->graph().next() || edge.to == *graph->graph().next()) {
          EXPECT_TRUE(edge.relation == Relation::ProgramOrder || edge.relation == Relation::Create);
          EXPECT_EQ(edge.to, *graph->graph().next());
        }
    }
  }
  EXPECT_GT(seen, 100u);
}

TEST(StepMarks, AStepThatIsNotThereIsAnError) {
  Lab lab(randomScript(3, optionsOf(3)));
  lab.explore();
  EXPECT_FALSE(graphAfterStep(lab.recorder.log(), 0).ok());
  EXPECT_FALSE(graphAfterStep(lab.recorder.log(), lab.log().stepCount() + 1).ok());
}

} // namespace revisit::gui::test
