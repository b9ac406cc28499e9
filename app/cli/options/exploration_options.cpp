#include "exploration_options.h"

#include "bound_options.h"
#include "check/options/race_rules.h"
#include "cli/progress.h"
#include "prepare/standard_input.h"
#include "program/outside_signals.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <optional>
#include <string_view>

namespace revisit::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// The first interrupt asks the exploration to stop; a second one ends the process at once.
void interrupt(int number) {
  if (interrupted != 0) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  interrupted = 1;
}

CLI::Validator numberThat(bool (*isWanted)(double), const char* wanted) {
  return {[isWanted, wanted](std::string& text) {
            double number = 0;
            return CLI::detail::lexical_cast(text, number) && isWanted(number)
                       ? std::string()
                       : fmt::format("'{}' is no number {}", text, wanted);
          },
          "NUMBER"};
}

} // namespace

CLI::Validator positive() {
  return numberThat([](double number) { return number > 0; }, "above 0");
}

CLI::Validator notNegative() {
  return numberThat([](double number) { return number >= 0; }, "from 0 on");
}

namespace {

constexpr std::string_view sequential = nameOf(ThreadOrder::Sequential);

// The thread numbers that follow "sequential"; an empty list when none follow. No value when the text is not a list of
// numbers.
std::optional<std::vector<std::uint32_t>> threadsIn(std::string_view order) {
  std::vector<std::uint32_t> threads;
  order.remove_prefix(sequential.size());
  while (!order.empty()) {
    order.remove_prefix(1); // the colon or a comma
    std::uint32_t thread = 0;
    const auto [end, error] = std::from_chars(order.data(), order.data() + order.size(), thread);
    if (error != std::errc() || (end != order.data() + order.size() && *end != ','))
      return std::nullopt;
    threads.push_back(thread);
    order.remove_prefix(static_cast<std::size_t>(end - order.data()));
  }
  return threads;
}

// What is wrong with the value of --order; empty if nothing is.
std::string wrongOrder(const std::string& order) {
  if (std::ranges::find(orderNames, order) != orderNames.end() ||
      (order.starts_with(fmt::format("{}:", sequential)) && threadsIn(order)))
    return "";
  return fmt::format("'{}' is no order: use sequential, sequential:2,0,1 (threads by number), reverse or random",
                     order);
}

// What is wrong with the value of --equivalence; empty if nothing is.
std::string wrongEquivalence(const std::string& text) {
  Equivalence parsed;
  if (parseEquivalence(text, parsed))
    return "";
  return fmt::format("'{}' is no equivalence: use full, or some of reduced, objects, locations, locks, waits, symmetry "
                     "with commas between them",
                     text);
}

std::vector<std::string> algorithmNames() {
  std::vector<std::string> names;
  for (const AlgorithmRow& row : algorithms)
    names.emplace_back(row.name);
  return names;
}

void addAlgorithmOptions(CLI::App& command, ExplorationOptions& options) {
  command
      .add_option("--model", options.model,
                  "memory model: sc, sequential consistency; tso and pso, the store buffers of x86 and of SPARC; rc11, "
                  "that of C and C++ with the memory orders as written; ra and sra, release-acquire for all atomics. "
                  "All but sc with --algorithm condpor only")
      ->check(CLI::IsMember(modelNames()))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option(
          "--algorithm", options.algorithm,
          "condpor: every execution once. stateful: every state once. s-por, de-s-por, dl-s-por: states, with "
          "partial order reduction; de-por, dl-por: the same without safe sets; o-dpor: with the races of "
          "executions; ag: dl-s-por with summaries. symbolic: every path; dpor: paths, with source sets; "
          "fg-dpor: with backtrack sets. preemptions: every schedule with few preemptions. random, pct: samples "
          "of schedules, until a bound is reached. portfolio: several of these searches at once; the first "
          "answer ends the others")
      ->check(CLI::IsMember(algorithmNames()))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--equivalence", options.equivalence,
                  "which executions count as one. full: those that differ in no order of accesses to one location or "
                  "of operations on one object. reduced: also those that differ only in orders that nothing in the "
                  "program can tell. Its parts can be named one by one, with commas: objects (readers of a read-write "
                  "lock, calls of a once object), locations (stores that nobody reads), locks (critical sections that "
                  "touch different data), waits (on condition variables, that end where they began). symmetry, which "
                  "is not part of reduced: also those that differ only in which "
                  "of several equal threads does what. All but full need --algorithm condpor and --model sc. Default: "
                  "reduced for 'revisit check' where it is possible, otherwise full")
      ->check(CLI::Validator([](std::string& text) { return wrongEquivalence(text); }, "EQUIVALENCE"))
      ->group(explorationGroup);
}

