// The report as JSON; engine/check/REPORT.md describes it.
#include "check/report/check_notes.h"
#include "query/timeline/event_text.h"
#include "query/timeline/library_calls.h"
#include "query/timeline/path_condition.h"
#include "report.h"
#include "shown_error.h"
#include "shrunk_text.h"
#include "strategies_text.h"
#include "witness/names.h"

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
  return noteJson(note);
}

// Null unless states were explored.
Json toJson(const std::optional<StateSpace>& space) {
  return space ? Json{{"states", space->states},
                      {"steps", space->steps},
                      {"ends", space->ends},
                      {"met", space->met},
                      {"depth", space->depth},
                      {"bytes", space->bytes},
                      {"left_out", space->leftOut},
                      {"summaries", space->summaries},
                      {"conditions", space->conditions},
                      {"predicates", space->predicates},
                      {"omitted", space->omitted}}
               : Json();
}

Json toJson(const IntendedRace& race) {
  return {{"rule", race.rule}, {"executions", race.executions}};
}

Json toJson(const StrategyReport& strategy) {
  const bool hasEstimate = strategy.estimate.executions > 0;
  const bool isSystematic = strategy.algorithm == Algorithm::ConDpor && strategy.end != StrategyReport::End::LeftOut;
  return {{"algorithm", nameOf(strategy.algorithm)},
          {"continues", strategy.continues},
          {"ended", nameOf(strategy.end)},
          {"why", endText(strategy)},
          {"seconds", strategy.seconds},
          {"executions", strategy.executions},
          {"duplicates", strategy.duplicates},
          {"new_errors", strategy.newErrors},
          {"covered", coveredText(strategy)},
          {"all_with_preemptions", strategy.preemptions ? Json(*strategy.preemptions) : Json()},
          {"explored", isSystematic ? Json(strategy.explored) : Json()},
          {"estimate", hasEstimate ? Json(strategy.estimate.executions) : Json()},
          {"estimate_error", hasEstimate ? Json(strategy.estimate.error) : Json()}};
}

template <class Items> Json listOf(const Items& items) {
  Json list = Json::array();
  for (const auto& item : items)
    list.push_back(toJson(item));
  return list;
}

// For a racing access inside a library: the calls that lead to it, innermost first.
Json callsToJson(const Witness& witness, unsigned thread, unsigned index) {
  Json calls = Json::array();
  for (const WitnessPosition& call : libraryCalls(witness, thread, index))
    calls.push_back({{"function", call.function}, {"file", call.file}, {"line", call.line}});
  return calls;
}

// For a race: the access that comes first.
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

// The value according to the program's type: a number with its sign, or true or false.
Json typedValue(const InputValue& input) {
  switch (input.type) {
  case InputType::Bool:
    return input.value != 0;
  case InputType::Signed: {
    const unsigned unused = 64 - input.width;
    return static_cast<std::int64_t>(input.value << unused) >> unused;
  }
  case InputType::Unsigned:
  case InputType::Unknown:
    break;
  }
  return input.value;
}

Json inputsToJson(const Witness& witness) {
  Json inputs = Json::array();
  const auto typeName = [](InputType type) { return type == InputType::Unknown ? Json() : Json(nameOf(type)); };
  for (const InputValue& input : inputValues(witness.inputs))
    inputs.push_back({{"name", input.name},
                      {"thread", input.thread},
                      {"type", typeName(input.type)},
                      {"width", input.width},
                      {"value", typedValue(input)},
                      {"text", valueText(input)}});
  return inputs;
}

Json threadsToJson(const Witness& witness) {
  Json threads = Json::array();
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    threads.push_back({{"id", threadText(thread)}, {"name", witness.threads[thread].name}});
  return threads;
}

Json eventsToJson(const ShownError& shown) {
  Json events = Json::array();
  for (const EventNumber number : shown.events)
    events.push_back(eventJson(*shown.timeline, number));
  return events;
}

