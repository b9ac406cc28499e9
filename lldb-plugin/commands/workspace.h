// What the user of one debugger works with: the witness that is loaded, and what they have chosen to see.
// Thread rule: the debugger's command thread, apart from of() and commandDepth(), which a stop hook may call on
// another.
#pragma once

#include "replay_session.h"
#include "session/constraints.h"

#include <atomic>
#include <memory>
#include <optional>

namespace revisit::commands {

struct Preferences {
  bool showOutput = true; // what the program prints
};

// Where the last `list` ended.
struct ListCursor {
  EventFilter filter;
  std::size_t count = 0;
  EventNumber next = 1;
};

class Workspace {
public:
  // Made at the first call; lives as long as the debugger.
  static Workspace& of(lldb::SBDebugger debugger);
  static bool exists(lldb::SBDebugger debugger);

  explicit Workspace(lldb::SBDebugger debugger) : m_debugger(debugger) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  lldb::SBDebugger debugger() const { return m_debugger; }

  // Replaces what was loaded before, target and all; when it fails, that stays. As ReplaySession::load.
  Status load(const std::string& path, const std::optional<std::vector<std::string>>& arguments);
  // Fails when nothing is loaded, the user deleted its target, or the program runs.
  Result<ReplaySession*> session();
  // The path condition of what is loaded; made at the first call.
  Result<Constraints*> constraints();
  // Must be called whenever the position or the breakpoints on events have changed: the program stops at the next one
  // by itself then, whoever resumes it.
  void armStops();

  Preferences& preferences() { return m_preferences; }
  std::optional<ListCursor>& listCursor() { return m_listCursor; }

  // A stop of the program that we know of.
  struct Stop {
    SchedulePosition position = 0;
    std::uint32_t id = 0; // LLDB's
    friend bool operator==(const Stop&, const Stop&) = default;
  };
  const Stop& lastStop() const { return m_stop; }
  // Whether the program has come to a new stop since the last call.
  bool takeStop();

  // How many of our commands run now. One that runs inside another came from a stop hook or a breakpoint's commands.
  unsigned commandDepth() const { return m_commandDepth; }

  // While this lives, one more command runs; stops of the program are that command's business.
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
  lldb::SBDebugger m_debugger;
  std::unique_ptr<ReplaySession> m_session;
  std::optional<Constraints> m_constraints;
  Preferences m_preferences;
  std::optional<ListCursor> m_listCursor;
  Stop m_stop;
  std::atomic<unsigned> m_commandDepth = 0;
};

} // namespace revisit::commands
