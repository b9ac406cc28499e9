// revisit find: a goal in an execution that begins as the present one does.
#include "command.h"
#include "interrupt_watch.h"
#include "places.h"
#include "query/timeline/goal_words.h"
#include "report.h"
#include "sideways/session/find_session.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

std::string noteLine(const CheckNote& note) {
  return note.file.empty() ? note.detail : fmt::format("{}:{}: {}", note.file, note.line, note.detail);
}

Json reasonsJson(const std::vector<CheckNote>& reasons) {
  Json list = Json::array();
  for (const CheckNote& reason : reasons)
    list.push_back({{"kind", reason.kind}, {"detail", reason.detail}, {"file", reason.file}, {"line", reason.line}});
  return list;
}

struct FindOptions {
  std::vector<std::string> goal;
  double seconds = 60;
  bool anywhere = false;
};

Answer notFound(const std::string& text, const FoundFrom& found, SchedulePosition position, bool json) {
  const std::uint64_t executions = found.executions.total();
  if (json)
    return {"", Json{{"goal", text},
                     {"answer", found.reasons.empty() ? "in no execution" : "not known"},
                     {"from", position},
                     {"executions", executions},
                     {"reasons", reasonsJson(found.reasons)}}};
  const std::string which =
      position == 0 ? std::string() : fmt::format(" that begins with these {}", counted(position, "event"));
  if (found.reasons.empty())
    return {fmt::format("in no execution{}: {}\n", which, counted(executions, "execution")), {}};
  std::string answer = fmt::format("not found, and not known: {}\n", counted(executions, "execution"));
  for (const CheckNote& reason : found.reasons)
    answer += fmt::format("  {}\n", noteLine(reason));
  return {std::move(answer), {}};
}

Result<Answer> find(Workspace& workspace, ReplaySession& session, const FindOptions& given, bool json) {
  const std::string text = joined(given.goal);
  Result<Goal> goal = parseGoal(text);
  if (!goal)
    return goal.error();
  const SchedulePosition position = given.anywhere ? 0 : currentPosition(session);
  lldb::SBCommandInterpreter interpreter = workspace.debugger().GetCommandInterpreter();
  const Result<FoundFrom> found = findFrom(session.witness(), position, std::move(*goal), given.seconds, [&] {
    return InterruptWatch::interrupted() || interpreter.WasInterrupted();
  });
  if (!found)
    return found.error();
  if (!found.value().witness)
    return notFound(text, found.value(), position, json);
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
      .add_option(
          "GOAL", given->goal,
          "a line as in a.c:40, 'a.c:40 if x == 0', 'T1 waits at a.c:12', 'T2 reads x from a.c:22', 'unlock m in "
          "T1 before lock m in T2', 'when x == 3', joined by and, or, then")
      ->required();
  options.add_flag("--anywhere", given->anywhere, "in any execution, not only in those that begin as this one does");
  options.add_option("--seconds", given->seconds, "give up after so long; 60 when left out")->type_name("N");
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
