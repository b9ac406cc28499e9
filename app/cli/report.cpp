#include "report.h"

#include "columns.h"
#include "session/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit::cli {

Verdict CheckReport::verdict() const {
  if (!errors.empty())
    return Verdict::Bug;
  return reasons.empty() ? Verdict::Safe : Verdict::Incomplete;
}

std::string reasonKind(IncompleteReason::Kind kind) {
  switch (kind) {
  case IncompleteReason::Kind::MaxExecutions: return "max-executions";
  case IncompleteReason::Kind::Timeout: return "timeout";
  case IncompleteReason::Kind::Cancelled: return "cancelled";
  case IncompleteReason::Kind::StoppedAtBug: return "stopped-at-bug";
  case IncompleteReason::Kind::Bound: return "bound";
  case IncompleteReason::Kind::SolverUnknown: return "solver-unknown";
  case IncompleteReason::Kind::Sampling: return "sampling";
  }
  return "other";
}

std::string reasonKind(Incident::Kind kind) {
  switch (kind) {
  case Incident::Kind::HiddenWrite: return "hidden-write";
  case Incident::Kind::UnmodelledCall: return "unmodelled-call";
  case Incident::Kind::Imprecise: return "imprecise";
  case Incident::Kind::SelfCheck: return "self-check";
  case Incident::Kind::SolverUnknown: return "solver-unknown";
  case Incident::Kind::AssertionsOff: return "assertions-off";
  case Incident::Kind::Other: break;
  }
  return "other";
}

namespace {

using Json = nlohmann::ordered_json;

std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Safe: return "safe";
  case Verdict::Bug: return "bug";
  case Verdict::Incomplete: break;
  }
  return "incomplete";
}

double rate(const CheckReport& report) {
  return report.seconds > 0 ? static_cast<double>(report.counts.total()) / report.seconds : 0;
}

std::string place(const std::string& file, unsigned line) {
  if (file.empty())
    return "";
  return line == 0 ? file : fmt::format("{}:{}", file, line);
}

std::string countsText(const ExplorationCounts& counts) {
  std::string text = fmt::format("{} complete", counts.complete);
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count != 0)
      text += fmt::format(", {} {}", count, what);
  };
  add(counts.erroneous, "erroneous");
  add(counts.deadlocked, "deadlocked");
  add(counts.blocked, "blocked");
  add(counts.cut, "cut");
  add(counts.duplicate, "duplicate");
  return text;
}

std::string errorText(const ReportError& error) {
  std::string text = describeError(error.witness);
  if (error.count > 1)
    text += fmt::format("in {} executions; one of them:\n", error.count);
  text += '\n' + columns(error.witness) + '\n';
  if (!error.witnessPath.empty())
    text += fmt::format("witness: {}\n", error.witnessPath);
  return text;
}

} // namespace

std::string reportToJson(const CheckReport& report) {
  Json reasons = Json::array(), errors = Json::array();
  for (const ReportReason& reason : report.reasons)
    reasons.push_back(
        {{"kind", reason.kind}, {"detail", reason.detail}, {"file", reason.file}, {"line", reason.line}});
  for (const ReportError& error : report.errors)
    errors.push_back({{"kind", revisit::nameOf(error.error.kind)},
                      {"message", error.error.message},
                      {"file", error.error.file},
                      {"line", error.error.line},
                      {"thread", error.threadName},
                      {"count", error.count},
                      {"witness", error.witnessPath}});
  const ExplorationCounts& counts = report.counts;
  const Json json = {
      {"schema_version", 1},
      {"verdict", nameOf(report.verdict())},
      {"reasons", reasons},
      {"warnings", report.warnings},
      {"model", report.model},
      {"algorithm", report.algorithm},
      {"executions",
       {{"complete", counts.complete},
        {"erroneous", counts.erroneous},
        {"deadlocked", counts.deadlocked},
        {"blocked", counts.blocked},
        {"cut", counts.cut},
        {"duplicate", counts.duplicate}}},
      {"native_runs", report.nativeRuns},
      {"errors", errors},
      {"solver",
       {{"queries", report.solver.queries},
        {"cache_hits", report.solver.cacheHits},
        {"seconds", report.solver.seconds}}},
      {"seconds", report.seconds},
      {"executions_per_second", rate(report)},
      {"peak_rss_kib", report.peakRssKib}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string reportToText(const CheckReport& report) {
  std::string text;
  for (const ReportError& error : report.errors)
    text += errorText(error) + '\n';
  text += fmt::format("{} ({}) in {:.2f} s, {:.0f} per second; {} native runs\n", report.counts.total() == 1 ? "1 execution" : fmt::format("{} executions", report.counts.total()),
                      countsText(report.counts), report.seconds, rate(report), report.nativeRuns);
  switch (report.verdict()) {
  case Verdict::Safe: text += "SAFE: every behaviour was explored and nothing is wrong\n"; break;
  case Verdict::Bug: text += report.errors.size() == 1 ? "BUG: 1 error\n" : fmt::format("BUG: {} errors\n", report.errors.size()); break;
  case Verdict::Incomplete: text += "INCOMPLETE: nothing wrong was found, but not everything was explored:\n"; break;
  }
  for (const ReportReason& reason : report.reasons) {
    const std::string where = place(reason.file, reason.line);
    text += fmt::format("  {}: {}{}{}\n", reason.kind, reason.detail, where.empty() ? "" : " at ", where);
  }
  return text;
}

} // namespace revisit::cli
