#include "check/finding_notes.h"

#include "check/check_notes.h"
#include "explore/exploration_state.h"
#include "log/describe.h"
#include "program/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

CheckNote warningOf(const Program& program, const Finding& finding,
                    const std::function<std::string(PositionId)>& message) {
  const SourcePosition place = placeOf(program, finding.position);
  return {errorName(finding.kind), textOf(program, finding, message), place.file, place.line};
}

CheckNote withExecutions(CheckNote note, std::uint64_t count) {
  note.detail = fmt::format("{} (in {})", note.detail, executionsOf(count));
  return note;
}

void addIgnored(const ErrorPolicy& policy, std::vector<CheckNote>& warnings) {
  std::string ignored;
  for (const ErrorKind kind : policy.ignored())
    ignored += fmt::format("{}{}", ignored.empty() ? "" : ", ", errorName(kind));
  if (!ignored.empty())
    warnings.push_back({"ignored", fmt::format("errors of these kinds were not looked for: {}", ignored), "", 0});
}

std::string keyOf(const Program& program, PositionId position) {
  std::string key;
  if (position.valid())
    for (const SourcePosition& call : program.callChain(position))
      key += fmt::format("{}:{}:{}:{}\n", call.file, call.line, call.column, call.function);
  return key;
}

std::string keyOf(const Program& program, const Finding& finding) {
  if (finding.kind != ErrorKind::Race)
    return fmt::format("{}\n{}", errorName(finding.kind), keyOf(program, finding.position));
  const SourcePosition one = placeOf(program, finding.position), other = placeOf(program, finding.otherPosition);
  const auto [low, high] = std::minmax({std::pair(one.file, one.line), std::pair(other.file, other.line)});
  return fmt::format("{}\n{}:{}\n{}:{}", errorName(finding.kind), low.first, low.second, high.first, high.second);
}

} // namespace revisit
