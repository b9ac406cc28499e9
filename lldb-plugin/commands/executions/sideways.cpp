// Commands that go to other executions: outcomes, take, trail.
#include "command.h"
#include "places.h"
#include "query/timeline/event_text.h"
#include "report.h"
#include "sideways/session/endings.h"
#include "sideways/session/event_names.h"
#include "sideways/session/moves.h"
#include "sideways/session/outcome_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace revisit::commands {

namespace {

constexpr const char* eventHelp =
    "the event, FILE:LINE, or T1 for the step that T1 waits to take at the end; what the selected thread did last, or "
    "waits for, when left out";

bool waitsAtEnd(ReplaySession& session, unsigned thread) {
  return session.standing() == Standing::AtEnd &&
         std::ranges::count(session.witness().error.waiting, thread, &WitnessWaiting::thread) != 0;
}

// What the selected thread did last, or waits for.
Result<EventName> presentEvent(ReplaySession& session) {
  const std::optional<unsigned> thread = session.standing() == Standing::Gone ? std::nullopt : session.selectedThread();
  if (!thread)
    return Error{ErrorCode::BadUsage, "", "no event is done yet: name one"};
  const Timeline& timeline = session.timeline();
  if (waitsAtEnd(session, *thread))
    return EventName{ThreadId(*thread), static_cast<std::uint32_t>(timeline.eventsOf(*thread).size())};
  const std::optional<EventNumber> last = timeline.lastOf(*thread, session.position());
  if (!last)
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("{} has done no event yet: name one", threadText(session.witness(), *thread))};
  return nameOf(timeline, *last);
}

Result<EventName> eventMeant(ReplaySession& session, const std::string& text) {
  if (text.empty())
    return presentEvent(session);
  if (!text.starts_with('@'))
    return parseOutcomePlace(session.timeline(), text);
  const Result<EventNumber> number = eventNamed(session, text);
  return number ? Result<EventName>(nameOf(session.timeline(), number.value())) : number.error();
}

// --- outcomes

struct OutcomeListOptions {
  std::vector<std::string> event;
  bool ends = false, all = false;
  std::size_t most = 64;
  std::size_t why = 0; // 0: no reason is asked for
};

Result<Answer> explainOutcome(Moves& moves, const Timeline& timeline, const OutcomeList& list, std::size_t number,
                              bool json) {
  if (number > list.outcomes.size())
    return Error{ErrorCode::BadUsage, fmt::format("{}", number),
                 fmt::format("the list has the outcomes 1 to {}", list.outcomes.size())};
  const Outcome& outcome = list.outcomes[number - 1].outcome;
  const Result<OutcomeReason> reason = moves.why(outcome);
  if (!reason)
    return reason.error();
  if (json)
    return Answer{"", reasonJson(timeline, outcome, reason.value())};
  return Answer{fmt::format("{}: {}\n", optionOf(outcome), reasonText(timeline, outcome, reason.value())), {}};
}

Result<Answer> listOutcomes(Workspace& workspace, ReplaySession& session, const OutcomeListOptions& given, bool json) {
  const Result<EventName> event = eventMeant(session, joined(given.event));
  if (!event)
    return event.error();
  const Result<Moves*> moves = workspace.moves();
  if (!moves)
    return moves.error();
  const Result<OutcomeList> list = moves.value()->outcomesAt(event.value(), given.most);
  if (!list)
    return list.error();
  if (given.why != 0)
    return explainOutcome(*moves.value(), session.timeline(), list.value(), given.why, json);
  OutcomeTextStyle style{.all = given.all};
  if (given.ends) {
    Result<std::vector<std::string>> endings = moves.value()->endingsOf(list.value());
    if (!endings)
      return endings.error();
    style.endings = std::move(*endings);
  }
  workspace.listedOutcomes() = {event.value(), currentPosition(session), list.value().outcomes.size()};
  if (json)
    return Answer{"", outcomesJson(session.timeline(), event.value(), list.value(), style)};
  return Answer{outcomesText(session.timeline(), event.value(), list.value(), style), {}};
}