Json toJson(const CheckError& error, const std::string& witnessPath, const std::optional<Shrinking>& shrunk,
            ErrorViews& views) {
  const ShownError shown = cli::shown(views, error);
  return {{"kind", errorName(error.kind)},
          {"message", messageOf(*error.witness, error.error)},
          {"file", error.file},
          {"line", error.line},
          {"thread", error.thread},
          {"calls", callsOf(error)},
          {"other", otherToJson(error)},
          {"count", error.count},
          {"witness", witnessPath},
          {"execution", error.witness->executionId},
          {"confirmed", error.confirmed},
          {"shrunk", shrunk ? shrunkJson(*shrunk) : Json()},
          {"inputs", inputsToJson(*error.witness)},
          {"threads", threadsToJson(*error.witness)},
          {"explanation", shown.timeline ? explanationJson(shown.explanation) : Json()},
          {"events", eventsToJson(shown)}};
}

Json programToJson(const CheckOptions& options) {
  return {{"path", options.program.path},
          {"sources", options.program.sources},
          {"flags", options.program.flags},
          {"arguments", options.program.arguments}};
}

// A bound of 0 means that there is none.
template <class Number> Json boundToJson(Number bound) {
  return bound == 0 ? Json() : Json(bound);
}

Json optionsToJson(const CheckOptions& options, unsigned unroll) {
  const ExploreOptions& explore = options.explore;
  Json ignored = Json::array(), warned = Json::array();
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    const Treatment treatment = explore.errors.of(kind);
    if (treatment == Treatment::Ignored)
      ignored.push_back(errorName(kind));
    else if (treatment == Treatment::Warning)
      warned.push_back(errorName(kind));
  }
  return {{"keep_going", explore.keepGoing},
          {"unroll", unroll},
          {"max_executions", boundToJson(explore.maxExecutions)},
          {"timeout", boundToJson(explore.timeoutSeconds)},
          {"budget", boundToJson(options.bounds.budgetSeconds)},
          {"memory_mib", boundToJson(options.bounds.memoryMiB)},
          {"time_outs", boundToJson(options.bounds.timeOuts)},
          {"recursion", options.bounds.recursion},
          {"run_steps", options.bounds.runSteps},
          {"watchdog_ms", boundToJson(options.bounds.watchdogMs)},
          {"all_accesses", options.search.allAccesses},
          {"reuse_memory", options.search.reuseMemory},
          {"spurious", options.triesSpurious()},
          {"spurious_limit", explore.spuriousLimit},
          {"summaries", options.search.summarises()},
          {"slicing", options.search.slices()},
          {"read_symbols", options.search.summarises() && options.search.readSymbols},
          {"sleep_sets", options.search.sleepSets},
          {"seed", explore.seed},
          {"depth", explore.depth},
          {"preemptions", explore.preemptions},
          {"equivalence", equivalenceText(explore.equivalence)},
          {"order", options.search.threadOrder == ThreadOrder::Sequential ? Json(options.search.order)
                                                                          : Json(nameOf(options.search.threadOrder))},
          {"only", options.only.empty() ? Json() : Json(options.only)},
          {"ignored_kinds", ignored},
          {"warning_kinds", warned}};
}

// Of a portfolio: which search the report is from. As the options of these names.
Json answerToJson(const CheckReport& report) {
  if (!report.answeredBy)
    return {};
  const SearchChoice& choice = *report.answeredBy;
  const bool hasOrder = exploresStates(choice.algorithm);
  return {{"algorithm", nameOf(choice.algorithm)},
          {"order", hasOrder ? Json(nameOf(choice.order)) : Json()},
          {"seed", hasOrder && choice.order == ThreadOrder::Random ? Json(choice.seed) : Json()},
          {"searches", report.searches}};
}

