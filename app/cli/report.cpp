#include "report.h"

#include "session/columns.h"
#include "session/error_words.h"
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

constexpr std::size_t outputLines = 20; // of a witness, in the report

double rate(const CheckReport& report) {
  const Exploration& exploration = report.exploration;
  return exploration.seconds > 0 ? static_cast<double>(exploration.counts.total()) / exploration.seconds : 0;
}

Json toJson(const CheckNote& note) {
  return {{"kind", note.kind}, {"detail", note.detail}, {"file", note.file}, {"line", note.line}};
}

// The file, or how to get it.
std::string witnessText(const Witness& witness, const std::string& path, const std::string& unwritten) {
  if (!path.empty())
    return fmt::format("witness: {}\n", path);
  return unwritten.empty()
             ? ""
             : fmt::format("witness: not written; 'revisit check --only {} --witness FOLDER' with the same program "
                           "writes it\n",
                           witness.executionId);
}

std::string errorText(const CheckError& error, const std::string& witnessPath, const std::string& unwritten) {
  std::string text = describeError(*error.witness, error.error);
  text += fmt::format("  ({})\n", meaningOf(error.finding.kind));
  if (!error.isShownFirst)
    return text + fmt::format("witness: {}, of an execution that shows other errors of this kind, too\n", witnessPath);
  if (error.finding.count > 1)
    text += fmt::format("  in {} executions; one of them:\n", error.finding.count);
  text += '\n' + columns(*error.witness) + '\n' + outputText(*error.witness, outputLines);
  if (!error.confirmed)
    text += "A bound was reached before this execution could be done again: the witness is not confirmed.\n";
  return text + witnessText(*error.witness, witnessPath, unwritten);
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

// An execution that was asked for, in which nothing is wrong.
std::string onlyText(const Witness& witness, const std::string& witnessPath, const std::string& unwritten) {
  return describeError(witness) + '\n' + columns(witness) + '\n' + outputText(witness, outputLines) +
         witnessText(witness, witnessPath, unwritten);
}

// The program's own words; of a deadlock: who waits for what.
std::string messageOf(const CheckError& error) {
  std::string message = error.message;
  if (message.empty())
    for (const WitnessWaiting& waiting : error.error.waiting)
      message += fmt::format("{}{} waits for {}", message.empty() ? "" : "; ",
                             threadText(*error.witness, waiting.thread), waiting.what);
  return message;
}

bool metIntendedRaces(const CheckReport& report) {
  return std::ranges::any_of(report.intendedRaces, [](const IntendedRace& race) { return race.executions != 0; });
}

// The races that were named as intended.
std::string intendedText(const CheckReport& report) {
  std::string text;
  for (const IntendedRace& race : report.intendedRaces)
    text += fmt::format("  intended race: {}: {}\n", race.rule,
                        race.executions == 0 ? "none was met" : "in " + counted(race.executions, "execution"));
  return text;
}

Json toJson(const IntendedRace& race) {
  return {{"rule", race.rule}, {"executions", race.executions}};
}

} // namespace

std::string counted(std::uint64_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string noteText(const CheckNote& note) {
  std::string text = note.detail.empty() ? note.kind : fmt::format("{}: {}", note.kind, note.detail);
  if (!note.file.empty())
    text += note.line == 0 ? fmt::format(" ({})", note.file) : fmt::format(" ({}:{})", note.file, note.line);
  return text;
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

std::string reportToText(const CheckReport& report, const ReportContext& context) {
  std::string text;
  for (std::size_t i = 0; i < report.errors.size(); i++)
    text += errorText(report.errors[i], context.witnessPaths[i], context.unwritten) + '\n';
  if (report.onlyWitness)
    text += onlyText(*report.onlyWitness, context.witnessPaths.back(), context.unwritten) + '\n';
  const ExplorationCounts& counts = report.exploration.counts;
  text += fmt::format("{} ({}) in {:.2f} s; the program ran {}\n", counted(counts.total(), "execution"),
                      countsText(counts), context.seconds, counted(report.nativeRuns, "time"));
  switch (report.verdict) {
  case CheckVerdict::Safe:
    text += fmt::format("SAFE: everything was explored, and nothing is wrong{}\n",
                        metIntendedRaces(report) ? " but the races that are named as intended" : "");
    break;
  case CheckVerdict::Bug:
    text += fmt::format("BUG: {}\n", counted(report.errors.size(), "error"));
    break;
  case CheckVerdict::Incomplete:
    text += report.nothingChecked ? "INCOMPLETE: nothing was checked\n"
            : report.failure      ? "FAILED: the exploration broke off; nothing wrong was found until then\n"
                                  : "INCOMPLETE: nothing wrong was found, but not everything was explored\n";
    break;
  }
  for (const CheckNote& reason : report.reasons)
    text += fmt::format("  {}\n", noteText(reason));
  return text + intendedText(report);
}

} // namespace revisit::cli
