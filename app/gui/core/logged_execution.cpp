#include "logged_execution.h"

#include "log/logged_graph.h"
#include "step_marks.h"

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

Result<ExecutionPointer> graphAfterStep(const LogPointer& log, std::uint64_t number) {
  const std::vector<Step> found = number == 0 ? std::vector<Step>() : log->steps(number, 1);
  if (found.empty())
    return Error{ErrorCode::NotFound, fmt::format("step {}", number), "the log of the exploration does not have it"};
  const Step& step = found.front();
  if (step.kind == ActionKind::Finished)
    return executionOf(log, step.execution);
  Witness witness = witnessOf(log->graphWithDeleted(number), log->threadNames(), EventOrder::AsAdded);
  const bool isNext = addNext(witness, step);
  Result<Timeline> timeline = Timeline::make(std::move(witness));
  if (!timeline)
    return timeline.error();
  GraphMarks marks = marksOf(step, *timeline, isNext);
  return std::make_shared<const Execution>(fmt::format("Step {}", number), std::move(*timeline),
                                           ExecutionOrigin{log, 0, number}, std::move(marks));
}

} // namespace revisit::gui