// The options that belong to some algorithms.
void addSearchOptions(CLI::App& command, ExplorationOptions& options) {
  CheckOptions& check = options.check;
  command
      .add_option("--depth", check.explore.depth,
                  "for --algorithm pct: how many pairs of steps must be in a certain order for the bug")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--preemptions", check.explore.preemptions,
                  "for --algorithm preemptions: the most preemptions in one schedule")
      ->check(CLI::Range(0u, 1'000'000u))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--order", options.order,
                  "for searches over states: which thread goes first, 'sequential', 'sequential:2,0,1' (threads by "
                  "number), 'reverse' or 'random'")
      ->check(CLI::Validator([](std::string& order) { return wrongOrder(order); }, "ORDER"))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_flag("--summaries", check.search.summaries,
                "for searches over states, symbolic, dpor and fg-dpor: leave out states from which nothing can fail, "
                "as earlier paths have shown")
      ->group(explorationGroup);
  command
      .add_flag("--sleep-sets", check.search.sleepSets,
                "for symbolic, dpor and fg-dpor: leave out paths that differ only in the order of independent steps")
      ->group(explorationGroup);
  command
      .add_flag_function(
          "--slicing,!--no-slicing", [&check](std::int64_t count) { check.search.slicing = count > 0; },
          "with summaries: accesses on which no error depends are no choices, and states do not differ in them. "
          "Default: on with ag, otherwise off")
      ->group(explorationGroup);
  command
      .add_flag(
          "--read-symbols,!--no-read-symbols", check.search.readSymbols,
          "with summaries: what a thread has read counts only as far as something depends on it. Without this, a "
          "summary holds only for threads that have read the same values, and a run of the program is followed in half "
          "the time. Default: on")
      ->group(explorationGroup);
  command.add_option("--seed", check.explore.seed, "for --algorithm random, pct and portfolio, and --order random")
      ->capture_default_str()
      ->group(explorationGroup);
}

// What the platform permits although no program asks for it.
void addPermittedOptions(CLI::App& command, ExplorationOptions& options) {
  CheckOptions& check = options.check;
  command
      .add_option("--spurious", options.spurious,
                  "on: steps may go another way for no reason, as the platform permits: a wait on a condition variable "
                  "ends, a weak compare-and-swap or a try_lock of C++ fails; off: none of that is tried. Default: on, "
                  "but off for searches over states")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(explorationGroup);
  command
      .add_option("--spurious-limit", check.explore.spuriousLimit,
                  "how often --spurious may happen in one thread of an execution; 0: any number")
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--faults", options.faults,
                  "calls that may fail because resources are short, with commas between them. create: the creation of "
                  "threads; malloc: the allocation of memory, also by new. Not for searches over states")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"create", "malloc"}))
      ->group(explorationGroup);
  command
      .add_flag("--short-transfers", options.shortTransfers, "reads and writes of pipes and connections may do less")
      ->group(explorationGroup);
  command.add_flag("--full-sockets", options.fullSockets, "sends that do not wait may find no room all the same")
      ->group(explorationGroup);
  command
      .add_flag("--lowest-descriptor", options.lowestDescriptor, "new descriptors have the lowest number that is free")
      ->group(explorationGroup);
  command
      .add_option(
          "--signals", options.outsideSignals,
          "how often each signal that the program handles or waits for comes from outside, at any time (kill -TERM)")
      ->check(CLI::Range(0u, mostOutsideSignals))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--fault-limit", check.explore.faultLimit,
                  "how many calls may fail, or do less, in one execution; 0: any number")
      ->capture_default_str()
      ->group(explorationGroup);
}

