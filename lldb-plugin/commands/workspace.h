// The state of one debugger's user: the loaded witness and the settings for output. Thread rule: the debugger's command
// thread, apart from of() and commandDepth(), which a stop hook may call on another thread.
#pragma once

#include "replay_session.h"
#include "sideways/session/drive_session.h"
#include "sideways/session/moves.h"
#include "whatif/constraints.h"

#include <atomic>
#include <memory>
#include <optional>

namespace revisit::commands {

struct Preferences {
  bool showOutput = true;     // the program's output
  bool showLibraries = false; // a row of a list for each event of a library's code
};

// The position at which the last `list` ended.
struct ListCursor {
  EventFilter filter;
  std::size_t count = 0;
  EventNumber next = 1;
  bool isFolded = false;
};

// What `outcomes` has listed, for `take N`.
struct ListedOutcomes {
  EventName event;
  SchedulePosition position = 0; // where the program stood
  std::size_t count = 0;
};

class Workspace {
public:
  // Created at the first call; exists as long as the debugger.
  static Workspace& of(lldb::SBDebugger debugger);
  static bool exists(lldb::SBDebugger debugger);

  explicit Workspace(lldb::SBDebugger debugger) : m_debugger(debugger) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  lldb::SBDebugger debugger() const { return m_debugger; }

  // Replaces what was loaded before, including its target; on failure that is kept. See ReplaySession::load.
  Status load(const std::string& path, const std::optional<std::vector<std::string>>& arguments);
  // Fails when nothing is loaded, when the user deleted the target, or when the program is running.
  Result<ReplaySession*> session();
  // The path condition of the loaded witness; created at the first call.
  Result<Constraints*> constraints();
  // The present execution, opened to move from: a second run of the program, without the debugger, that is kept. Fails
  // as SidewaysSession::open.
  Result<Moves*> moves();
  // The program driven by hand, without the debugger; null: it is not.
  std::unique_ptr<DriveSession>& driven() { return m_driven; }
  // Of the present execution.
  std::optional<ListedOutcomes>& listedOutcomes() { return m_listedOutcomes; }
  // Must be called after each change of the position or of the breakpoints on events. The program then stops at the
  // next one by itself, whatever resumes it.
  void armStops();

  Preferences& preferences() { return m_preferences; }
  std::optional<ListCursor>& listCursor() { return m_listCursor; }

  // A known stop of the program.
  struct Stop {
    SchedulePosition position = 0;
    std::uint32_t process = 0, id = 0; // LLDB's numbers: each process begins its stops anew
    friend bool operator==(const Stop&, const Stop&) = default;
  };
  const Stop& lastStop() const { return m_stop; }
  // Whether the program has come to a new stop since the last call.
  bool takeStop();

  // The number of our commands that are running. A command inside another one comes from a stop hook or from a
  // breakpoint's commands.
  unsigned commandDepth() const { return m_commandDepth; }

  // Exists while a command runs; stops of the program are handled by that command.
  class Running {
  public:
    explicit Running(Workspace& workspace) : m_workspace(workspace) { m_workspace.m_commandDepth++; }
    ~Running() { m_workspace.m_commandDepth--; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    Workspace& m_workspace;
  };

private:
  void forgetExecution();

  lldb::SBDebugger m_debugger;
  std::unique_ptr<ReplaySession> m_session;
  std::size_t m_execution = 0; // of the session, which the next three are about
  std::optional<Constraints> m_constraints;
  std::optional<ListCursor> m_listCursor;
  std::optional<ListedOutcomes> m_listedOutcomes;
  std::unique_ptr<Moves> m_moves; // on the session's trail
  std::unique_ptr<DriveSession> m_driven;
  Preferences m_preferences;
  Stop m_stop;
  std::atomic<unsigned> m_commandDepth = 0;
};

} // namespace revisit::commands
