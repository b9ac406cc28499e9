// revisit find: a goal in an execution that begins as the present one does.
#include "check/report/check_notes.h"
#include "command.h"
#include "places.h"
#include "query/compare/compare.h"
#include "query/timeline/event_text.h"
#include "query/timeline/goal_words.h"
#include "report.h"
#include "sideways/session/endings.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

struct FindOptions {
  std::vector<std::string> goal;
  double seconds = 60;
  bool isAnywhere = false;
};

// Where the goal holds instead: the last event of the present execution that the other one does not have as well;
// nothing if it has all that are done.
struct Elsewhere {
  std::string executionId;
  std::optional<EventNumber> parts;
};

Result<std::optional<Elsewhere>> elsewhere(ReplaySession& session, const FoundGoal& found, SchedulePosition position) {
  if (!found.elsewhere)
    return std::optional<Elsewhere>();
  const Result<Timeline> other = Timeline::make(*found.elsewhere);
  if (!other)
    return other.error();
  std::optional<EventNumber> parts = firstNotCommon(compare(session.timeline(), other.value()), &ComparedRow::a);
  if (parts && *parts > position)
    parts.reset();
  return std::optional(Elsewhere{found.elsewhere->executionId, parts});
}

std::string elsewhereText(ReplaySession& session, const Elsewhere& place) {
  const Timeline& timeline = session.timeline();
  const std::string where = place.parts ? fmt::format("executions that part earlier, one of them before event {}: {}",
                                                      *place.parts, eventText(timeline, *place.parts))
                                        : "moments before this one, or in another order of the same events";
  return fmt::format("it holds in {}\n'revisit find --anywhere GOAL' goes there\n", where);
}

Result<Answer> notFound(ReplaySession& session, const std::string& text, const FoundGoal& found,
                        SchedulePosition position, bool json) {
  Result<std::optional<Elsewhere>> place = elsewhere(session, found, position);
  if (!place)
    return place.error();
  if (!json)
    return Answer{fmt::format("goal: {}\n{}\n{}", text, notFoundWords(found, position),
                              *place ? elsewhereText(session, **place) : ""),
                  {}};
  Json other;
  if (*place)
    other = {{"execution", (*place)->executionId}, {"parts_before", (*place)->parts ? Json(*(*place)->parts) : Json()}};
  return Answer{"", Json{{"goal", text},
                         {"answer", found.reasons.empty() ? "in no execution" : "not known"},
                         {"from", position},
                         {"executions", found.executions.total()},
                         {"elsewhere", std::move(other)},
                         {"nowhere", found.isNowhere},
                         {"reasons", notesJson(found.reasons)}}};
}

Result<Answer> find(Workspace& workspace, ReplaySession& session, const FindOptions& given, bool json) {
  const std::string text = joined(given.goal);
  Result<Goal> goal = parseGoal(text);
  if (!goal)
    return goal.error();
  const SchedulePosition position = given.isAnywhere ? 0 : currentPosition(session);
  const Result<Moves*> moves = workspace.moves();
  if (!moves)
    return moves.error();
  const Result<FoundGoal> found = moves.value()->find(std::move(*goal), position, given.seconds);
  if (!found)
    return found.error();
  if (!found.value().witness)
    return notFound(session, text, found.value(), position, json);
  const Witness& witness = *found.value().witness;
  const std::size_t before = session.execution();
  const Status moved = session.goToMoment(witness, "find " + text, witness.goal.moments.back().position);
  Result<Answer> answer = reportCrossing(workspace, session, before, moved, json);
  if (answer && json)
    answer.value().json->update(Json{
        {"goal", text}, {"answer", "found"}, {"from", position}, {"executions", found.value().executions.total()}});
  else if (answer)
    answer.value().text = describeGoal(witness) + answer.value().text;
  return answer;
}

Action declareFind(CLI::App& options) {
  const auto given = std::make_shared<FindOptions>();
  options
      .add_option("GOAL", given->goal,
                  "a line as in a.c:40, 'a.c:40 if x == 0', 'T1 waits at a.c:12', 'T2 reads x from a.c:22', 'unlock m "
                  "in T1 before lock m in T2', 'when x == 3', joined by and, or, then")
      ->required();
  options.add_flag("--anywhere", given->isAnywhere, "in any execution, not only in those that begin as this one does");
  options.add_option("--seconds", given->seconds, "give up after so long, 0: never; 60 when left out")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return find(workspace, session, *given, *json);
  });
}

} // namespace

std::vector<Command> findingCommands() {
  return {{"find", "GOAL [--anywhere] [--seconds N] [--json]",
           "Go to a moment at which a goal holds, in an execution that begins as this one does.", noRepeat,
           declareFind}};
}

} // namespace revisit::commands
