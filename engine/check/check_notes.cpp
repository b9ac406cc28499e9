#include "check/check_notes.h"

#include "program/positions.h"

#include <fmt/format.h>

#include <set>

namespace revisit {

using instrument::Image;

namespace {

const char* kindName(Incident::Kind kind) {
  static constexpr const char* names[] = {"hidden-write",     "unmodelled-call", "imprecise",
                                          "self-check",       "solver-unknown",  "assertions-off",
                                          "not-instrumented", "limit",           "other"};
  return names[static_cast<int>(kind)];
}

const char* kindName(IncompleteReason::Kind kind) {
  static constexpr const char* names[] = {"max-executions", "timeout",        "cancelled", "stopped-at-bug",
                                          "bound",          "solver-unknown", "sampling",  "preemption-bound",
                                          "unsupported",    "memory",         "limit"};
  return names[static_cast<int>(kind)];
}

std::string optionOf(CutBy bound, const CheckOptions& options) {
  switch (bound) {
  case CutBy::Recursion:
    return fmt::format("--recursion {}", options.recursion);
  case CutBy::Steps:
    return fmt::format("--run-steps {}", options.runSteps);
  case CutBy::Computation:
    return fmt::format("--watchdog {:g}", options.watchdogMs / 1000.0);
  case CutBy::States:
    return fmt::format("--unroll {}", options.roundsWithNewStates());
  default:
    return fmt::format("--unroll {}", options.unroll);
  }
}

} // namespace

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
    if (const auto chain = cache.callChain(reason.position); !chain.empty()) {
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
  if (reason.kind == IncompleteReason::Kind::Unsupported)
    note.detail = fmt::format("{} (in {})", note.detail, executionsOf(reason.count));
  if (reason.kind == IncompleteReason::Kind::Timeout)
    note.detail = fmt::format("{} (--timeout {:g})", note.detail, options.explore.timeoutSeconds);
  if (reason.kind == IncompleteReason::Kind::Memory && options.memoryMiB != 0)
    note.detail = fmt::format("{} (--memory {})", note.detail, options.memoryMiB);
  return note;
}

CheckNote killedNote(const Error& error) {
  return {"killed", error.what, "", 0};
}

void addImageWarnings(const Image& image, std::vector<CheckNote>& warnings) {
  if (image.assertionsOff())
    warnings.push_back({kindName(Incident::Kind::AssertionsOff),
                        "assertions are compiled out: the program was built with NDEBUG", "", 0});
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

// Uninstrumented code is reported once, however many places call it.
void addIncidents(const std::vector<Incident>& incidents, CheckReport& report) {
  std::set<std::string> unseen;
  for (const Incident& incident : incidents)
    if (incident.kind != Incident::Kind::NotInstrumented || unseen.insert(incident.detail).second)
      (incident.warningOnly ? report.warnings : report.reasons)
          .push_back({kindName(incident.kind), incident.detail, incident.file, incident.line});
}

} // namespace revisit
