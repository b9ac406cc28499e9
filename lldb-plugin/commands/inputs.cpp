// Commands about unknown inputs: constraints, model, ask.
#include "command.h"
#include "event_rows.h"
#include "places.h"
#include "query/timeline/event_text.h"
#include "whatif/condition_term.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

// --- Rows

Table conditionTable(const Timeline& timeline, const std::vector<PathCondition>& conditions, SchedulePosition current) {
  Table table;
  for (const PathCondition& condition : conditions)
    table.add({condition.event == current ? "->" : "  ", std::to_string(condition.event),
               referenceText(timeline.event(condition.event)), condition.text, condition.taken,
               placeText(timeline.event(condition.event))});
  return table;
}

Table inputTable(const std::vector<InputValue>& inputs) {
  Table table;
  for (const InputValue& input : inputs)
    table.add({fmt::format("{} = {}", input.name, valueText(input)), counted(input.width, "bit"),
               "of " + threadText(input.thread)});
  return table;
}

std::vector<PathCondition> only(const std::vector<PathCondition>& conditions, const std::vector<EventNumber>& events) {
  std::vector<PathCondition> found;
  std::ranges::copy_if(conditions, std::back_inserter(found), [&](const PathCondition& condition) {
    return std::ranges::binary_search(events, condition.event);
  });
  return found;
}

// --- constraints

std::string answerText(const Timeline& timeline, const std::vector<PathCondition>& conditions,
                       const ConstraintAnswer& answer, const char* possible, const char* impossible) {
  if (answer.possible == Sat::Unknown)
    return fmt::format("undecided: {}", answer.unknownBecause);
  if (answer.possible == Sat::Yes)
    return fmt::format("{}\n{}", possible, inputTable(answer.inputs).text("  "));
  if (answer.core.empty())
    return fmt::format("{}: it contradicts itself", impossible);
  return fmt::format("{} because of{}\n{}", impossible, answer.coreIsMinimal ? "" : " some of",
                     conditionTable(timeline, only(conditions, answer.core), 0).text());
}

Json answerJson(const ConstraintAnswer& answer) {
  const char* const possible = answer.possible == Sat::Yes ? "yes" : answer.possible == Sat::No ? "no" : "unknown";
  return {{"possible", possible},
          {"core", answer.core},
          {"core_is_minimal", answer.coreIsMinimal},
          {"inputs", inputsJson(answer.inputs)}};
}

Json conditionsJson(const std::vector<PathCondition>& conditions) {
  Json list = Json::array();
  for (const PathCondition& condition : conditions)
    list.push_back(
        {{"event", condition.event}, {"text", condition.text}, {"taken", condition.taken}, {"term", condition.term}});
  return list;
}

Result<Answer> core(Workspace& workspace, ReplaySession& session, EventNumber event, bool json) {
  const Result<Constraints*> constraints = workspace.constraints();
  if (!constraints)
    return constraints.error();
  const Result<ConstraintAnswer> answer = constraints.value()->core(event);
  if (!answer)
    return answer.error();
  if (json)
    return Answer{"", answerJson(answer.value())};
  return Answer{answerText(session.timeline(), constraints.value()->conditions(), answer.value(),
                           "it may be otherwise, for example with", "it cannot be otherwise"),
                {}};
}

struct ConstraintOptions {
  std::vector<std::string> event;
  bool core = false;
};

Result<Answer> constraints(Workspace& workspace, ReplaySession& session, const ConstraintOptions& given, bool json) {
  std::vector<PathCondition> conditions = pathConditions(session.timeline());
  if (!given.event.empty() || given.core) {
    const Result<EventNumber> event =
        given.event.empty() ? currentEvent(session) : eventNamed(session, joined(given.event));
    if (!event)
      return event.error();
    if (given.core)
      return core(workspace, session, event.value(), json);
    conditions = only(conditions, {event.value()});
  }
  if (json)
    return Answer{"", Json{{"conditions", conditionsJson(conditions)}}};
  if (conditions.empty())
    return Answer{given.event.empty() ? "This execution requires nothing of its inputs."
                                      : "This event requires nothing of the inputs.",
                  {}};
  return Answer{conditionTable(session.timeline(), conditions, currentPosition(session)).text(), {}};
}

Action constraints(CLI::App& options) {
  const auto given = std::make_shared<ConstraintOptions>();
  options.add_option("E", given->event, "the condition of this event only");
  options.add_flag("--core", given->core,
                   "say which earlier conditions force the event's, or how it could be otherwise");
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return constraints(workspace, session, *given, *json);
  });
}

// --- model, ask

Action model(CLI::App& options) {
  const auto name = std::make_shared<std::string>();
  options.add_option("NAME", *name, "this input only");
  return onSession([name, json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    std::vector<InputValue> inputs = inputValues(session.witness().inputs);
    if (!name->empty())
      std::erase_if(inputs, [&](const InputValue& input) { return input.name != *name; });
    if (!name->empty() && inputs.empty())
      return Error{ErrorCode::BadUsage, "", fmt::format("there is no input '{}'; 'revisit model' shows all", *name)};
    if (*json)
      return Answer{"", Json{{"inputs", inputsJson(inputs)}}};
    return Answer{inputs.empty() ? "This execution has no unknown inputs." : inputTable(inputs).text(), {}};
  });
}

Action ask(CLI::App& options) {
  const auto condition = std::make_shared<std::vector<std::string>>();
  options.add_option("CONDITION", *condition, "over the inputs, as in C: reading > 30 && mode == 2")->required();
  return onSession(
      [condition, json = addJson(options)](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
        const Result<std::string> term = conditionTerm(session.witness().inputs, joined(*condition));
        if (!term)
          return term.error();
        const Result<Constraints*> constraints = workspace.constraints();
        if (!constraints)
          return constraints.error();
        const Result<ConstraintAnswer> answer = constraints.value()->ask(term.value());
        if (!answer)
          return answer.error();
        if (*json)
          return Answer{"", answerJson(answer.value())};
        return Answer{answerText(session.timeline(), constraints.value()->conditions(), answer.value(),
                                 "possible, for example with", "impossible"),
                      {}};
      });
}

} // namespace

std::vector<Command> inputCommands() {
  return {
      {"constraints", "[E] [--core] [--json]", "Show what this execution requires of its inputs, and why.", noRepeat,
       constraints},
      {"model", "[NAME] [--json]", "Show the inputs under which this execution happens.", noRepeat, model},
      {"ask", "CONDITION [--json]", "Say whether this execution could also happen with the condition true.", noRepeat,
       ask},
  };
}

} // namespace revisit::commands