Json toJson(const std::optional<LitmusResult>& result, bool isAll) {
  if (!result)
    return {};
  const litmus::Test& test = *result->test;
  const litmus::Outcomes& outcomes = *result->outcomes;
  Json states = Json::array();
  for (const auto& [state, count] : outcomes.states()) {
    Json values = Json::object();
    for (std::size_t i = 0; i < test.items.size(); i++) {
      const litmus::ValueType& type = test.typeOf(test.items[i]);
      values[test.nameOf(test.items[i])] = type.isPointer  ? Json(test.textOf(test.items[i], state[i]))
                                           : type.isSigned ? Json(state[i])
                                                           : Json(static_cast<std::uint64_t>(state[i]));
    }
    states.push_back({{"values", values}, {"count", count}, {"matches", outcomes.matches(state)}});
  }
  return {{"name", test.name},
          {"quantifier", nameOf(test.quantifier)},
          {"condition", conditionText(test)},
          {"states", states},
          {"positive", outcomes.positive()},
          {"negative", outcomes.negative()},
          {"filtered", outcomes.filtered()},
          {"observation", nameOf(outcomes.observation())},
          {"verdict", nameOf(outcomes.verdict(isAll))},
          {"witness", result->witnessPath.empty() ? Json() : Json(result->witnessPath)}};
}

} // namespace

std::string reportsToJson(const std::vector<std::string>& reports, const std::vector<Error>& failures) {
  Json tests = Json::array(), failed = Json::array();
  for (const std::string& report : reports)
    tests.push_back(Json::parse(report));
  for (const Error& failure : failures)
    failed.push_back({{"where", failure.where}, {"what", failure.what}});
  const Json json = {{"schema_version", 2}, {"tests", tests}, {"failures", failed}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string reportToJson(const CheckReport& report, const ReportContext& context) {
  Json errors = Json::array();
  ErrorViews views;
  for (std::size_t i = 0; i < report.errors.size(); i++) {
    errors.push_back(toJson(report.errors[i], context.witnessPaths[i],
                            i < context.shrunk.size() ? context.shrunk[i] : std::nullopt, views));
    const std::string* comment = context.commentOn(i);
    errors.back()["known"] = comment ? Json(*comment) : Json();
  }
  const ExplorationCounts& counts = report.exploration.counts;
  const Json json = {
      {"schema_version", 2},
      {"tool", {{"name", "revisit"}, {"version", context.toolVersion}}},
      {"program", programToJson(context.options)},
      {"options", optionsToJson(context.options, report.risenUnroll.value_or(context.options.bounds.unroll))},
      {"verdict", verdictName(report.verdict)},
      {"known_findings", context.knownFile.empty() ? Json() : Json(context.knownFile)},
      {"reasons", listOf(report.reasons)},
      {"warnings", listOf(report.warnings)},
      {"intended_races", listOf(report.intendedRaces)},
      {"model", context.model},
      {"algorithm", context.algorithm},
      {"answered_by", answerToJson(report)},
      {"strategies", report.strategies.empty() ? Json() : listOf(report.strategies)},
      {"executions",
       {{"complete", counts.complete},
        {"erroneous", counts.erroneous},
        {"deadlocked", counts.deadlocked},
        {"blocked", counts.blocked},
        {"cut", counts.cut},
        {"duplicate", counts.duplicate}}},
      {"states", toJson(report.exploration.space)},
      {"litmus", toJson(context.litmus, report.reasons.empty())},
      {"native_runs", report.nativeRuns},
      {"errors", errors},
      {"witness", report.onlyWitness ? Json(context.witnessPaths.back()) : Json()},
      {"solver",
       {{"queries", report.solver.queries},
        {"cache_hits", report.solver.cacheHits},
        {"seconds", report.solver.seconds}}},
      {"seconds", report.exploration.seconds},
      {"executions_per_second", rate(report)},
      {"peak_rss_kib", context.peakRssKib}};
  // The program's messages may contain bytes that are not UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace revisit::cli