Action outcomes(CLI::App& options) {
  const auto given = std::make_shared<OutcomeListOptions>();
  options.add_option("EVENT", given->event, eventHelp);
  options.add_flag("--ends", given->ends, "also how the execution then ends: takes each possible outcome");
  options.add_flag("--all", given->all, "a row for each outcome, with the reasons of those that are impossible");
  options.add_option("--most", given->most, "how many are looked at, the nearest first; 64 when left out")
      ->type_name("N")
      ->check(isPositive());
  options.add_option("--why", given->why, "instead: why the outcome with this number is impossible")
      ->type_name("N")
      ->check(isPositive());
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return listOutcomes(workspace, session, *given, *json);
  });
}

// --- take

struct TakeOptions {
  std::vector<std::string> words; // the event, and the number of an outcome unless an option says which
  OutcomeRequest request;
  std::string output;
};

// Takes the number from the words. It belongs to the list that was printed last, from where the program stands.
Result<EventName> eventOfNumber(Workspace& workspace, ReplaySession& session, TakeOptions& given) {
  if (given.words.empty())
    return Error{ErrorCode::BadUsage, "",
                 "say what happens instead: an option such as --reads-from or --other-side, or a number of "
                 "'revisit outcomes'"};
  std::size_t number = 0;
  if (!CLI::detail::lexical_cast(given.words.back(), number))
    return Error{ErrorCode::BadUsage, given.words.back(),
                 "this is no number of an outcome; 'revisit outcomes' lists them"};
  const std::optional<ListedOutcomes>& listed = workspace.listedOutcomes();
  if (!listed)
    return Error{ErrorCode::BadUsage, given.words.back(),
                 "no outcomes of this execution are listed; 'revisit outcomes' does that"};
  given.words.pop_back();
  if (given.words.empty() && listed->position != currentPosition(session))
    return Error{ErrorCode::BadUsage, fmt::format("{}", number),
                 "the outcomes were listed at another position; 'revisit outcomes' lists those of here"};
  const Result<EventName> event = given.words.empty() ? listed->event : eventMeant(session, joined(given.words));
  if (event && event.value() != listed->event)
    return Error{ErrorCode::BadUsage, joined(given.words),
                 "the outcomes of another event were listed last; 'revisit outcomes EVENT' lists those of this one"};
  if (number == 0 || number > listed->count)
    return Error{ErrorCode::BadUsage, fmt::format("{}", number),
                 fmt::format("the list has the outcomes 1 to {}", listed->count)};
  given.request.number = number;
  return event;
}

// The event that the option names; a bookmark becomes a number.
Status resolveBookmark(ReplaySession& session, OutcomeRequest& request) {
  if (!request.argument.starts_with('@'))
    return Done{};
  const Result<EventNumber> number = eventNamed(session, request.argument);
  if (!number)
    return number.error();
  request.argument = fmt::format("{}", number.value());
  return Done{};
}

Result<revisit::Move> move(Workspace& workspace, ReplaySession& session, TakeOptions& given, std::string& option) {
  const Result<EventName> event =
      given.request.option ? eventMeant(session, joined(given.words)) : eventOfNumber(workspace, session, given);
  if (!event)
    return event.error();
  if (const Status status = resolveBookmark(session, given.request); !status)
    return status.error();
  const Result<Moves*> moves = workspace.moves();
  if (!moves)
    return moves.error();
  const Result<Outcome> outcome = moves.value()->outcomeOf(event.value(), given.request);
  if (!outcome)
    return outcome.error();
  option = optionOf(outcome.value());
  const Result<Preview> there = moves.value()->preview(outcome.value());
  return there ? Result<revisit::Move>(there.value().move) : there.error();
}