// The options about the program and about the accesses that count as events.
void addProgramOptions(CLI::App& command, ExplorationOptions& options) {
  CheckOptions& check = options.check;
  command.add_flag("--all-accesses", check.search.allAccesses, "accesses to unshared memory are events, too")
      ->group(explorationGroup);
  command
      .add_flag("--reuse-memory", check.search.reuseMemory,
                "malloc returns the block of that size that the thread freed last: shows ABA")
      ->group(explorationGroup);
  command
      .add_option("--volatile", options.volatiles,
                  fmt::format("sources: accesses to volatile objects are 'plain' ones that race, or 'relaxed' atomic "
                              "ones (a program: build it with {})",
                              relaxedVolatileFlag))
      ->check(CLI::IsMember({"plain", "relaxed"}))
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--stdin", options.input,
                  "the file that the program reads as its standard input; -: all of this command's standard input "
                  "(default: this command's standard input if it is a file)")
      ->group(explorationGroup);
  command
      .add_option("--unknown-file", options.unknownFiles,
                  fmt::format("NAME:BYTES. Sources: the file of this name has unknown content of that many bytes when "
                              "main begins (a program: build it with {}NAME:BYTES)",
                              unknownFileFlag))
      ->allow_extra_args(false)
      ->group(explorationGroup);
  addPermittedOptions(command, options);
  command
      .add_flag("--arithmetic", options.arithmetic,
                fmt::format("sources: signed overflow and division by zero are errors (a program: build it with {})",
                            arithmeticFlag))
      ->group(errorGroup);
  command
      .add_option("--suppressions", options.suppressions,
                  "a file of rules, one a line. 'race:PATTERN', as for a sanitizer: races are intended in functions, "
                  "types, variables and source files of that name. 'harmless:FUNCTION': as --assume-harmless")
      ->group(errorGroup);
  command
      .add_option("--assume-harmless", options.check.assumedHarmless,
                  "a function that is not followed, and whose calls have no effect that matters: they do not make the "
                  "verdict INCOMPLETE; may be given several times")
      ->type_name("FUNCTION")
      ->allow_extra_args(false)
      ->group(errorGroup);
}

} // namespace

void addProgram(CLI::App& command, ExplorationOptions& options) {
  command.add_option("PROGRAM", options.named,
                     "a program built with revisit-cc or revisit-c++, source files, or litmus tests in C");
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const ModelKind model : allModels)
    names.emplace_back(nameOf(model));
  return names;
}

void addExplorationOptions(CLI::App& command, ExplorationOptions& options) {
  options.progress = isatty(STDERR_FILENO);
  addAlgorithmOptions(command, options);
  addSearchOptions(command, options);
  addProgramOptions(command, options);
  addErrorOptions(command, options.errors);
  addBounds(command, options);
  command.add_flag("--progress,!--no-progress", options.progress, "show the progress of the exploration")
      ->group(outputGroup);
}

std::string argumentsHelp() {
  return "Compiler options (-D -U -I -std= -l -L -W -O -f) are passed on when source files are named.\n"
         "Everything after '--' goes to the program.\n";
}

Status complete(ExplorationOptions& options, const Arguments& arguments) {
  const Result<ErrorPolicy> policy = policyOf(options.errors);
  if (!policy)
    return policy.error();
  options.check.explore.errors = policy.value();
  if (!options.suppressions.empty()) {
    Result<Suppressions> read = readSuppressions(options.suppressions);
    if (!read)
      return read.error();
    options.check.explore.intendedRaces.rules = std::move(read->races);
    std::ranges::move(read->harmless, std::back_inserter(options.check.assumedHarmless));
  }
  options.check.program.arguments = arguments.program;
  if (!options.spurious.empty())
    options.check.spurious = options.spurious == "on";
  for (const std::string& fault : options.faults)
    options.check.faults |= bitOf(fault == "create" ? Permitted::Create : Permitted::Allocate);
  options.check.faults |=
      (options.shortTransfers ? bitOf(Permitted::Shorter) : 0) | (options.fullSockets ? bitOf(Permitted::Full) : 0) |
      (options.lowestDescriptor ? bitOf(Permitted::Lowest) : 0) | withOutsideSignals(options.outsideSignals);
  options.check.estimates = options.progress;
  options.check.bounds.watchdogMs = static_cast<unsigned>(std::ceil(options.watchdogSeconds * 1000));
  options.check.search.model = modelNamed(options.model).value_or(ModelKind::Sc);
  options.check.search.algorithm = algorithmNamed(options.algorithm).value_or(Algorithm::ConDpor);
  parseEquivalence(options.equivalence.empty() ? "full" : options.equivalence, options.check.explore.equivalence);
  const bool mayReduce =
      options.check.search.model == ModelKind::Sc && options.check.search.algorithm == Algorithm::ConDpor;
  if (!options.check.explore.equivalence.isFull() && !mayReduce)
    return Error{ErrorCode::BadUsage, "--equivalence " + options.equivalence,
                 "use full here; the others need --algorithm condpor and --model sc"};
  if (faultsIn(options.check.faults) != 0 && exploresStates(options.check.search.algorithm))
    return Error{ErrorCode::BadUsage, "--algorithm " + options.algorithm,
                 "calls that may fail need condpor, random, pct or preemptions: a state does not tell how many failed"};
  const auto named = std::ranges::find(orderNames, options.order);
  if (named != orderNames.end())
    options.check.search.threadOrder = static_cast<ThreadOrder>(named - orderNames.begin());
  else
    options.check.search.order = threadsIn(options.order).value_or(std::vector<std::uint32_t>());
  return Done{};
}

