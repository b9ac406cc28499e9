#include "check/finding_notes.h"

#include "explore/exploration_state.h"
#include "log/describe.h"
#include "program/positions.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

SourcePosition placeOf(const Program& program, PositionId position) {
  if (!position.valid())
    return {};
  const std::vector<SourcePosition> calls = program.callChain(position);
  const SourcePosition* const shown = shownPosition(calls);
  return shown ? *shown : SourcePosition{};
}

std::string textOf(const Program& program, const Finding& finding,
                   const std::function<std::string(PositionId)>& message) {
  switch (finding.kind) {
  case ErrorKind::Race: {
    const SourcePosition other = placeOf(program, finding.otherPosition);
    return fmt::format("a data race of {} here and {} at {}:{}", program.threadName(finding.thread),
                       program.threadName(finding.otherThread), other.file, other.line);
  }
  case ErrorKind::ExitStatus:
    return "the process exits here with a status other than 0; --exit-status makes that an error";
  case ErrorKind::Leak:
  case ErrorKind::Stranded:
    return fmt::format("{}: {}", errorName(finding.kind), message(finding.position));
  default:
    return errorName(finding.kind);
  }
}

} // namespace

std::string strandedText(const Execution& execution, const Bug& bug) {
  const Program& program = execution.state.program();
  if (bug.event.valid())
    return behindWriterText(execution.graph, program, bug);
  const auto waits = std::ranges::find(execution.waiting, bug.thread, &Waiting::thread);
  return fmt::format("T{} ({}) waits for {}; only the end of the process ends this wait", bug.thread.value(),
                     program.threadName(bug.thread), describeWaiting(execution.graph, program, *waits));
}

void addWarnings(const Program& program, const Findings& findings, const ErrorPolicy& policy,
                 const std::function<std::string(PositionId)>& message, std::vector<CheckNote>& warnings) {
  for (const Finding& finding : findings.all()) {
    const SourcePosition place = placeOf(program, finding.position);
    warnings.push_back({errorName(finding.kind),
                        fmt::format("{} (in {} execution{})", textOf(program, finding, message), finding.count,
                                    finding.count == 1 ? "" : "s"),
                        place.file, place.line});
  }
  std::string ignored;
  for (const ErrorKind kind : policy.ignored())
    ignored += fmt::format("{}{}", ignored.empty() ? "" : ", ", errorName(kind));
  if (!ignored.empty())
    warnings.push_back({"ignored", fmt::format("errors of these kinds were not looked for: {}", ignored), "", 0});
}

} // namespace revisit
