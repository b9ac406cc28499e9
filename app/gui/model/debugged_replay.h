// The execution that is open, replayed in a debugger of its own: does what the window asks for, and tells how it
// stands. Thread rule: one thread, which is not the window's: moves block until the program stands again.
#pragma once

#include "replay_move.h"
#include "replay_values.h"

#include <functional>

namespace revisit {
class ReplaySession;
}

namespace revisit::gui {

class DebuggedReplay {
public:
  // Says to LLDB where its server is, unless the user has. To be called before there are other threads: it changes the
  // environment, which they may be handing to a program.
  static void nameServer();
  // `isInterrupted` is asked while a move goes on; after a yes it ends where the program is. Starts nothing. Fails when
  // lldb-server is missing, or the program is missing or of another build; the sentence says what to do. Takes half a
  // second.
  static Result<std::unique_ptr<DebuggedReplay>> open(const Witness& witness, std::function<bool()> isInterrupted);
  // Ends the program.
  ~DebuggedReplay();
  DebuggedReplay(const DebuggedReplay&) = delete;
  DebuggedReplay& operator=(const DebuggedReplay&) = delete;

  // --- Moves: as ReplaySession's.
  Status move(ReplayMove move);
  Status goTo(SchedulePosition position);
  Status endProgram();

  // --- Looking.
  // Fails when the frame is not there (any more).
  Status select(const ReplayPlace& place);
  // Shown with every snapshot from now on.
  Status watch(const std::string& expression);
  Status unwatch(const std::string& expression);
  std::vector<ReplayValue> children(ValueId id) { return m_values.children(id); }

  // --- Breakpoints.
  // Sets one at the line, or removes the one that is there. Fails when the program has no code at the line.
  Status toggleLine(const SourceLine& line);
  Status breakAtEvents(const EventFilter& filter, const std::string& text);
  // Stops whenever the variable gets another value. Fails when the processor cannot watch it.
  Status breakAtChange(ValueId variable);
  Status removeBreakpoint(const BreakpointId& id);
  Status enableBreakpoint(const BreakpointId& id, bool isEnabled);

  // Somebody else may have ended the program since the last snapshot: true when it is so.
  bool hasEnded();
  // `done`: what became of what was asked for last. Cost: unwinds every thread, reads the selected frame's variables
  // and evaluates what is watched, unless neither the program nor the selection has moved.
  ReplaySnapshot snapshot(const Status& done);

private:
  struct LineBreakpoint {
    lldb::SBBreakpoint breakpoint;
    SourceLine line;
  };

  DebuggedReplay(lldb::SBDebugger debugger, std::unique_ptr<ReplaySession> session);
  Status moveInThread(ReplayMove move);
  void drainEvents();
  void look(ReplaySnapshot& snapshot);
  void readValues();
  std::vector<ReplayBreakpoint> readBreakpoints();
  std::string reason();
  ReplayTrouble trouble(const Status& done, bool ranBefore);
  lldb::SBTarget target();

  lldb::SBDebugger m_debugger;
  std::unique_ptr<ReplaySession> m_session;
  ReplayValues m_values;
  std::vector<LineBreakpoint> m_lines;
  std::vector<std::string> m_watched;
  ReplaySnapshot m_last;       // without output and trouble
  std::uint32_t m_process = 0; // the debugger's number of the one that m_last is of
  std::uint32_t m_stopId = 0;  // of that process
  bool m_isStale = true;       // the values of m_last are not those to show
};

} // namespace revisit::gui