std::vector<std::string> compilerFlags(const ExplorationOptions& options, const Arguments& arguments) {
  std::vector<std::string> flags = arguments.compiler;
  if (options.arithmetic)
    flags.push_back(arithmeticFlag);
  if (options.volatiles == "relaxed")
    flags.push_back(relaxedVolatileFlag);
  for (const std::string& file : options.unknownFiles)
    flags.push_back(unknownFileFlag + file);
  for (const std::string& line : options.marks)
    flags.push_back(markFlag + line);
  return flags;
}

bool wasInterrupted() {
  return interrupted != 0;
}

Result<BuiltProgram> prepare(ExplorationOptions& options, const Arguments& arguments, const std::string& command) {
  if (options.named.empty())
    return Error{ErrorCode::BadUsage, command,
                 fmt::format("name a program or source files; 'revisit {} --help' says more", command)};
  if (const Status status = complete(options, arguments); !status)
    return status.error();
  if (options.check.search.algorithm == Algorithm::Portfolio && command != "check")
    return Error{ErrorCode::BadUsage, "--algorithm portfolio",
                 fmt::format("only 'revisit check' does several searches; name one of them for 'revisit {}'", command)};
  Result<std::optional<std::string>> input = standardInput(options.input);
  if (!input)
    return input.error();
  options.check.program.standardInput = std::move(*input);
  Result<BuiltProgram> program = buildProgram(options.named, compilerFlags(options, arguments));
  if (!program)
    return program;
  CheckOptions& check = options.check;
  check.program.path = program->path();
  check.program.sources = program->sources();
  check.program.flags = program->flags();
  check.explore.cancelled = wasInterrupted;
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  return program;
}

Result<CheckReport> explore(const ExplorationOptions& options) {
  ProgressLine line(options.progress);
  Result<CheckReport> report = runCheck(options.check, [&](const CheckProgress& progress) { line.show(progress); });
  line.clear();
  return report;
}

Result<ModelDiff> exploreBoth(const ExplorationOptions& options, ModelKind first, ModelKind second) {
  ProgressLine line(options.progress);
  Result<ModelDiff> diff =
      compareModels(options.check, first, second, [&](const CheckProgress& progress) { line.show(progress); });
  line.clear();
  return diff;
}

Result<CheckReport> exploreAll(ExplorationOptions& options, ExplorationControl& control, Observer& observer) {
  options.check.control = &control;
  options.check.observer = &observer;
  options.check.explore.keepGoing = true;
  return explore(options);
}

std::string notMetText(const CheckReport& report) {
  return report.exploration.incomplete.empty() ? "there is no such execution"
                                               : "it was not met before the exploration stopped";
}

Status checkExecutionId(const std::string& text, const std::string& option) {
  constexpr std::size_t fewest = 8, most = 32;
  const bool isDigits =
      std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (isDigits && text.size() >= fewest && text.size() <= most)
    return Done{};
  return Error{ErrorCode::BadUsage, option,
               "no execution has this id: an id has 32 hexadecimal digits, the first 8 are enough"};
}

} // namespace revisit::cli
