#include "report.h"

#include "hardware_watch.h"
#include "query/timeline/event_text.h"
#include "sideways/session/endings.h"
#include "user_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace revisit::commands {

namespace {

const char* nameOf(Standing standing) {
  switch (standing) {
  case Standing::Gone:
    return "not running";
  case Standing::Start:
    return "start";
  case Standing::AtEvent:
    return "event";
  case Standing::Between:
    return "between";
  case Standing::AtEnd:
    return "end";
  case Standing::Diverged:
    return "diverged";
  case Standing::Crashed:
    break;
  }
  return "crashed";
}

// A breakpoint or watchpoint of the user, in LLDB's words.
std::string userStop(ReplaySession& session) {
  lldb::SBThread thread = session.process().process().GetSelectedThread();
  const lldb::StopReason reason = thread.GetStopReason();
  const bool isUsers = reason == lldb::eStopReasonBreakpoint || reason == lldb::eStopReasonWatchpoint ||
                       reason == lldb::eStopReasonSignal || reason == lldb::eStopReasonException;
  std::array<char, 256> text{};
  return isUsers && thread.GetStopDescription(text.data(), text.size()) > 0 ? text.data() : "";
}

std::string eventStop(ReplaySession& session) {
  const std::vector<unsigned> ids = session.breakpoints().at(session.position());
  std::string text;
  for (const EventBreakpoint& breakpoint : session.breakpoints().all())
    if (std::ranges::find(ids, breakpoint.id) != ids.end())
      text += fmt::format("{}event breakpoint {}: {}", text.empty() ? "" : "; ", breakpoint.id, breakpoint.text);
  return text;
}

std::string reasonText(ReplaySession& session) {
  switch (session.standing()) {
  case Standing::AtEvent:
    return eventStop(session);
  case Standing::Between:
    return userStop(session);
  default:
    return {};
  }
}

std::string frameText(Workspace& workspace, ReplaySession& session) {
  lldb::SBThread thread = session.process().process().GetSelectedThread();
  // A thread that has ended has no frame of the user's code to show.
  if (session.standing() == Standing::Gone || !thread.IsValid() || !userFrame(thread))
    return {};
  // Inside another command, the selected context may still be the process that existed when the outer command began.
  lldb::SBExecutionContext context(thread);
  lldb::SBCommandReturnObject shown;
  const std::string command = fmt::format("frame select {}", thread.GetSelectedFrame().GetFrameID());
  workspace.debugger().GetCommandInterpreter().HandleCommand(command.c_str(), context, shown);
  return shown.GetOutput() != nullptr ? shown.GetOutput() : "";
}

Json stopJson(ReplaySession& session) {
  const Standing standing = session.standing();
  const SchedulePosition position = standing == Standing::Gone ? 0 : session.position();
  const std::string reason = reasonText(session);
  return {{"execution", session.execution() + 1},
          {"position", position},
          {"events", session.timeline().size()},
          {"standing", nameOf(standing)},
          {"event", position > 0 ? eventJson(session.timeline(), position) : Json()},
          {"reason", reason.empty() ? Json() : Json(reason)},
          {"text", session.where()}};
}

} // namespace

std::string replayReason(ReplaySession& session) {
  switch (session.standing()) {
  case Standing::Start:
    return "start of the execution";
  case Standing::AtEnd:
    return "end of the execution";
  case Standing::Diverged:
    return "divergence from the witness";
  default:
    break;
  }
  const SchedulePosition position = session.position();
  if (std::string event = eventStop(session); !event.empty())
    return event;
  const Timeline& timeline = session.timeline();
  const char* what = position == timeline.bug() ? "the bug, event" : "event";
  return fmt::format("{} {} of {}", what, position, timeline.size());
}

std::string placeReport(ReplaySession& session) {
  const std::string reason = reasonText(session);
  const bool isDeaf = session.process().hasWatchpoints() && !watchpointsStop();
  return session.where() + (reason.empty() ? "" : fmt::format("\nstop reason = {}", reason)) + '\n' +
         (isDeaf ? fmt::format("warning: {}\n", noWatchpointStops) : "");
}

Result<Answer> stopReport(Workspace& workspace, ReplaySession& session, bool json) {
  lldb::SBTarget target = session.process().target();
  workspace.debugger().SetSelectedTarget(target);
  workspace.takeStop();
  if (json)
    return Answer{"", stopJson(session)};
  if (session.standing() == Standing::Diverged)
    return Error{ErrorCode::TargetFailed, "", session.where()};
  std::string text = placeReport(session);
  session.process().look([&] { text += frameText(workspace, session); });
  return Answer{std::move(text), {}};
}

Result<Answer> reportMove(Workspace& workspace, ReplaySession& session, const Status& moved, bool json) {
  if (moved)
    return stopReport(workspace, session, json);
  if (moved.error().code == ErrorCode::Interrupted)
    session.select();
  return moved.error();
}

Result<Answer> reportCrossing(Workspace& workspace, ReplaySession& session, std::size_t before, const Status& moved,
                              bool json) {
  Result<Answer> answer = reportMove(workspace, session, moved, json);
  if (answer && !json && session.execution() != before)
    answer.value().text = fmt::format("execution {}: {}\n{}", session.execution() + 1, shortEnding(session.witness()),
                                      answer.value().text);
  return answer;
}

} // namespace revisit::commands
