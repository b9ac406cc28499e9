// The report for programs.
#include "report.h"

#include "session/event_text.h"
#include "session/library_calls.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* verdictName(CheckVerdict verdict) {
  switch (verdict) {
  case CheckVerdict::Safe:
    return "safe";
  case CheckVerdict::Bug:
    return "bug";
  case CheckVerdict::Incomplete:
    break;
  }
  return "incomplete";
}

double rate(const CheckReport& report) {
  const Exploration& exploration = report.exploration;
  return exploration.seconds > 0 ? static_cast<double>(exploration.counts.total()) / exploration.seconds : 0;
}

Json toJson(const CheckNote& note) {
  return {{"kind", note.kind}, {"detail", note.detail}, {"file", note.file}, {"line", note.line}};
}

// Of a racing access inside a library: how the program came there, innermost first.
Json callsToJson(const Witness& witness, unsigned thread, unsigned index) {
  Json calls = Json::array();
  for (const WitnessPosition& call : libraryCalls(witness, thread, index))
    calls.push_back({{"function", call.function}, {"file", call.file}, {"line", call.line}});
  return calls;
}

// Of a race: the access that comes first.
Json otherToJson(const CheckError& error) {
  const auto& other = error.error.other;
  return other ? Json{{"thread", error.witness->threads[other->thread].name},
                      {"file", other->file},
                      {"line", other->line},
                      {"calls", callsToJson(*error.witness, other->thread, other->index)}}
               : Json();
}

Json callsOf(const CheckError& error) {
  const bool isRace = error.error.other && error.error.index;
  return isRace ? callsToJson(*error.witness, error.error.thread, *error.error.index) : Json::array();
}

Json toJson(const IntendedRace& race) {
  return {{"rule", race.rule}, {"executions", race.executions}};
}

} // namespace

std::string reportToJson(const CheckReport& report, const ReportContext& context) {
  Json reasons = Json::array(), warnings = Json::array(), errors = Json::array(), intended = Json::array();
  for (const CheckNote& reason : report.reasons)
    reasons.push_back(toJson(reason));
  for (const CheckNote& warning : report.warnings)
    warnings.push_back(toJson(warning));
  for (const IntendedRace& race : report.intendedRaces)
    intended.push_back(toJson(race));
  for (std::size_t i = 0; i < report.errors.size(); i++) {
    const CheckError& error = report.errors[i];
    errors.push_back({{"kind", errorName(error.finding.kind)},
                      {"message", messageOf(error)},
                      {"file", error.file},
                      {"line", error.line},
                      {"thread", error.thread},
                      {"calls", callsOf(error)},
                      {"other", otherToJson(error)},
                      {"count", error.finding.count},
                      {"witness", context.witnessPaths[i]}});
  }
  const ExplorationCounts& counts = report.exploration.counts;
  const Json json = {{"schema_version", 1},
                     {"verdict", verdictName(report.verdict)},
                     {"reasons", reasons},
                     {"warnings", warnings},
                     {"intended_races", intended},
                     {"model", context.model},
                     {"algorithm", context.algorithm},
                     {"executions",
                      {{"complete", counts.complete},
                       {"erroneous", counts.erroneous},
                       {"deadlocked", counts.deadlocked},
                       {"blocked", counts.blocked},
                       {"cut", counts.cut},
                       {"duplicate", counts.duplicate}}},
                     {"native_runs", report.nativeRuns},
                     {"errors", errors},
                     {"witness", report.onlyWitness ? Json(context.witnessPaths.back()) : Json()},
                     {"solver",
                      {{"queries", report.solver.queries},
                       {"cache_hits", report.solver.cacheHits},
                       {"seconds", report.solver.seconds}}},
                     {"seconds", context.seconds},
                     {"executions_per_second", rate(report)},
                     {"peak_rss_kib", context.peakRssKib}};
  // What a program says may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace revisit::cli
