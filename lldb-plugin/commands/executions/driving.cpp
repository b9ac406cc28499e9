// revisit drive: an execution made by hand, thread by thread, and then replayed.
#include "command.h"
#include "places.h"
#include "report.h"
#include "sideways/session/drive_talk.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

constexpr const char* beginHelp = "here           begin again where the program stands\n"
                                  "start          begin again at the start of the program\n";

// A session that begins here when there is none.
Result<DriveSession*> driven(Workspace& workspace, ReplaySession& session, std::optional<SchedulePosition> position) {
  if (position || !workspace.driven()) {
    Result<std::unique_ptr<DriveSession>> opened =
        DriveSession::open(session.witness(), position.value_or(currentPosition(session)));
    if (!opened)
      return opened.error();
    workspace.driven() = std::move(*opened);
  }
  return workspace.driven().get();
}

Answer shown(const DriveAnswer& answer, std::size_t steps, bool json) {
  if (json)
    return {"", driveJson(answer)};
  return {fmt::format("{}({} steps; * marks those whose order or way makes a difference)\n", driveText(answer), steps),
          {}};
}

// Replays what was driven, and stops behind the steps that were taken by hand.
Result<Answer> finish(Workspace& workspace, ReplaySession& session, DriveSession& drive, bool json) {
  const Result<DrivenExecution> driven = drive.finish();
  if (!driven)
    return driven.error();
  const std::size_t before = session.execution();
  const Status moved = session.goToMoment(
      driven.value().witness, fmt::format("driven, {} by hand", counted(drive.steps(), "step")), driven.value().taken);
  return reportCrossing(workspace, session, before, moved, json);
}

Result<Answer> drive(Workspace& workspace, ReplaySession& session, const std::vector<std::string>& words, bool json) {
  const bool isHere = words.size() == 1 && words.front() == "here";
  const bool isStart = words.size() == 1 && words.front() == "start";
  Result<DriveCommand> command = isHere || isStart ? Result<DriveCommand>(DriveCommand()) : parseDriveCommand(words);
  if (!command)
    return command.error();
  using Kind = DriveCommand::Kind;
  if (command->kind == Kind::Help)
    return Answer{driveHelp() + beginHelp, {}};
  if (command->kind == Kind::Quit) {
    workspace.driven().reset();
    return Answer{"what was driven is forgotten; the program stands where it stood\n", {}};
  }
  const Result<DriveSession*> driving =
      driven(workspace, session,
             isHere || isStart ? std::optional(isHere ? currentPosition(session) : SchedulePosition()) : std::nullopt);
  if (!driving)
    return driving.error();
  if (command->kind == Kind::Finish)
    return finish(workspace, session, *driving.value(), json);
  const Result<DriveAnswer> answer = obey(*driving.value(), *command);
  if (!answer) {
    workspace.driven().reset();
    return answer.error();
  }
  return shown(answer.value(), driving.value()->steps(), json);
}

Action declareDrive(CLI::App& options) {
  const auto words = std::make_shared<std::vector<std::string>>();
  options.add_option("COMMAND", *words,
                     "T1: T1 takes its next step; 'T1 2': in its second way; until: steps are taken until each one "
                     "makes a difference; undo [N]; history; finish: to the end, and that execution is replayed; here, "
                     "start: begin again where the program stands, or at its start; quit; without it the threads");
  return onSession([words, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return drive(workspace, session, *words, *json);
  });
}

} // namespace

std::vector<Command> drivingCommands() {
  return {{"drive", "[T [WAY] | until | undo [N] | history | finish | here | start | quit] [--json]",
           "Make an execution by hand, thread by thread, from where the program stands.", noRepeat, declareDrive}};
}

} // namespace revisit::commands