Result<Answer> takeOutcome(Workspace& workspace, ReplaySession& session, TakeOptions given, bool json) {
  std::string option;
  const Result<revisit::Move> taken = move(workspace, session, given, option);
  if (!taken)
    return taken.error();
  const auto& [witness, kept, event] = taken.value();
  if (!given.output.empty())
    if (const Status written = writeWitness(witness, given.output); !written)
      return written.error();
  const Result<Timeline> timeline = Timeline::make(witness);
  if (!timeline)
    return timeline.error();
  const std::string words = fmt::format("{}  {}", placeWords(timeline.value(), event), option);
  const std::size_t before = session.execution(), known = session.executions().size();
  const Status moved =
      session.goToExecution(witness, words, numberOf(timeline.value(), event).value_or(timeline.value().bug()));
  if (session.execution() == before)
    return moved.error();
  const bool isNew = session.executions().size() > known;
  Result<Answer> answer = reportCrossing(workspace, session, before, moved, json);
  if (!answer)
    return answer.error();
  if (json)
    answer.value().json->update(Json{{"taken", words},
                                     {"option", option},
                                     {"kept", kept},
                                     {"known", !isNew},
                                     {"error", std::string(errorName(witness.error.kind))},
                                     {"ending", endingWords(witness)}});
  else
    answer.value().text =
        fmt::format("taken: {}\nkept {}, the execution has {}{}\n{}", words, counted(kept, "event"),
                    timeline.value().size(), isNew ? "" : "; it was known before", answer.value().text);
  return answer;
}

Action take(CLI::App& options) {
  const auto given = std::make_shared<TakeOptions>();
  options.add_option("EVENT|N", given->words,
                     "the event, as for 'revisit outcomes', and the number of the outcome in its list");
  addOutcomeOptions(options, given->request);
  options.add_option("-o,--output", given->output, "also write the execution as a witness")->type_name("FILE");
  for (const OutcomeOption& one : outcomeOptions())
    for (const OutcomeOption& other : outcomeOptions())
      if (&one != &other)
        options.get_option(one.name)->excludes(options.get_option(other.name));
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return takeOutcome(workspace, session, *given, *json);
  });
}

// --- trail

std::string trailText(ReplaySession& session) {
  Table table;
  const std::vector<KnownExecution>& executions = session.executions();
  for (std::size_t i = 0; i < executions.size(); i++) {
    std::string depth;
    for (std::optional<std::size_t> from = executions[i].from; from; from = executions[*from].from)
      depth += "  ";
    table.add(
        {i == session.execution() ? "->" : "  ", fmt::format("{}", i + 1),
         depth + (executions[i].from ? executions[i].taken : std::filesystem::path(session.path()).filename().string()),
         shortEnding(executions[i].witness)});
  }
  return table.text();
}

Json trailJson(ReplaySession& session) {
  Json list = Json::array();
  const std::vector<KnownExecution>& executions = session.executions();
  for (std::size_t i = 0; i < executions.size(); i++)
    list.push_back({{"number", i + 1},
                    {"execution", executions[i].witness.executionId},
                    {"from", executions[i].from ? Json(*executions[i].from + 1) : Json()},
                    {"taken", executions[i].from ? Json(executions[i].taken) : Json()},
                    {"error", std::string(errorName(executions[i].witness.error.kind))},
                    {"ending", endingWords(executions[i].witness)},
                    {"present", i == session.execution()}});
  return {{"executions", std::move(list)}};
}

Action trail(CLI::App& options) {
  const auto number = std::make_shared<unsigned>(0);
  options.add_option("N", *number, "go to this execution, where it parts from the present one")->check(isPositive());
  return onSession([number, json = addJson(options)](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
    const std::size_t before = session.execution();
    if (*number == 0)
      return *json ? Answer{"", trailJson(session)} : Answer{trailText(session), {}};
    if (*number > session.executions().size())
      return Error{ErrorCode::BadUsage, fmt::format("{}", *number),
                   fmt::format("the trail has {}", counted(session.executions().size(), "execution"))};
    return reportCrossing(workspace, session, before, session.goToExecution(*number - 1), *json);
  });
}

} // namespace

std::vector<Command> sidewaysCommands() {
  return {
      {"outcomes", "[EVENT] [--ends] [--all] [--most N] [--why N] [--json]",
       "List what could have happened at an event instead.", noRepeat, outcomes},
      {"take", "[EVENT] (--reads-from E | --before E | --after E | --other-side | ... | N) [-o FILE] [--json]",
       "Go to the nearest execution in which an event has another outcome.", noRepeat, take},
      {"trail", "[N] [--json]", "List the executions that were gone to, or go to one of them.", noRepeat, trail},
  };
}

} // namespace revisit::commands
