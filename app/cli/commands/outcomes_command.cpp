// revisit outcomes: what could have happened at an event of a witness instead.
#include "cli/exit_status.h"
#include "commands.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_text.h"
#include "sideways/session/moves.h"
#include "sideways/session/outcome_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace outcomes_command {
namespace {

struct Options {
  std::string witness, at = "bug";
  bool ends = false, all = false, json = false, inputs = false;
  std::size_t most = 64, why = 0;
  double timeout = 60;
};

// "reading: 86..124 keeps the path, now 86"
int listInputs(const Options& options, Moves& moves) {
  const Result<std::vector<InputRange>> ranges = moves.ranges();
  if (!ranges)
    return report(ranges.error());
  nlohmann::ordered_json json = {{"schema_version", 1}, {"inputs", nlohmann::ordered_json::array()}};
  for (const InputRange& range : ranges.value()) {
    json["inputs"].push_back({{"name", range.name},
                              {"value", inputText(range.input, range.input.value)},
                              {"low", inputText(range.input, range.low)},
                              {"high", inputText(range.input, range.high)},
                              {"exact", range.isExact}});
    if (!options.json)
      std::cout << fmt::format("{}: {} keeps the path, now {}\n", range.name, rangeText(range),
                               inputText(range.input, range.input.value));
  }
  if (options.json)
    std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  else if (ranges.value().empty())
    std::cout << "the program asked for no input\n";
  return nothingFound;
}

// Why the outcome with this number is impossible.
int explain(const Options& options, Moves& moves, const Timeline& timeline, const OutcomeList& list) {
  if (options.why > list.outcomes.size())
    return report({ErrorCode::BadUsage, fmt::format("{}", options.why),
                   fmt::format("the list has {} outcomes", list.outcomes.size())});
  const Outcome& outcome = list.outcomes[options.why - 1].outcome;
  const Result<OutcomeReason> reason = moves.why(outcome);
  if (!reason)
    return report(reason.error());
  if (options.json)
    std::cout << reasonJson(timeline, outcome, reason.value())
                     .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
  else
    std::cout << optionOf(outcome) << ": " << reasonText(timeline, outcome, reason.value()) << '\n';
  return nothingFound;
}

int run(const Options& options) {
  Result<Witness> read = readWitness(options.witness);
  if (!read)
    return report(read.error());
  const Result<Timeline> timeline = Timeline::make(read.value());
  if (!timeline)
    return report({timeline.error().code, options.witness, timeline.error().what});
  const Result<EventName> event = parseOutcomePlace(timeline.value(), options.at);
  if (!event)
    return report(event.error());
  Trail trail(std::move(*read));
  const Result<std::unique_ptr<Moves>> opened = Moves::open(trail, options.timeout);
  if (!opened)
    return report(opened.error());
  Moves& moves = *opened.value();
  if (options.inputs)
    return listInputs(options, moves);
  const Result<OutcomeList> list = moves.outcomesAt(event.value(), options.most);
  if (!list)
    return report(list.error());
  if (options.why != 0)
    return explain(options, moves, timeline.value(), list.value());
  OutcomeTextStyle style{.all = options.all};
  if (options.ends) {
    Result<std::vector<std::string>> endings = moves.endingsOf(list.value());
    if (!endings)
      return report(endings.error());
    style.endings = std::move(*endings);
  }
  if (options.json)
    std::cout << outcomesJson(timeline.value(), event.value(), list.value(), style)
                     .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
  else
    std::cout << outcomesText(timeline.value(), event.value(), list.value(), style);
  return nothingFound;
}

} // namespace
} // namespace outcomes_command

Run addOutcomes(CLI::App& command) {
  using namespace outcomes_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command
      .add_option("--at", options->at,
                  "the event: its number, THREAD,INDEX, FILE:LINE, 'bug' or 'end'; T1: the step that T1 waits to take "
                  "at the end")
      ->capture_default_str();
  command.add_flag("--inputs", options->inputs,
                   "instead: for each input, the values around the present one with which the path is the same");
  command.add_flag("--ends", options->ends, "also say how the execution then ends: takes each possible outcome");
  command.add_option("--why", options->why, "instead: why the outcome with this number in the list is impossible")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command.add_flag("--all", options->all, "a row for each outcome, with the reasons of those that are impossible");
  command.add_option("--most", options->most, "how many of them are looked at, the nearest first")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command.add_option("--timeout", options->timeout, "seconds for each outcome")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  command.add_flag("--json", options->json, "as JSON");
  command.footer("'revisit take' goes to the execution with an outcome.\n"
                 "Exit status: 0 listed, 2 wrong use or failure.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
