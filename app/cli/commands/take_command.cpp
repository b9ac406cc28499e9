// revisit take: goes from a witness to the nearest execution in which an event has another outcome.
#include "cli/exit_status.h"
#include "commands.h"
#include "sideways/session/endings.h"
#include "sideways/session/moves.h"
#include "sideways/session/outcome_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace take_command {
namespace {

struct Options {
  std::string witness, at, output;
  std::string input; // "NAME=VALUE"
  OutcomeRequest request;
  std::size_t number = 0;
  bool json = false;
  double timeout = 60;
};

std::string outputName(const Options& options, const Witness& taken) {
  if (!options.output.empty())
    return options.output;
  const std::string stem = std::filesystem::path(options.witness).stem().string();
  return fmt::format("{}-{}.revisit", stem, taken.executionId.substr(0, 8));
}

void show(const Options& options, const Move& move, const std::string& file, const std::string& from) {
  const Witness& witness = move.witness;
  if (options.json) {
    const nlohmann::ordered_json json = {{"schema_version", 1},
                                         {"from", from},
                                         {"execution", witness.executionId},
                                         {"witness", file},
                                         {"kept", move.kept},
                                         {"events", witness.schedule.size()},
                                         {"event", {move.event.thread.value(), move.event.index}},
                                         {"error", std::string(errorName(witness.error.kind))},
                                         {"ending", endingWords(witness)}};
    std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    return;
  }
  if (const Result<Timeline> timeline = Timeline::make(witness))
    std::cout << placeWords(timeline.value(), move.event) << '\n';
  std::cout << fmt::format("kept {} events, the execution has {}\n{}\nwritten to {}; 'revisit diff {} {}' shows where "
                           "they part\n",
                           move.kept, witness.schedule.size(), endingWords(witness), file, options.witness, file);
}

// NAME=VALUE; the value decimal or hexadecimal, negative for signed inputs.
Result<Move> moveByInput(Moves& moves, const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const Error bad{ErrorCode::BadUsage, text, "an input is given as NAME=VALUE, such as reading=80"};
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return bad;
  const std::string number = text.substr(equals + 1);
  const bool isNegative = number.starts_with('-');
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(number.c_str() + (isNegative ? 1 : 0), &end, 0);
  if (*end != '\0')
    return bad;
  return moves.takeInput(text.substr(0, equals), isNegative ? ~value + 1 : value);
}

Result<Move> moveBy(Moves& moves, const Timeline& timeline, const Options& options) {
  if (!options.input.empty())
    return moveByInput(moves, options.input);
  const Result<EventName> event = parseOutcomePlace(timeline, options.at);
  if (!event)
    return event.error();
  const Result<Outcome> outcome = moves.outcomeOf(event.value(), options.request);
  if (!outcome)
    return outcome.error();
  return moves.take(outcome.value());
}

int run(Options options) {
  if (options.number != 0)
    options.request.number = options.number;
  Result<Witness> read = readWitness(options.witness);
  if (!read)
    return report(read.error());
  const std::string from = read.value().executionId;
  if (options.input.empty() == options.at.empty())
    return report({ErrorCode::BadUsage, "take", "name the event with --at, or an input with --input"});
  const Result<Timeline> timeline = Timeline::make(read.value());
  if (!timeline)
    return report({timeline.error().code, options.witness, timeline.error().what});
  Trail trail(std::move(*read));
  const Result<std::unique_ptr<Moves>> moves = Moves::open(trail, options.timeout);
  if (!moves)
    return report(moves.error());
  const Result<Move> move = moveBy(*moves.value(), timeline.value(), options);
  if (!move)
    return report(move.error());
  const std::string file = outputName(options, move.value().witness);
  if (const Status written = writeWitness(move.value().witness, file); !written)
    return report(written.error());
  show(options, move.value(), file, from);
  return move.value().witness.error.kind == ErrorKind::None ? nothingFound : bugFound;
}

} // namespace
} // namespace take_command

Run addTake(CLI::App& command) {
  using namespace take_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command.add_option("--at", options->at,
                     "the event: its number, THREAD,INDEX, FILE:LINE; T1: the step that T1 waits to take at the end");
  CLI::Option_group* outcome = command.add_option_group("outcome", "what happens there instead");
  outcome->add_option("NUMBER", options->number, "the outcome with this number in the list of 'revisit outcomes'");
  addOutcomeOptions(*outcome, options->request);
  outcome->add_option("--input", options->input,
                      "NAME=VALUE: an input has this value; without --at, where the path differs");
  outcome->require_option(1);
  command.add_option("-o,--output", options->output, "the witness to write; the default has the execution's id");
  command.add_option("--timeout", options->timeout, "seconds")->check(CLI::Range(0.001, 1e6))->capture_default_str();
  command.add_flag("--json", options->json, "as JSON");
  command.footer("Exit status: 0 the execution is right, 1 it is wrong, 2 wrong use, no such execution or failure.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
