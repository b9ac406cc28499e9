#include "logged_execution.h"

#include "session/logged_graph.h"

#include <fmt/format.h>

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
  Witness witness = witnessOf(log->graphAfter(step), log->threadNames());
  noteEnding(witness, found.front());
  return make(fmt::format("Execution {}", number), std::move(witness), {log, number, step});
}

Result<ExecutionPointer> graphAfterStep(const LogPointer& log, std::uint64_t step) {
  if (step == 0 || step > log->stepCount())
    return Error{ErrorCode::NotFound, fmt::format("step {}", step), "the log of the exploration does not have it"};
  return make(fmt::format("Step {}", step), witnessOf(log->graphAfter(step), log->threadNames()), {log, 0, step});
}

} // namespace revisit::gui
