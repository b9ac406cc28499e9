// revisit steps: describes the algorithm's steps in plain words.
#include "base/terminal_text.h"
#include "cli/exit_status.h"
#include "cli/options/execution_choice.h"
#include "cli/options/exploration_options.h"
#include "cli/options/stop_when.h"
#include "cli/terminal.h"
#include "commands.h"
#include "log/step_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

namespace revisit::cli {
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
std::string stepLines(const Step& step, const ThreadNames& threads, const ExecutionSummary* finished,
                      std::size_t width) {
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
  add(stepText(step, threads, finished));
  for (const StepCandidate& candidate : step.candidates)
    add("  - it " + candidateText(candidate, threads));
  return text;
}

// Fetches the steps one after the other, because the log may be long.
template <class Show> void forEachStep(const ExplorationLog& log, const Range& range, Show&& show) {
  const ThreadNames threads = log.threadNames();
  for (std::uint64_t number = range.first; number <= range.last; number++)
    for (const Step& step : log.steps(number, 1)) {
      const std::vector<ExecutionSummary> finished =
          step.kind == ActionKind::Finished ? log.executions(step.execution, 1) : std::vector<ExecutionSummary>();
      show(step, threads, finished.empty() ? nullptr : &finished.front());
    }
}

// The steps of the execution: after the previous execution up to its end. Fails when it was not found.
Result<Range> rangeOf(const CheckReport& report, const ExecutionChoice& choice, const std::string& text) {
  const ExplorationLog& log = *report.log;
  for (std::uint64_t number = 1; number <= log.executionCount(); number++) {
    if (!choice.matches(log.executions(number, 1).front()))
      continue;
    if (log.stepOf(number) == 0)
      return Error{ErrorCode::Unsupported, "--execution " + text,
                   fmt::format("its steps lie beyond the first {}, which are kept", mostSteps)};
    return Range{log.stepOf(number - 1) + 1, log.stepOf(number), false};
  }
  return Error{ErrorCode::BadUsage, "--execution " + text, notMetText(report)};
}

std::string leftOutText(const ExplorationLog& log, const Range& range, bool ofOneExecution) {
  if (range.isCut)
    return fmt::format("more steps follow: --from {} shows the next, --max 0 all", range.last + 1);
  if (log.stepsLeftOut() != 0 && !ofOneExecution)
    return fmt::format("{} further steps are not kept", log.stepsLeftOut());
  return "";
}

Json toJson(const CheckReport& report, const Range& range, const std::string& leftOut) {
  Json steps = Json::array();
  forEachStep(*report.log, range, [&](const Step& step, const ThreadNames& threads, const ExecutionSummary* finished) {
    steps.push_back(stepJson(step, threads, finished));
    if (finished)
      steps.back()["finished"] = summaryJson(finished);
  });
  return {{"schema_version", 1},
          {"threads", report.log->threadNames()},
          {"steps", steps},
          {"left_out", leftOut.empty() ? Json() : Json(leftOut)}};
}

void show(const Options& options, const CheckReport& report, const Range& range) {
  const std::string leftOut = leftOutText(*report.log, range, !options.execution.empty());
  if (options.json) {
    std::cout << toJson(report, range, leftOut).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return;
  }
  const Terminal terminal = standardOutput("never");
  const std::size_t width = terminal.isFitted ? terminal.width : 0;
  forEachStep(*report.log, range, [&](const Step& step, const ThreadNames& threads, const ExecutionSummary* finished) {
    std::cout << stepLines(step, threads, finished, width);
  });
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
  options.exploration.check.log = LogOptions{.steps = true, .maxSteps = isBounded ? last : mostSteps};
  StopWhen stop(control, [&](const ExecutionSummary& execution, const auto& log) {
    return choice ? choice->matches(execution) : log->stepsLeftOut() != 0;
  });
  const Result<CheckReport> explored = exploreAll(options.exploration, control, stop);
  if (!explored)
    return report(explored.error());

  const ExplorationLog& log = *explored.value().log;
  Range range{1, log.stepCount(), false};
  if (choice) {
    const Result<Range> found = rangeOf(explored.value(), *choice, options.execution);
    if (!found)
      return report(found.error());
    range = found.value();
  }
  range.first = std::max(range.first, options.from);
  if (options.max != 0 && range.last >= range.first && range.last - range.first >= options.max) {
    range.last = range.first + options.max - 1;
    range.isCut = true;
  }
  range.isCut |= isBounded && log.stepsLeftOut() != 0;
  show(options, explored.value(), range);
  return explored.value().failure ? report(*explored.value().failure) : nothingFound;
}

} // namespace

Run addSteps(CLI::App& command) {
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
      "The exploration continues after a bug. The bars of a line show its depth in the tree of alternatives.\n"
      "Exit status: 0 answered, 2 wrong use or failure.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
