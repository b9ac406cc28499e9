// Commands that move: by events, by source lines, to an event, to a stop, and through the history of moves.
#include "places.h"
#include "query/timeline/event_reference.h"
#include "report.h"

namespace revisit::commands {

namespace {

using Move = Status (ReplaySession::*)(unsigned);
using ThreadMove = Status (ReplaySession::*)(unsigned thread, unsigned count);
using PlainMove = Status (ReplaySession::*)();

std::shared_ptr<unsigned> addCount(CLI::App& options, const char* what) {
  const auto count = std::make_shared<unsigned>(1);
  options.add_option("N", *count, what)->check(isPositive());
  return count;
}

// --- By events.

Action moveByEvents(CLI::App& options, Move move, ThreadMove threadMove) {
  const auto count = addCount(options, "how many events; 1 when left out");
  const auto thread = std::make_shared<std::string>();
  options.add_option("-t,--thread", *thread, "count the events of this thread only")->type_name("T");
  return onSession([=, json = addJson(options)](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
    if (thread->empty())
      return reportMove(workspace, session, (session.*move)(*count), *json);
    const Result<unsigned> number = parseThread(session.timeline(), *thread);
    if (!number)
      return number.error();
    return reportMove(workspace, session, (session.*threadMove)(number.value(), *count), *json);
  });
}

Action step(CLI::App& options) {
  return moveByEvents(options, &ReplaySession::step, &ReplaySession::stepThread);
}

Action back(CLI::App& options) {
  return moveByEvents(options, &ReplaySession::back, &ReplaySession::backThread);
}

// In the thread of the last event.
Action moveInThread(CLI::App& options, ThreadMove move) {
  const auto count = addCount(options, "how many events; 1 when left out");
  return onSession([=, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    const SchedulePosition position = currentPosition(session);
    const unsigned thread = position == 0 ? 0 : session.timeline().event(position).thread;
    return reportMove(workspace, session, (session.*move)(thread, *count), *json);
  });
}

Action next(CLI::App& options) {
  return moveInThread(options, &ReplaySession::stepThread);
}

Action previous(CLI::App& options) {
  return moveInThread(options, &ReplaySession::backThread);
}

// --- By source lines.

Action moveByLines(CLI::App& options, Move move) {
  const auto count = addCount(options, "how many lines; 1 when left out");
  return onSession([=, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return reportMove(workspace, session, (session.*move)(*count), *json);
  });
}

Action line(CLI::App& options) {
  return moveByLines(options, &ReplaySession::nextLine);
}

Action reverseLine(CLI::App& options) {
  return moveByLines(options, &ReplaySession::previousLine);
}

// --- To an event.

Status goTo(ReplaySession& session, const std::string& place) {
  if (place == "end")
    return session.goToEnd();
  if (place == "bug")
    return session.goToBug();
  const Result<SchedulePosition> position = positionNamed(session, place);
  return position ? session.goTo(position.value()) : Status(position.error());
}

Action goTo(CLI::App& options) {
  const auto place = std::make_shared<std::vector<std::string>>();
  options.add_option("PLACE", *place, "an event: 17 or (1,3), thread and index; or start, end, bug, @NAME")->required();
  return onSession([place, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return reportMove(workspace, session, goTo(session, joined(*place)), *json);
  });
}

// --- To a stop, and through the history of moves.

Action plainMove(CLI::App& options, PlainMove move) {
  return onSession([move, json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    const std::size_t before = session.execution();
    return reportCrossing(workspace, session, before, (session.*move)(), *json);
  });
}

Action continueForward(CLI::App& options) {
  return plainMove(options, &ReplaySession::continueForward);
}

Action continueBackward(CLI::App& options) {
  return plainMove(options, &ReplaySession::continueBackward);
}

Action undo(CLI::App& options) {
  return plainMove(options, &ReplaySession::undo);
}

Action redo(CLI::App& options) {
  return plainMove(options, &ReplaySession::redo);
}

} // namespace

std::vector<Command> movingCommands() {
  return {
      {"step", "[N] [-t T]", "Go N events forward.", sameAgain, step},
      {"back", "[N] [-t T]", "Go N events back.", sameAgain, back},
      {"next", "[N]", "Go N events of the current event's thread forward.", sameAgain, next},
      {"prev", "[N]", "Go N events of the current event's thread back.", sameAgain, previous},
      {"line", "[N]", "Go N source lines of the selected thread forward, over calls.", sameAgain, line},
      {"reverse-line", "[N]", "Go N source lines of the selected thread back.", sameAgain, reverseLine},
      {"goto", "E|start|end|bug|@NAME", "Go to an event, forwards or backwards.", noRepeat, goTo},
      {"continue", "", "Continue to the next stop: a breakpoint, the bug or the end.", sameAgain, continueForward},
      {"reverse-continue", "", "Go back to the last stop: a breakpoint or the start.", sameAgain, continueBackward},
      {"undo", "", "Undo the last move, also to another execution.", sameAgain, undo},
      {"redo", "", "Repeat the move that was undone.", sameAgain, redo},
  };
}

} // namespace revisit::commands
