// revisit check: builds the program, explores it, reports the result and writes witnesses.
#include "base/error_text.h"
#include "check/distributed/rank_helper.h"
#include "check/distributed/rank_server.h"
#include "check_output.h"
#include "cli/exit_status.h"
#include "cli/options/budget_option.h"
#include "cli/options/exploration_options.h"
#include "cli/terminal.h"
#include "commands.h"
#include "litmus_check.h"
#include "model_diff.h"
#include "ranks/mpi_module.h"
#include "sideways/session/shrink_errors.h"
#include "version.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <thread>

namespace revisit::cli {
namespace check_command {
namespace {

struct Options {
  ExplorationOptions exploration;
  CheckOutput output;
  unsigned workers = 0; // 0: not given
  bool isDistributed = false;
  bool isShrunk = false;
  double shrinkSeconds = 10;
  double rankTimeout = 30; // seconds
  std::string known;       // the file of known findings; empty: that beside the program, if there is one
  bool ignoresKnown = false;
  std::pair<std::string, std::string> modelDiff; // the names of two memory models; empty: not given
  const CLI::App* command = nullptr;             // which of its options were given
};

// Prints and writes the report. If a file cannot be written, the rest is still reported: the exit status still says
// that a bug was found.
int tell(const CheckReport& result, const ReportContext& context, const CheckOutput& output) {
  const std::vector<ReportFile> files = reportFiles(output);
  if (std::ranges::none_of(files, takesStandardOutput))
    std::cout << reportToText(result, context, styleOf(output)) << std::flush;
  bool isWhole = context.unwritten.empty() && !result.failure;
  for (const ReportFile& file : files)
    if (const Status status = writeReport(file.render(result, context), file); !status) {
      report(status.error());
      isWhole = false;
    }
  if (!context.unwritten.empty())
    report({ErrorCode::NotFound, "", context.unwritten});
  if (result.failure)
    report(*result.failure);
  const int status = exitStatusOf(result, context);
  return isWhole || status == bugFound ? status : failed;
}

void warnOf(const CheckReport& result) {
  for (const CheckNote& warning : result.warnings)
    if (!isNotTried(warning)) // otherwise the verdict says it
      warn(warning.file.empty() ? warning.detail
                                : fmt::format("{}:{}: {}", warning.file, warning.line, warning.detail));
}

// With --shrink, for each error: how much smaller its witness is now.
std::vector<std::optional<Shrinking>> shrinkWitnesses(const Options& options, CheckReport& result) {
  if (!options.isShrunk)
    return {};
  return shrinkErrors(result, options.shrinkSeconds, [](const Error& error) {
    warn(fmt::format("--shrink: the witness was left as it is: {}", errorText(error)));
  });
}

// The findings that the user knows. Then what is wrong may come after what is known, so a bug does not end the check.
Result<KnownFindings> readKnown(Options& options) {
  if (options.ignoresKnown || options.exploration.named.empty())
    return KnownFindings();
  Result<KnownFindings> known =
      options.known.empty() ? KnownFindings::readIfThere(KnownFindings::pathBeside(options.exploration.named.front()))
                            : KnownFindings::read(options.known);
  if (known && !known->all().empty())
    options.exploration.check.explore.keepGoing = true;
  return known;
}

// Options that do not go with what is explored.
Status checkTogether(const Options& options) {
  if (options.exploration.check.bounds.budgetSeconds > 0 && namesTest(options.exploration))
    return Error{ErrorCode::BadUsage, "--budget", "litmus tests need every execution: leave it out"};
  if (options.isShrunk && options.exploration.check.only.empty() && namesTest(options.exploration))
    return Error{ErrorCode::BadUsage, "--shrink", "litmus tests have no witnesses: leave it out"};
  if (options.isShrunk && !options.modelDiff.first.empty())
    return Error{ErrorCode::BadUsage, "--shrink",
                 "does not go with --model-diff: run 'revisit shrink' on the witness that it writes"};
  if (!options.known.empty() && namesTest(options.exploration))
    return Error{ErrorCode::BadUsage, "--known", "litmus tests have a condition, no findings: leave it out"};
  return checkBudget(*options.command);
}

// An execution that was asked for and is not found may have its id from the window, or from another command: then all
// executions are looked at, unless the user chose the equivalence.
Result<CheckReport> exploreOnce(ExplorationOptions& exploration, bool isChosen) {
  CheckOptions& check = exploration.check;
  Result<CheckReport> checked = explore(exploration);
  if (!checked || check.only.empty() || checked->onlyFound || checked->failure ||
      !checked->exploration.incomplete.empty() || isChosen || !check.sharing.checkpoint.empty())
    return checked;
  check.explore.equivalence = {};
  check.sharing.remote = nullptr; // they have ended
  return explore(exploration);
}

int checkProgram(Options& options, const Arguments& arguments) {
  CheckOptions& check = options.exploration.check;
  if (const Status status = checkTogether(options); !status)
    return report(status.error());
  // One execution of a litmus test is reported like that of any program.
  if (check.only.empty() && namesTest(options.exploration))
    return checkTests(options.exploration, options.output, arguments);
  if (const Status status = checkOutputs(options.output); !status)
    return report(status.error());
  if (!check.only.empty())
    if (const Status status = checkExecutionId(check.only, "--only " + check.only); !status)
      return report(status.error());
  const Result<KnownFindings> known = readKnown(options);
  if (!known)
    return report(known.error());
  const bool isDiff = !options.modelDiff.first.empty();
  std::string& equivalence = options.exploration.equivalence;
  const bool isChosen = !equivalence.empty();
  if (isDiff && isChosen && equivalence != "full")
    return report({ErrorCode::BadUsage, "--model-diff", "needs --equivalence full"});
  if (!isChosen && !isDiff && options.exploration.model == "sc" && options.exploration.algorithm == "condpor")
    equivalence = "reduced";
  Result<BuiltProgram> program = prepare(options.exploration, arguments, "check");
  if (!program)
    return report(program.error());
  if (isDiff) {
    const int status = checkModelDiff(options.exploration, options.modelDiff, options.output, program->name());
    if (status == bugFound)
      program->keep();
    return status;
  }
  check.sharing.searches = options.workers;
  const unsigned usual = options.isDistributed ? 1 : std::max(1U, std::thread::hardware_concurrency());
  check.sharing.workers = options.workers != 0 ? options.workers : usual;
  Result<CheckReport> checked = exploreOnce(options.exploration, isChosen);
  if (!checked)
    return report(checked.error());
  std::vector<std::optional<Shrinking>> shrunk = shrinkWitnesses(options, checked.value());
  const CheckReport& result = checked.value();
  warnOf(result);
  if (!check.only.empty() && !result.onlyFound)
    return report(result.failure ? *result.failure
                                 : Error{ErrorCode::BadUsage, "--only " + check.only, notMetText(result)});

  const std::string algorithm = check.bounds.budgetSeconds > 0 ? "budget" : options.exploration.algorithm;
  ReportContext context{
      std::string(nameOf(check.search.model)), algorithm, peakRssKib(), {}, {}, versionText, check, {}};
  context.shrunk = std::move(shrunk);
  if (!known.value().all().empty()) {
    context.known = known.value().commentsOn(bugsOf(result));
    context.knownFile = known.value().path();
  }
  WitnessFiles witnesses(options.output.witnessFolder);
  writeWitnesses(result, witnesses, program->name(), context);
  if (std::ranges::any_of(context.witnessPaths, [](const std::string& path) { return !path.empty(); }))
    program->keep();
  return tell(result, context, options.output);
}

// Every rank comes here. Only the first one says something.
int checkDistributed(Options& options, const Arguments& arguments) {
  const auto fail = [](const Error& error) { return isFirstProcess() ? report(error) : failed; };
  Result<std::unique_ptr<Ranks>> opened = openMpiRanks();
  if (!opened)
    return fail(opened.error());
  Ranks& ranks = **opened;
  const bool isStatusHidden = hidesExitStatus();
  leaveOutLauncher();
  if (ranks.rank() != 0) {
    const Status helped = helpRank(ranks);
    return helped ? nothingFound : failed;
  }
  RankServer server(ranks, std::max(1U, options.workers), options.rankTimeout);
  if (isStatusHidden)
    warn("with --enable-recovery, mpirun ends with exit status 0 whatever happens: read the verdict from the report");
  if (ranks.count() == 1)
    warn("--distributed: there is one rank only; start several with 'mpirun -n N revisit check --distributed ...'");
  if (!options.modelDiff.first.empty())
    return report({ErrorCode::BadUsage, "--model-diff", "works without --distributed only"});
  if (options.exploration.check.only.empty() && namesTest(options.exploration))
    return report({ErrorCode::BadUsage, "--distributed", "litmus tests are too small; leave it out"});
  options.exploration.check.sharing.remote = &server;
  const int status = checkProgram(options, arguments);
  std::cout << std::flush;
  server.leave(status);
  return status;
}

int run(Options& options, const Arguments& arguments) {
  return options.isDistributed ? checkDistributed(options, arguments) : checkProgram(options, arguments);
}

void addOutputOptions(CLI::App& command, CheckOutput& options) {
  const auto add = [&](const char* name, std::string& value, const char* help) {
    return command.add_option(name, value, help)->group(outputGroup);
  };
  add("--witness", options.witnessFolder, "folder for the witness files")->capture_default_str();
  add("--json", options.jsonFile, "write the report as JSON to this file, or to standard output: -");
  add("--sarif", options.sarifFile, "the same as SARIF 2.1.0, for code scanning and editors");
  add("--html", options.htmlFile, "the same as one page that needs no other file, for a ticket");
  command
      .add_flag("--full", options.full,
                "show every event, also those of libraries, and not only those that matter for the error")
      ->group(outputGroup);
  addColourOption(command, options.colour);
}

// Several workers, in one process or in several, and what is kept of their work.
void addSharing(CLI::App& command, Options& options) {
  CheckOptions& check = options.exploration.check;
  command
      .add_option("--workers", options.workers,
                  "how many workers share the exploration of condpor, or how many searches a portfolio does at once "
                  "(default: one for each processor)")
      ->check(positive())
      ->group(explorationGroup);
  command
      .add_flag("--distributed", options.isDistributed,
                "with mpirun: the ranks share the exploration, each with --workers workers (default: 1); "
                "'revisit help clusters' says more")
      ->group(explorationGroup);
  command
      .add_option(
          "--rank-timeout", options.rankTimeout,
          "with --distributed: a rank that is silent for this many seconds counts as lost, and others do its work")
      ->check(positive())
      ->capture_default_str()
      ->group(explorationGroup);
  command
      .add_option("--checkpoint", check.sharing.checkpoint,
                  "save the exploration to this file, every few seconds; if the file exists, go on from there")
      ->group(explorationGroup);
  command.add_option("--checkpoint-every", check.sharing.checkpointSeconds, "seconds between two saves")
      ->check(positive())
      ->capture_default_str()
      ->group(explorationGroup);
}

// Witnesses made smaller.
void addShrinking(CLI::App& command, Options& options) {
  command
      .add_flag("--shrink", options.isShrunk,
                "make the witnesses smaller: the same errors with the fewest preemptions, then the fewest events")
      ->group(outputGroup);
  command.add_option("--shrink-timeout", options.shrinkSeconds, "seconds for that, all witnesses together")
      ->check(positive())
      ->needs("--shrink")
      ->capture_default_str()
      ->group(outputGroup);
}

void addKnown(CLI::App& command, Options& options) {
  CLI::Option* known = command.add_option(
      "--known", options.known,
      "a file of findings that are known, as the window writes it: they do not count, and the check goes on after them "
      "(default: revisit-known.json beside the program or its first source, if there is one)");
  known->type_name("FILE")->group(errorGroup);
  command.add_flag("--no-known", options.ignoresKnown, "what is known counts like everything else")
      ->excludes(known)
      ->group(errorGroup);
}

// What tests of Revisit itself need: other ways to the same report.
void addTestSwitches(CLI::App& command, CheckOptions& check) {
  const auto add = [&](const char* name, bool& value, const char* help) {
    command.add_flag(name, value, help)->group(hiddenGroup);
  };
  add("--check-duplicates", check.explore.checkDuplicates, "count executions that are found more than once");
  add("--by-items", check.explore.byItems,
      "explore every alternative alone, from the bytes of a work item: the same executions, more slowly");
  add("--no-merge{false}", check.testing.merge,
      "do not merge histories that leave a thread in the same state: the same executions, more runs");
  add("--all-spurious", check.explore.allSpurious,
      "try what happens for no reason also where it shows nothing: the same errors, more executions");
  add("--no-second-model{false}", check.testing.secondModel,
      "do not test with other inputs along the same path whether the dependence of a value was lost");
  add("--fresh-runs", check.testing.freshRuns,
      "start a process for every run of the program: the same executions, more slowly");
  add("--spread", check.testing.spreadPieces,
      "with --workers: share also small explorations, in small pieces: the same report, more slowly");
  command
      .add_flag("--check-merges{1}", check.explore.confirmEvery, "run every execution and compare, because of merging")
      ->group(hiddenGroup);
  command.add_option("--confirm-every", check.explore.confirmEvery, "re-run every n-th execution and compare")
      ->check(positive())
      ->group(hiddenGroup);
}

} // namespace
} // namespace check_command

Run addCheck(CLI::App& command) {
  using namespace check_command;
  const auto options = std::make_shared<Options>();
  CheckOptions& check = options->exploration.check;
  options->command = &command;
  addProgram(command, options->exploration);
  addExplorationOptions(command, options->exploration);
  command
      .add_option("--model-diff", options->modelDiff,
                  "explore under two memory models, and show the behaviours (what threads observe, and from which "
                  "writes) that only the second one allows")
      ->type_name("MODEL MODEL")
      ->check(CLI::IsMember(modelNames()))
      ->group(explorationGroup);
  addBudget(command, check.bounds.budgetSeconds);
  command.add_flag("--keep-going", check.explore.keepGoing, "continue after the first bug")->group(explorationGroup);
  addSharing(command, *options);
  command
      .add_option("--only", check.only,
                  "report only the execution whose id is this or begins so, and write its witness")
      ->group(explorationGroup);
  addTestSwitches(command, check);
  addShrinking(command, *options);
  addKnown(command, *options);
  addOutputOptions(command, options->output);
  command.footer(argumentsHelp() + R"(Further switches, for tests of Revisit itself, are in 'revisit help checking'.

Examples:
  revisit check bank.c                              up to the first bug
  revisit check --keep-going -std=c++20 a.cpp b.cpp -- 3 four
                                                    every bug; the program's arguments are 3 and four
  revisit check --timeout 60 --unroll 8 ./bank      a program that revisit-cc built, within bounds
  revisit check --budget 5m ./bank                  as much as possible in five minutes
  revisit check --ignore race --html bank.html bank.c
                                                    races do not count; the report as a page, too
  revisit check sb.litmus mp.litmus                 litmus tests in C: does the condition hold?
)" +
                 "\nExit status: 0 nothing new found and all explored, 1 a bug was found, 2 wrong use or failure, 3 "
                 "not all explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
