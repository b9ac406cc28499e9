// revisit ask: the path condition of a witness, and whether the path allows a further condition.
#include "cli/exit_status.h"
#include "commands.h"
#include "query/timeline/event_text.h"
#include "whatif/condition_term.h"
#include "whatif/constraints.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace ask_command {
namespace {

using Json = nlohmann::ordered_json;

// The exit status; part of the command's contract.
enum AskStatus : int { possible = 0, impossible = 1, unknown = 3 };

struct Options {
  std::string witness, condition;
  double timeout = 5;
  bool json = false;
};

// "9  T1 sampler  branch reading > 85 true  sensor.c:20"
std::string conditionText(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  const std::string place = placeText(event);
  return fmt::format("  {:>3}  {}  {}{}{}\n", number, threadText(timeline.witness(), event.thread),
                     eventText(timeline, number), place.empty() ? "" : "  ", place);
}

std::string valuesText(const std::vector<InputValue>& inputs) {
  std::string text;
  for (const InputValue& input : inputs)
    text += fmt::format("  {} = {}\n", input.name, valueText(input));
  return text;
}

Json eventsJson(const Timeline& timeline, const std::vector<EventNumber>& events) {
  Json list = Json::array();
  for (const EventNumber event : events)
    list.push_back(eventJson(timeline, event));
  return list;
}

const char* answerName(Sat possible) {
  return possible == Sat::Yes ? "possible" : possible == Sat::No ? "impossible" : "unknown";
}

int statusOf(Sat answer) {
  return answer == Sat::Yes ? possible : answer == Sat::No ? impossible : unknown;
}

std::string answerText(const Timeline& timeline, const ConstraintAnswer& answer) {
  switch (answer.possible) {
  case Sat::Yes:
    return answer.inputs.empty() ? "possible\n" : "possible, with these inputs:\n" + valuesText(answer.inputs);
  case Sat::Unknown:
    return fmt::format("unknown: {}\n", answer.unknownBecause);
  case Sat::No:
    break;
  }
  const char* division = answer.dividesByZero ? " (a division by zero in it has no value)" : "";
  if (answer.core.empty())
    return answer.dividesByZero ? "impossible: it divides by zero, which has no value\n"
                                : "impossible: it contradicts itself\n";
  std::string text = fmt::format("impossible{}: these rule it out together{}\n", division,
                                 answer.coreIsMinimal ? ", and all of them are needed" : "");
  for (const EventNumber event : answer.core)
    text += conditionText(timeline, event);
  return text;
}

// Without a condition: prints the path condition and the witness's input values.
void list(const Timeline& timeline, const Constraints& constraints, bool json) {
  std::vector<EventNumber> events;
  for (const PathCondition& condition : constraints.conditions())
    events.push_back(condition.event);
  if (json) {
    const Json listed = {{"schema_version", 1},
                         {"conditions", eventsJson(timeline, events)},
                         {"inputs", inputsJson(constraints.model())}};
    std::cout << listed.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return;
  }
  std::cout << (events.empty() ? "The path requires nothing of the inputs.\n" : "The path requires:\n");
  for (const EventNumber event : events)
    std::cout << conditionText(timeline, event);
  std::cout << (timeline.witness().inputs.empty() ? "The program asked for no input.\n"
                                                  : "The inputs of the witness:\n")
            << valuesText(constraints.model());
}

int answer(const Options& options, const Timeline& timeline, Constraints& constraints) {
  const Result<std::string> term = conditionTerm(timeline.witness().inputs, options.condition);
  if (!term)
    return report({ErrorCode::BadUsage, fmt::format("'{}'", options.condition), term.error().what});
  const Result<std::string> hasValue = conditionHasValue(timeline.witness().inputs, options.condition);
  const Result<ConstraintAnswer> answered = constraints.ask(term.value(), hasValue ? hasValue.value() : "");
  if (!answered)
    return report(answered.error());
  const ConstraintAnswer& answer = answered.value();
  if (options.json) {
    const Json json = {{"schema_version", 1},
                       {"condition", options.condition},
                       {"answer", answerName(answer.possible)},
                       {"inputs", inputsJson(answer.inputs)},
                       {"core", eventsJson(timeline, answer.core)},
                       {"core_is_minimal", answer.coreIsMinimal},
                       {"divides_by_zero", answer.dividesByZero},
                       {"unknown_because", answer.unknownBecause}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    std::cout << answerText(timeline, answer);
  }
  return statusOf(answer.possible);
}

int run(const Options& options) {
  Result<Witness> witness = readWitness(options.witness);
  if (!witness)
    return report(witness.error());
  const Result<Timeline> timeline = Timeline::make(std::move(*witness));
  if (!timeline)
    return report({timeline.error().code, options.witness, timeline.error().what});
  Result<Constraints> constraints = Constraints::make(timeline.value(), static_cast<unsigned>(options.timeout * 1000));
  if (!constraints)
    return report({constraints.error().code, options.witness, constraints.error().what});
  if (!options.condition.empty())
    return answer(options, timeline.value(), *constraints);
  list(timeline.value(), *constraints, options.json);
  return possible;
}

} // namespace
} // namespace ask_command

Run addAsk(CLI::App& command) {
  using namespace ask_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command.add_option("CONDITION", options->condition,
                     "as in C, over the names of the inputs: 'reading > 85 && reading != 90'; without one, what the "
                     "path requires is listed");
  command.add_option("--timeout", options->timeout, "seconds for each question to the solver")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  command.add_flag("--json", options->json, "as JSON");
  command.footer("Exit status: 0 possible (or listed), 1 impossible, 3 unknown, 2 wrong use or failure.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
