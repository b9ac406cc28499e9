// revisit steps: describes the algorithm's steps in plain words.
#include "base/terminal_text.h"
#include "cli/exit_status.h"
#include "cli/options/execution_choice.h"
#include "cli/options/exploration_options.h"
#include "cli/options/stop_when.h"
#include "cli/report/shown_steps.h"
#include "cli/terminal.h"
#include "commands.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

namespace revisit::cli {
namespace steps_command {
namespace {

using Json = nlohmann::ordered_json;

// The number of steps kept when it is not known how many are needed: about 500 MB.
constexpr std::uint64_t mostSteps = 5'000'000;

struct Options {
  ExplorationOptions exploration;
  std::string execution;
  std::uint64_t from = 1, max = 200;
  bool json = false;
};

// The steps to show, from first to last.
struct Range {
  std::uint64_t first = 1, last = 0;
  bool isCut = false; // --max left out some
};

// `width` of a line; 0: as wide as necessary.
std::string stepLines(const ShownStep& step, std::size_t width) {
  constexpr std::uint32_t deepest = 20;
  std::string indent;
  for (std::uint32_t i = 0; i < std::min(step.depth, deepest); i++)
    indent += "| ";
  constexpr std::size_t numberWidth = 8, narrowest = 30;
  const std::size_t room = width == 0 ? 0 : std::max(narrowest, width - std::min(width, numberWidth + indent.size()));
  std::string text, number = fmt::format("{:>6}", step.number);
  const auto add = [&](const std::string& sentence) {
    for (const std::string& line : linesOf(wrapped(sentence, room, 2))) {
      text += fmt::format("{:>6}  {}{}\n", number, indent, line);
      number.clear();
    }
  };
  add(step.text);
  for (const std::string& detail : step.details)
    add("  - " + detail);
  return text;
}

// The steps of the execution: after the previous execution up to its end. Fails when it was not found.
Result<Range> rangeOf(const CheckReport& report, const ShownSteps& steps, const ExecutionChoice& choice,
                      const std::string& text) {
  const ExplorationLog& log = *report.log;
  for (std::uint64_t number = 1; number <= log.executionCount(); number++) {
    if (!choice.matches(log.executions(number, 1).front()))
      continue;
    if (steps.stepOf(number) == 0)
      return Error{ErrorCode::Unsupported, "--execution " + text,
                   fmt::format("its steps lie beyond the first {}, which are kept", mostSteps)};
    return Range{steps.stepOf(number - 1) + 1, steps.stepOf(number), false};
  }
  return Error{ErrorCode::BadUsage, "--execution " + text, notMetText(report)};
}

std::string leftOutText(const ShownSteps& steps, const Range& range, bool ofOneExecution) {
  if (range.isCut)
    return fmt::format("more steps follow: --from {} shows the next, --max 0 all", range.last + 1);
  if (steps.leftOut() != 0 && !ofOneExecution)
    return fmt::format("{} further steps are not kept", steps.leftOut());
  return "";
}

Json toJson(const ShownSteps& steps, const Range& range, const std::string& leftOut) {
  Json shown = Json::array();
  for (std::uint64_t number = range.first; number <= range.last; number++)
    shown.push_back(steps.stepToJson(number));
  return {{"schema_version", 1},
          {"threads", steps.threadNames()},
          {"steps", shown},
          {"left_out", leftOut.empty() ? Json() : Json(leftOut)}};
}

void show(const Options& options, const CheckReport& report, const ShownSteps& steps, const Range& range) {
  const std::string leftOut = leftOutText(steps, range, !options.execution.empty());
  if (options.json) {
    std::cout << toJson(steps, range, leftOut).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return;
  }
  const Terminal terminal = standardOutput("never");
  const std::size_t width = terminal.isFitted ? terminal.width : 0;
  for (std::uint64_t number = range.first; number <= range.last; number++)
    std::cout << stepLines(steps.step(number), width);
  std::cout << '\n' << exploredText(report) << (leftOut.empty() ? "" : leftOut + '\n');
}

int run(Options& options, const Arguments& arguments) {
  std::optional<ExecutionChoice> choice;
  if (!options.execution.empty()) {
    const Result<ExecutionChoice> parsed = parseExecution(options.execution, "--execution");
    if (!parsed)
      return report(parsed.error());
    choice = parsed.value();
  }
  const Result<BuiltProgram> program = prepare(options.exploration, arguments, "steps");
  if (!program)
    return report(program.error());

  ExplorationControl control;
  const bool isBounded = !choice && options.max != 0 && options.from - 1 <= mostSteps - options.max;
  const std::uint64_t last = isBounded ? options.from + options.max - 1 : std::numeric_limits<std::uint64_t>::max();
  options.exploration.check.log =
      LogOptions{.steps = true, .maxSteps = isBounded ? last : mostSteps, .maxStates = isBounded ? last : mostSteps};
  StopWhen stop(control, [&](const ExecutionSummary& execution, const auto& log) {
    return choice ? choice->matches(execution) : !log->states() && log->stepsLeftOut() != 0;
  });
  // A search over states shows few executions.
  if (!choice)
    stopAlso(options.exploration, stop, [](const StateLog& states) { return states.stepsLeftOut() != 0; });
  const Result<CheckReport> explored = exploreAll(options.exploration, control, stop);
  if (!explored)
    return report(explored.error());

  const std::unique_ptr<ShownSteps> steps = shownSteps(*explored.value().log);
  Range range{1, steps->count(), false};
  if (choice) {
    const Result<Range> found = rangeOf(explored.value(), *steps, *choice, options.execution);
    if (!found)
      return report(found.error());
    range = found.value();
  }
  range.first = std::max(range.first, options.from);
  if (options.max != 0 && range.last >= range.first && range.last - range.first >= options.max) {
    range.last = range.first + options.max - 1;
    range.isCut = true;
  }
  range.isCut |= isBounded && steps->leftOut() != 0;
  show(options, explored.value(), *steps, range);
  return explored.value().failure ? report(*explored.value().failure) : nothingFound;
}

} // namespace
} // namespace steps_command

Run addSteps(CLI::App& command) {
  using namespace steps_command;
  const auto options = std::make_shared<Options>();
  addProgram(command, options->exploration);
  command.add_option("--execution", options->execution,
                     "only the steps that lead from the execution before to this one: its number, or its id");
  command.add_option("--from", options->from, "begin with this step")->check(positive())->capture_default_str();
  command.add_option("--max", options->max, "show at most this many steps; 0: all")
      ->check(notNegative())
      ->capture_default_str();
  command.add_flag("--json", options->json, "as JSON");
  addExplorationOptions(command, options->exploration);
  command.footer(
      argumentsHelp() +
      "The exploration continues after a bug. The bars of a line show its depth in the tree of alternatives, or\n"
      "on the stack of a search over states ('--algorithm dl-s-por').\n"
      "Exit status: 0 answered, 2 wrong use or failure.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
