// revisit find: an execution in which a goal holds.
#include "check/report/check_notes.h"
#include "check/worker/sought_goal.h"
#include "check_output.h"
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "cli/terminal.h"
#include "commands.h"
#include "goals/goal.h"
#include "query/interleaving/columns.h"
#include "query/timeline/goal_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace find_command {
namespace {

using Json = nlohmann::ordered_json;

// Part of the command's contract, as that of 'check': there is such an execution, or not.
enum FindStatus : int { inNoExecution = nothingFound, found = bugFound, notKnown = notAllExplored };

struct Options {
  ExplorationOptions exploration;
  CheckOutput output;
};

// The goal with the column at which it is wrong marked.
Error shownIn(const std::string& text, Error error) {
  std::size_t column = 0;
  const std::string before = "goal, column ";
  if (error.where.starts_with(before))
    column = std::stoul(error.where.substr(before.size()));
  if (column == 0 || text.find_first_of("\n\t") != std::string::npos)
    return error;
  error.what += fmt::format("\n  {}\n  {:>{}}", text, '^', column);
  return error;
}

// The events up to where the goal holds, as far as they fit, and a few behind it.
std::string interleaving(const Witness& witness, const ColumnsStyle& style, bool isFull) {
  if (isFull)
    return columns(witness, interleavingRows(witness), style);
  constexpr std::size_t rowsBefore = 24, rowsBehind = 3;
  std::vector<bool> wanted(witness.schedule.size(), false);
  const std::size_t position = witness.goal.moments.back().position;
  std::size_t rows = 0;
  for (std::size_t i = position; i-- > 0 && rows < rowsBefore;)
    rows += wanted[i] = isTelling(witness.schedule[i]);
  for (std::size_t i = position; i < wanted.size() && i < position + rowsBehind; i++)
    wanted[i] = isTelling(witness.schedule[i]);
  for (std::size_t i = 0; i < wanted.size(); i++)
    for (const WitnessGoal::Moment& moment : witness.goal.moments)
      for (const WitnessSight& sight : moment.sights)
        if (witness.schedule[i].thread == sight.thread && witness.schedule[i].index == sight.index)
          wanted[i] = true;
  return columns(witness, interleavingRows(witness, wanted), style);
}

const char* answerOf(const CheckReport& report) {
  return report.goalWitness ? "found" : report.reasons.empty() ? "in no execution" : "not known";
}

std::string textOf(const CheckReport& report, const Options& options, const Goal& goal, const std::string& path) {
  const Terminal terminal = standardOutput(options.output.colour);
  const std::string size = fmt::format("{} in {:.2f} s", sizeText(report.exploration), report.exploration.seconds);
  if (report.goalWitness) {
    const Witness& witness = *report.goalWitness;
    const ColumnsStyle style{terminal.isFitted ? terminal.width : 0, terminal.colours,
                             witness.goal.moments.back().position};
    std::string text = describeGoal(witness) + '\n' + interleaving(witness, style, options.output.full) + '\n';
    text += fmt::format("found: {}\n", size);
    if (!path.empty())
      text += fmt::format("  witness: {}\n  go there: revisit replay {}\n", path, path);
    return text;
  }
  if (report.reasons.empty())
    return fmt::format("goal: {}\nin no execution: {}\n", goal.text, size);
  std::string text = fmt::format("goal: {}\nnot found, and not known: {}\n", goal.text, size);
  for (const CheckNote& reason : report.reasons)
    text += fmt::format("  {}\n", noteText(reason));
  return text;
}

Json countsJson(const ExplorationCounts& counts) {
  return {{"complete", counts.complete},
          {"erroneous", counts.erroneous},
          {"deadlocked", counts.deadlocked},
          {"blocked", counts.blocked},
          {"cut", counts.cut}};
}

std::string jsonOf(const CheckReport& report, const Goal& goal, const std::string& path) {
  Json json = {{"schema_version", 1},
               {"goal", goal.text},
               {"answer", answerOf(report)},
               {"executions", report.exploration.counts.total()},
               {"counts", countsJson(report.exploration.counts)},
               {"seconds", report.exploration.seconds},
               {"native_runs", report.nativeRuns},
               {"witness", path.empty() ? Json() : Json(path)}};
  if (report.goalWitness) {
    const Json witness = Json::parse(witnessToJson(*report.goalWitness));
    json["execution"] = report.goalWitness->executionId;
    json["position"] = report.goalWitness->goal.moments.back().position;
    json["moments"] = witness["goal"]["moments"];
  }
  json["reasons"] = notesJson(report.reasons);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

int tell(const CheckReport& result, const Options& options, const Goal& goal, const std::string& name) {
  std::string path;
  if (result.goalWitness) {
    WitnessFiles files(options.output.witnessFolder);
    Result<std::string> written = files.write(*result.goalWitness, name);
    if (!written)
      report(written.error());
    else
      path = *written;
  }
  if (options.output.jsonFile != "-")
    std::cout << textOf(result, options, goal, path) << std::flush;
  if (!options.output.jsonFile.empty())
    if (const Status status = writeReport(jsonOf(result, goal, path), {"--json", options.output.jsonFile, nullptr});
        !status)
      return report(status.error());
  if (result.goalWitness)
    return path.empty() ? failed : static_cast<int>(found);
  return result.reasons.empty() ? inNoExecution : notKnown;
}

int run(Options& options, const Arguments& arguments) {
  ExplorationOptions& exploration = options.exploration;
  if (exploration.named.size() < 2)
    return report({ErrorCode::BadUsage, "find",
                   "name a program or its sources, and then in one word what to look for: revisit find bank.c "
                   "'bank.c:40 if balance < 0'"});
  const std::string text = exploration.named.back();
  exploration.named.pop_back();
  Result<Goal> goal = parseGoal(text);
  if (!goal)
    return report(shownIn(text, goal.error()));
  if (const Status status = checkOutputs(options.output); !status)
    return report(status.error());
  const bool isCompiled = std::ranges::any_of(exploration.named, isSourceFile);
  std::string names; // of variables, whose values the lines tell
  for (const std::string& name : goal->watched())
    names += ',' + name;
  for (const GoalLine& line : isCompiled ? goal->lines() : std::vector<GoalLine>())
    exploration.marks.push_back(fmt::format("{}:{}{}", line.file, line.line, names));
  Result<BuiltProgram> program = prepare(exploration, arguments, "find");
  if (!program)
    return report(program.error());
  CheckOptions& check = exploration.check;
  if (exploresStates(check.search.algorithm) || check.search.algorithm == Algorithm::Portfolio)
    return report({ErrorCode::BadUsage, "--algorithm " + exploration.algorithm,
                   "goals are looked for in executions: use condpor, random, pct or preemptions"});
  check.goal = &*goal;
  lookForGoal(check.explore);
  Result<CheckReport> result = explore(exploration);
  if (!result)
    return report(result.error());
  if (result->goalWitness)
    program->keep();
  if (result->failure && !result->goalWitness)
    return report(*result->failure);
  return tell(*result, options, *goal, program->name());
}

} // namespace
} // namespace find_command

