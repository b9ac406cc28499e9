// revisit drive: an execution made by hand, thread by thread, and then replayed.
#include "command.h"
#include "query/timeline/event_text.h"
#include "report.h"
#include "sideways/session/drive_text.h"
#include "sideways/session/endings.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

struct DriveOptions {
  std::string thread; // "T1" or "1"
  std::size_t way = 1;
  bool isNew = false, untilDifference = false, undo = false, finish = false;
};

Result<unsigned> threadNumber(const std::string& text) {
  unsigned number = 0;
  if (!CLI::detail::lexical_cast(text.starts_with('T') ? text.substr(1) : text, number))
    return Error{ErrorCode::BadUsage, text, "this is no thread: its number is written as 1 or T1"};
  return number;
}

Result<DriveSession*> driven(Workspace& workspace, ReplaySession& session, bool isNew) {
  if (isNew)
    workspace.driven().reset();
  if (!workspace.driven()) {
    Result<std::unique_ptr<DriveSession>> opened = DriveSession::open(session.witness());
    if (!opened)
      return opened.error();
    workspace.driven() = std::move(*opened);
  }
  return workspace.driven().get();
}

// What the command does, in words.
Result<std::string> act(DriveSession& drive, const DriveOptions& given) {
  if (given.undo)
    return drive.undo() ? std::string("taken back") : std::string("nothing was done");
  if (given.untilDifference) {
    const Result<std::size_t> steps = drive.untilDifference();
    return steps ? Result<std::string>(counted(steps.value(), "step")) : steps.error();
  }
  if (given.thread.empty())
    return std::string("* marks steps whose order or way makes a difference");
  const Result<unsigned> thread = threadNumber(given.thread);
  if (!thread)
    return thread.error();
  const Result<std::string> done = drive.step(thread.value(), given.way == 0 ? 0 : given.way - 1);
  return done ? Result<std::string>(fmt::format("{} {}", threadText(thread.value()), done.value())) : done.error();
}

// Replays what was driven, from where it parts from the present execution.
Result<Answer> finish(Workspace& workspace, ReplaySession& session, DriveSession& drive, bool json) {
  const Result<Witness> witness = drive.finish();
  if (!witness)
    return witness.error();
  drive.undo();
  const std::size_t before = session.execution();
  const Status moved = session.goToExecution(witness.value(), fmt::format("driven, {}", counted(drive.steps(), "step")),
                                             session.timeline().size());
  if (!moved && moved.error().code == ErrorCode::BadUsage && session.execution() == before)
    return Answer{fmt::format("{}\nthis is the present execution\n", endingWords(witness.value())), {}};
  return reportCrossing(workspace, session, before, moved, json);
}

Result<Answer> drive(Workspace& workspace, ReplaySession& session, const DriveOptions& given, bool json) {
  const Result<DriveSession*> driving = driven(workspace, session, given.isNew);
  if (!driving)
    return driving.error();
  DriveSession& drive = *driving.value();
  if (given.finish)
    return finish(workspace, session, drive, json);
  const Result<std::string> done = act(drive, given);
  if (!done)
    return done.error();
  const Result<std::vector<DrivenThread>> threads = drive.threads();
  if (!threads)
    return threads.error();
  if (!json)
    return Answer{fmt::format("({}) {}\n{}", drive.steps(), done.value(), drivenText(threads.value())), {}};
  Json answer = drivenJson(drive.steps(), threads.value());
  answer["done"] = done.value();
  return Answer{"", std::move(answer)};
}

Action declareDrive(CLI::App& options) {
  const auto given = std::make_shared<DriveOptions>();
  options.add_option("THREAD", given->thread, "takes its next step; without it the threads are listed");
  options.add_option("WAY", given->way, "in this way, if the list shows several")->check(isPositive());
  std::vector<CLI::Option*> actions = {
      options.add_flag("--new", given->isNew, "from the start of the program again"),
      options.add_flag("--until", given->untilDifference, "take steps until each one makes a difference"),
      options.add_flag("--undo", given->undo, "take back the last command"),
      options.add_flag("--finish", given->finish, "let the threads go on to the end, and go to that execution")};
  for (CLI::Option* one : actions)
    for (CLI::Option* other : actions)
      if (one != other)
        one->excludes(other);
  return onSession([given, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return drive(workspace, session, *given, *json);
  });
}

} // namespace

std::vector<Command> drivingCommands() {
  return {{"drive", "[THREAD [WAY] | --until | --undo | --new | --finish] [--json]",
           "Make an execution by hand, thread by thread, from the program's start.", noRepeat, declareDrive}};
}

} // namespace revisit::commands
