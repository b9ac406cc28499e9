#include "check_words.h"

#include "prepare/build_program.h"
#include "program/outside_signals.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace revisit {
namespace {

using Words = std::vector<std::string>;

// Collects options that differ from their defaults.
class OptionWords {
public:
  explicit OptionWords(Words& words) : m_words(words) {}

  void flag(const char* name, bool isGiven) {
    if (isGiven)
      m_words.emplace_back(name);
  }
  template <class Value> void value(const char* name, const Value& value, const Value& usual) {
    if (value != usual)
      m_words.insert(m_words.end(), {name, fmt::format("{}", value)});
  }
  void list(const char* name, const Words& values) {
    if (!values.empty())
      m_words.insert(m_words.end(), {name, fmt::format("{}", fmt::join(values, ","))});
  }

private:
  Words& m_words;
};

std::string threadOrderText(const SearchOptions& search) {
  constexpr std::array<const char*, 3> names = {"sequential", "reverse", "random"}; // in the order of ThreadOrder
  return search.order.empty() ? names[static_cast<std::size_t>(search.threadOrder)]
                              : fmt::format("sequential:{}", fmt::join(search.order, ","));
}

void addSearch(OptionWords& options, const CheckOptions& check) {
  const CheckOptions usual;
  const SearchOptions& search = check.search;
  options.value("--model", nameOf(search.model), nameOf(usual.search.model));
  options.value("--algorithm", nameOf(search.algorithm), nameOf(usual.search.algorithm));
  options.value("--order", threadOrderText(search), std::string("sequential"));
  options.flag("--summaries", search.summaries && canSummarise(search.algorithm));
  options.flag("--sleep-sets", search.sleepSets && exploresPaths(search.algorithm));
  if (search.summarises() && search.slicing)
    options.flag(*search.slicing ? "--slicing" : "--no-slicing", search.slicing != alwaysSummarises(search.algorithm));
  options.flag("--no-read-symbols", search.summarises() && !search.readSymbols);
  options.flag("--all-accesses", search.allAccesses);
  options.flag("--reuse-memory", search.reuseMemory);
  options.value("--seed", check.explore.seed, usual.explore.seed);
  options.value("--depth", check.explore.depth, usual.explore.depth);
  options.value("--preemptions", check.explore.preemptions, usual.explore.preemptions);
}

void addPermitted(OptionWords& options, const CheckOptions& check) {
  const CheckOptions usual;
  if (check.spurious)
    options.value("--spurious", std::string(*check.spurious ? "on" : "off"), std::string());
  options.value("--spurious-limit", check.explore.spuriousLimit, usual.explore.spuriousLimit);
  Words faults;
  if (contains(check.faults, Permitted::Create))
    faults.emplace_back("create");
  if (contains(check.faults, Permitted::Allocate))
    faults.emplace_back("malloc");
  options.list("--faults", faults);
  options.flag("--short-transfers", contains(check.faults, Permitted::Shorter));
  options.flag("--full-sockets", contains(check.faults, Permitted::Full));
  options.flag("--lowest-descriptor", contains(check.faults, Permitted::Lowest));
  options.value("--signals", outsideSignalsIn(check.faults), outsideSignalsIn(usual.faults));
  options.value("--fault-limit", check.explore.faultLimit, usual.explore.faultLimit);
  for (const std::string& function : check.assumedHarmless)
    options.value("--assume-harmless", function, std::string());
}

void addErrors(OptionWords& options, const ErrorPolicy& policy) {
  const ErrorPolicy usual;
  Words ignored, ends;
  bool isSome = false;
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    const bool isIgnored = policy.of(kind) == Treatment::Ignored && policy.of(kind) != usual.of(kind);
    if (isIgnored)
      ignored.emplace_back(errorName(kind));
    else if (policy.mayEnd(kind))
      ends.emplace_back(errorName(kind));
    isSome |= !isIgnored && policy.mayEnd(kind) != usual.mayEnd(kind);
  }
  options.list("--ignore", ignored);
  if (isSome)
    options.list("--stop-on", ends);
  options.value("--race", std::string(policy.of(ErrorKind::Race) == Treatment::Warning ? "warn" : ""), std::string());
  options.flag("--exit-status", policy.of(ErrorKind::ExitStatus) == Treatment::Error);
}

void addBoundsOf(OptionWords& options, const CheckOptions& check) {
  const CheckOptions usual;
  const CheckBounds& bounds = check.bounds;
  options.value("--unroll", bounds.unroll, usual.bounds.unroll);
  options.value("--time-outs", bounds.timeOuts, usual.bounds.timeOuts);
  options.value("--max-executions", check.explore.maxExecutions, usual.explore.maxExecutions);
  options.value("--timeout", check.explore.timeoutSeconds, usual.explore.timeoutSeconds);
  options.value("--memory", bounds.memoryMiB, usual.bounds.memoryMiB);
  options.value("--recursion", bounds.recursion, usual.bounds.recursion);
  options.value("--run-steps", bounds.runSteps, usual.bounds.runSteps);
  options.value("--watchdog", bounds.watchdogMs / 1000.0, usual.bounds.watchdogMs / 1000.0);
}

} // namespace

Words commandOf(const ExplorationRequest& request) {
  const CheckOptions& check = request.check;
  Words words{"revisit", "check"};
  OptionWords options(words);
  options.flag("--keep-going", check.explore.keepGoing);
  addSearch(options, check);
  addPermitted(options, check);
  addErrors(options, check.explore.errors);
  addBoundsOf(options, check);
  options.value("--stdin", request.input, std::string());
  words.insert(words.end(), request.compilerFlags.begin(), request.compilerFlags.end());
  if (request.arithmetic)
    words.emplace_back(arithmeticFlag);
  words.insert(words.end(), request.files.begin(), request.files.end());
  if (!check.program.arguments.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), check.program.arguments.begin(), check.program.arguments.end());
  }
  return words;
}

} // namespace revisit