Run addFind(CLI::App& command) {
  using namespace find_command;
  const auto options = std::make_shared<Options>();
  command.add_option("PROGRAM GOAL", options->exploration.named,
                     "a program built with revisit-cc or revisit-c++, or source files, and then the goal in one word");
  addExplorationOptions(command, options->exploration);
  command.add_option("--witness", options->output.witnessFolder, "folder for the witness file")
      ->capture_default_str()
      ->group(outputGroup);
  command
      .add_option("--json", options->output.jsonFile, "write the answer as JSON to this file, or to standard output: -")
      ->group(outputGroup);
  command.add_flag("--full", options->output.full, "show every event")->group(outputGroup);
  command
      .add_flag("--no-guide{false}", options->exploration.check.testing.guide,
                "explore in the usual order: the same answer, after more executions where the goal is rare")
      ->group(hiddenGroup);
  command
      .add_flag("--no-forward{false}", options->exploration.check.testing.forward,
                "explore all executions at once: the same answer")
      ->group(hiddenGroup);
  addColourOption(command, options->output.colour);
  command.footer(argumentsHelp() + R"(
A goal is one of these, or several of them with and, or, then and parentheses ('revisit help goals' says more):
  sensor.c:40                                       a thread comes to the line
  T2 at sensor.c:40 if window.count == 0            this thread, while the condition holds
  T1 waits at queue.c:12                            it cannot go on there; 'waits for ever': nothing changes that
  T2 reads window.count from sensor.c:22            it reads what was stored there
  unlock m in T1 before lock m in T2                two events in this order
  when x + y > 3                                    the condition holds at some moment

Examples:
  revisit find bank.c 'bank.c:40 if balance < 0'    an execution in which a thread comes there with a negative balance
  revisit find ./queue 'T1 at queue.c:12 and T2 at queue.c:30'
                                                    two threads stand at these places at the same moment
)" + "\nExit status: 1 found, 0 in no execution, 2 wrong use or failure, 3 not found and not all explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
