#include "logged_execution.h"

#include "log/logged_graph.h"
#include "log/refused_cycle.h"
#include "log/steps/step_marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::gui {
namespace {

Result<ExecutionPointer> make(std::string name, Witness witness, ExecutionOrigin origin) {
  Result<Timeline> timeline = Timeline::make(std::move(witness));
  if (!timeline)
    return timeline.error();
  return std::make_shared<const Execution>(std::move(name), std::move(*timeline), std::move(origin));
}

void noteEnding(Witness& witness, const ExecutionSummary& summary) {
  witness.executionId = summary.id.text();
  witness.endingWithoutError = summary.kind;
  if (const auto& bug = summary.bug)
    witness.error = {bug->kind, bug->message, bug->file, bug->line, bug->thread, {}};
}

bool hasEvent(const Witness& witness, const WitnessEventRef& event) {
  return std::ranges::any_of(witness.schedule, [&](const WitnessEvent& each) {
    return each.thread == event.thread && each.index == event.index;
  });
}

// Appends the step's event as the last one if the graph does not contain it. Whether it did so.
bool addNext(Witness& witness, const Step& step) {
  if (!step.event || step.event->self.thread >= witness.threads.size() || hasEvent(witness, step.event->self))
    return false;
  WitnessEvent event = *step.event->shown;
  event.thread = step.event->self.thread;
  event.index = step.event->self.index;
  event.readsFrom = step.event->readsFrom;
  if (step.source && step.source->presence != LogEvent::Presence::Initial)
    event.readsFrom = step.source->self;
  event.child.reset(); // a thread to be created does not exist yet, and one to be joined may not have ended
  witness.schedule.push_back(std::move(event));
  return true;
}

// With the cycles that forbid its alternatives.
Result<Step> stepOf(const ExplorationLog& log, std::uint64_t number) {
  std::vector<Step> found = number == 0 ? std::vector<Step>() : log.steps(number, 1);
  if (found.empty())
    return Error{ErrorCode::NotFound, fmt::format("step {}", number), "the log of the exploration does not have it"};
  addCycles(log, found.front());
  return std::move(found.front());
}

// `cycle`: what to mark instead of all that the step considered; null: that.
Result<ExecutionPointer> graphOf(const LogPointer& log, const Step& step, bool before, const RefusedCycle* cycle) {
  Witness witness = witnessOf(log->graphWithDeleted(step.number), log->threadNames(), EventOrder::AsAdded);
  const bool isNext = addNext(witness, step);
  Result<Timeline> timeline = Timeline::make(std::move(witness));
  if (!timeline)
    return timeline.error();
  GraphMarks marks = cycle ? cycleMarksOf(step, *cycle, *timeline, isNext) : marksOf(step, *timeline, isNext);
  const auto made = [&](Timeline graph, GraphMarks marked) {
    return std::make_shared<Execution>(fmt::format("Step {}", step.number), std::move(graph),
                                       ExecutionOrigin{log, 0, step.number}, std::move(marked));
  };
  const auto shown = made(std::move(*timeline), std::move(marks));
  if (before || !isDone(step.kind))
    return ExecutionPointer(shown);
  timeline = Timeline::make(witnessOf(log->graphAfter(step.number), log->threadNames(), EventOrder::AsAdded));
  if (!timeline)
    return timeline.error();
  marks = doneMarksOf(step, *timeline);
  const auto after = made(std::move(*timeline), std::move(marks));
  after->leaveEmpty(gapsOf(step, shown->timeline(), shown->folding(), after->timeline(), after->folding()));
  return ExecutionPointer(after);
}

} // namespace

Result<ExecutionPointer> witnessAsExecution(Witness witness, ExecutionOrigin origin) {
  return make(fmt::format("Execution {}", origin.execution), std::move(witness), std::move(origin));
}

Result<ExecutionPointer> executionOf(const LogPointer& log, std::uint64_t number) {
  const std::vector<ExecutionSummary> found = log->executions(number, 1);
  const std::uint64_t step = log->stepOf(number);
  if (found.empty() || step == 0)
    return Error{ErrorCode::NotFound, fmt::format("execution {}", number),
                 "it is not in the log of the exploration's steps, which has become too long"};
  Witness witness = witnessOf(log->graphAfter(step), log->threadNames(), EventOrder::FewestSwitches);
  noteEnding(witness, found.front());
  return make(fmt::format("Execution {}", number), std::move(witness), {log, number, step});
}

std::uint64_t numberOf(const ExplorationLog& log, const std::string& id) {
  constexpr std::uint64_t atOnce = 4096;
  for (std::uint64_t first = 1;; first += atOnce) {
    const std::vector<ExecutionSummary> executions = log.executions(first, atOnce);
    for (const ExecutionSummary& execution : executions)
      if (execution.id.text() == id)
        return execution.number;
    if (executions.size() < atOnce)
      return 0;
  }
}

Result<ExecutionPointer> graphAfterStep(const LogPointer& log, std::uint64_t number, bool before) {
  Result<Step> step = stepOf(*log, number);
  if (!step)
    return step.error();
  if (step->kind == ActionKind::Finished)
    return executionOf(log, step->execution);
  return graphOf(log, *step, before, nullptr);
}

Result<ExecutionPointer> graphOfCycle(const LogPointer& log, std::uint64_t number, std::size_t candidate) {
  Result<Step> step = stepOf(*log, number);
  if (!step)
    return step.error();
  if (candidate >= step->candidates.size() || step->candidates[candidate].cycle.edges.empty())
    return Error{ErrorCode::NotFound, fmt::format("step {}", number), "no cycle is known of that alternative"};
  return graphOf(log, *step, false, &step->candidates[candidate].cycle);
}

} // namespace revisit::gui
