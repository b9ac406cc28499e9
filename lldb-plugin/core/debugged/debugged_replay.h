// Replays the open execution in a separate debugger: performs the window's requests and reports the state. Thread rule:
// one thread, which is not the window's, because moves block until the program has stopped.
#pragma once

#include "debugged/replay_move.h"
#include "debugged/replay_values.h"

#include <functional>

namespace revisit {

class ReplaySession;

class DebuggedReplay {
public:
  // Tells LLDB where its server is, unless the user did. Must be called before other threads exist, because it changes
  // the environment, which they may be passing to a program.
  static void nameServer();
  // `isInterrupted` is called during a move; when it returns true, the move ends where the program is. Starts nothing.
  // Fails when lldb-server is missing, or when the program is missing or a different build; the message says what to
  // do. Takes half a second.
  static Result<std::unique_ptr<DebuggedReplay>> open(const Witness& witness, std::function<bool()> isInterrupted);
  // Ends the replayed program.
  ~DebuggedReplay();
  DebuggedReplay(const DebuggedReplay&) = delete;
  DebuggedReplay& operator=(const DebuggedReplay&) = delete;

  // --- Moves: as ReplaySession's.
  Status move(ReplayMove move);
  Status goTo(SchedulePosition position);
  Status endProgram();

  // --- Inspecting.
  // Fails when the frame does not exist (any more).
  Status select(const ReplayPlace& place);
  // Evaluated for every snapshot from now on.
  Status watch(const std::string& expression);
  Status unwatch(const std::string& expression);
  std::vector<ReplayValue> children(ValueId id) { return m_values.children(id); }

  // --- Breakpoints.
  // Sets one at the line, or removes the existing one. Fails when the program has no code at the line.
  Status toggleLine(const SourceLine& line);
  Status breakAtEvents(const EventFilter& filter, const std::string& text);
  // Stops whenever the variable's value changes. Fails when the processor cannot watch it.
  Status breakAtChange(ValueId variable);
  Status removeBreakpoint(const BreakpointId& id);
  Status enableBreakpoint(const BreakpointId& id, bool isEnabled);

  // Whether the program has ended since the last snapshot.
  bool hasEnded();
  // `done`: the result of the last request. Cost: unwinds every thread, reads the selected frame's variables and
  // evaluates the watched expressions, unless neither the program nor the selection has changed.
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
  std::uint32_t m_process = 0; // the debugger's number of the process of m_last
  std::uint32_t m_stopId = 0;  // of that process
  bool m_isStale = true;       // the values of m_last are out of date
};

} // namespace revisit
