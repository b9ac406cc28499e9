#include "check/report/check_notes.h"

#include "base/file_name.h"
#include "explore/exploration_state.h"
#include "log/describe.h"
#include "program/positions.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace revisit {

using instrument::Image;

namespace {

const char* kindName(Incident::Kind kind) {
  static constexpr const char* names[] = {"hidden-write", "unmodelled-call", "imprecise",      "lost-input",
                                          "self-check",   "solver-unknown",  "assertions-off", "not-instrumented",
                                          "limit",        "unmerged",        "not-tried",      "other"};
  return names[static_cast<int>(kind)];
}

const char* kindName(IncompleteReason::Kind kind) {
  static constexpr const char* names[] = {"max-executions",   "timeout",     "cancelled",      "stopped-at-bug",
                                          "stopped-at-goal",  "bound",       "solver-unknown", "sampling",
                                          "preemption-bound", "unsupported", "memory",         "limit"};
  return names[static_cast<int>(kind)];
}

std::string optionOf(CutBy bound, const CheckOptions& options) {
  switch (bound) {
  case CutBy::TimeOuts:
    return fmt::format("--time-outs {}", options.bounds.timeOuts);
  case CutBy::Recursion:
    return fmt::format("--recursion {}", options.bounds.recursion);
  case CutBy::Steps:
    return fmt::format("--run-steps {}", options.bounds.runSteps);
  case CutBy::Computation:
    return fmt::format("--watchdog {:g}", options.bounds.watchdogMs / 1000.0);
  case CutBy::States:
    return fmt::format("--unroll {}", options.bounds.roundsWithNewStates());
  case CutBy::Loop:
  case CutBy::Events:
  case CutBy::Memory:
    return fmt::format("--unroll {}", options.bounds.unroll);
  }
  return {};
}

SourcePosition placeOf(const ProgramNames& names, PositionId position) {
  if (!position.valid())
    return {};
  const std::vector<SourcePosition> calls = names.callChain(position);
  const SourcePosition* const shown = shownPosition(calls);
  return shown ? *shown : SourcePosition{};
}

std::string runsOf(std::uint64_t count) {
  return fmt::format("{} run{}", count, count == 1 ? "" : "s");
}

// The function whose call is the incident; empty: it is no call.
std::string calledIn(const Incident& incident) {
  if (incident.kind == Incident::Kind::UnmodelledCall)
    return incident.detail.substr(0, incident.detail.find(": "));
  if (incident.kind != Incident::Kind::NotInstrumented || !incident.detail.starts_with('\''))
    return {};
  return incident.detail.substr(1, incident.detail.find('\'', 1) - 1);
}

std::string textOf(const ProgramNames& names, const Finding& finding,
                   const std::function<std::string(PositionId)>& message) {
  switch (finding.kind) {
  case ErrorKind::Race: {
    const SourcePosition other = placeOf(names, finding.otherPosition);
    if (finding.thread == finding.otherThread)
      return fmt::format("a data race of {} here and the handler of a signal at {}:{}, which may interrupt it",
                         names.threadName(finding.thread), other.file, other.line);
    return fmt::format("a data race of {} here and {} at {}:{}", names.threadName(finding.thread),
                       names.threadName(finding.otherThread), other.file, other.line);
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

std::string placeText(const CheckNote& note) {
  return note.file.empty() ? std::string() : fmt::format("{}:{}", note.file, note.line);
}

nlohmann::ordered_json noteJson(const CheckNote& note) {
  return {{"kind", note.kind}, {"detail", note.detail}, {"file", note.file}, {"line", note.line}};
}

nlohmann::ordered_json notesJson(const std::vector<CheckNote>& notes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CheckNote& note : notes)
    list.push_back(noteJson(note));
  return list;
}

std::string executionsOf(std::uint64_t count) {
  return fmt::format("{} execution{}", count, count == 1 ? "" : "s");
}

CheckNote noteOf(const IncompleteReason& reason) {
  return {kindName(reason.kind), reason.detail, "", 0};
}

CheckNote noteOf(const IncompleteReason& reason, const NativeOracle& oracle, const BehaviourCache& cache) {
  CheckNote note = noteOf(reason);
  if (reason.kind == IncompleteReason::Kind::Unsupported) {
    if (const std::string what = oracle.unsupportedAt(reason.position); !what.empty())
      note.detail = what;
    if (oracle.isLimit(reason.position))
      note.kind = kindName(IncompleteReason::Kind::Limit);
  }
  if (reason.position.valid())
    if (const auto chain = cache.names().callChain(reason.position); !chain.empty()) {
      note.file = shownPosition(chain)->file;
      note.line = shownPosition(chain)->line;
    }
  return note;
}

CheckNote withBound(CheckNote note, const IncompleteReason& reason, const CheckOptions& options) {
  if (reason.kind == IncompleteReason::Kind::Bound && reason.bound == CutBy::States)
    note.detail =
        fmt::format("{} ({}: a larger number follows it further)", note.detail, optionOf(reason.bound, options));
  else if (reason.kind == IncompleteReason::Kind::Bound)
    note.detail = fmt::format("{} in {} ({}: a larger number follows it further)", note.detail,
                              executionsOf(reason.count), optionOf(reason.bound, options));
  if (!reason.cause.empty())
    note.detail += "; " + reason.cause;
  if (reason.kind == IncompleteReason::Kind::Unsupported)
    note.detail = fmt::format("{} (in {})", note.detail, executionsOf(reason.count));
  if (reason.kind == IncompleteReason::Kind::Timeout)
    note.detail = fmt::format("{} (--timeout {:g})", note.detail, options.explore.timeoutSeconds);
  if (reason.kind == IncompleteReason::Kind::Memory && options.bounds.memoryMiB != 0)
    note.detail = fmt::format("{} (--memory {})", note.detail, options.bounds.memoryMiB);
  return note;
}

CheckNote killedNote(const Error& error) {
  return {"killed", error.what, "", 0};
}

namespace {

// The sources that were compiled with NDEBUG; empty when there are none. Libraries have many.
std::string withoutAssertions(const Image& image) {
  constexpr std::size_t named = 3;
  std::vector<std::string> files;
  for (const instrument::ImageModule& module : image.modules())
    if (module.assertionsOff)
      files.push_back(fileName(module.name));
  if (files.size() <= named)
    return fmt::format("{}", fmt::join(files, ", "));
  const std::size_t others = files.size() - named + 1;
  files.resize(named - 1);
  return fmt::format("{} and {} other files", fmt::join(files, ", "), others);
}

} // namespace

void addImageWarnings(const Image& image, std::vector<CheckNote>& warnings) {
  if (const std::string files = withoutAssertions(image); !files.empty())
    warnings.push_back({kindName(Incident::Kind::AssertionsOff),
                        fmt::format("assertions are compiled out in {} (NDEBUG)", files), "", 0});
  if (image.for32Bits())
    warnings.push_back(
        {"for-32-bits", "a source was preprocessed for a 32-bit machine; it is checked as a 64-bit program", "", 0});
  if (image.optimised())
    warnings.push_back(
        {"not-optimised", "the build asked for optimisation; the explored program is built with -O0", "", 0});
  if (image.sanitised())
    warnings.push_back(
        {"sanitizers-off", "-fsanitize is left out: sanitizers do not work in an instrumented build", "", 0});
  for (const std::string& name : image.foreignObjects())
    warnings.push_back({"not-instrumented",
                        fmt::format("'{}' is linked in but not instrumented: what it does is not seen", name), "", 0});
}

Incident spuriousWithheld(std::uint32_t limit) {
  return {.kind = Incident::Kind::NotTried,
          .warningOnly = true,
          .detail = fmt::format("more than {} in one thread of what happens for no reason (--spurious-limit)", limit)};
}

// Uninstrumented code is reported once, however many places call it.
void addIncidents(const std::vector<Incident>& incidents, const std::vector<std::string>& harmless,
                  CheckReport& report) {
  std::set<std::string> unseen;
  for (const Incident& incident : incidents) {
    const std::string called = calledIn(incident);
    if (!called.empty() && std::ranges::find(harmless, called) != harmless.end()) {
      report.warnings.push_back(
          {"assumed-harmless",
           fmt::format("{} is called in {}: taken for harmless, as you said", called, runsOf(incident.runs)),
           incident.file, incident.line});
      continue;
    }
    if (incident.kind == Incident::Kind::NotInstrumented && !unseen.insert(incident.detail).second)
      continue;
    const bool isCounted = incident.kind == Incident::Kind::UnmodelledCall;
    (incident.warningOnly ? report.warnings : report.reasons)
        .push_back({kindName(incident.kind),
                    isCounted ? fmt::format("{} (in {})", incident.detail, runsOf(incident.runs)) : incident.detail,
                    incident.file, incident.line});
  }
}

std::string strandedText(const Execution& execution, const Bug& bug) {
  const ProgramNames& names = execution.state.program().names();
  if (bug.event.valid())
    return behindWriterText(execution.graph, names, bug);
  const auto waits = std::ranges::find(execution.waiting, bug.thread, &Waiting::thread);
  return fmt::format("T{} ({}) waits for {}; only the end of the process ends this wait", bug.thread.value(),
                     names.threadName(bug.thread), describeWaiting(execution.graph, names, *waits));
}

CheckNote warningOf(const ProgramNames& names, const Finding& finding,
                    const std::function<std::string(PositionId)>& message) {
  const SourcePosition place = placeOf(names, finding.position);
  return {errorName(finding.kind), textOf(names, finding, message), place.file, place.line};
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

std::string keyOf(const ProgramNames& names, PositionId position) {
  std::string key;
  if (position.valid())
    for (const SourcePosition& call : names.callChain(position))
      key += fmt::format("{}:{}:{}:{}\n", call.file, call.line, call.column, call.function);
  return key;
}

std::string keyOf(const ProgramNames& names, const Finding& finding) {
  if (finding.kind != ErrorKind::Race)
    return fmt::format("{}\n{}", errorName(finding.kind), keyOf(names, finding.position));
  const SourcePosition one = placeOf(names, finding.position), other = placeOf(names, finding.otherPosition);
  const auto [low, high] = std::minmax({std::pair(one.file, one.line), std::pair(other.file, other.line)});
  return fmt::format("{}\n{}:{}\n{}:{}", errorName(finding.kind), low.first, low.second, high.first, high.second);
}

} // namespace revisit
