// Settings of the debugger that apply while one of our calls runs, and are restored afterwards. Thread rule: one
// thread, the debugger's; the process is stopped when an object is created and when it is destroyed.
#pragma once

#include <lldb/API/LLDB.h>

#include <vector>

namespace revisit {

// Makes resuming and launching return only when the process has stopped again.
class Synchronous {
public:
  explicit Synchronous(lldb::SBDebugger debugger) : m_debugger(debugger), m_before(debugger.GetAsync()) {
    m_debugger.SetAsync(false);
  }
  ~Synchronous() { m_debugger.SetAsync(m_before); }
  Synchronous(const Synchronous&) = delete;
  Synchronous& operator=(const Synchronous&) = delete;

private:
  lldb::SBDebugger m_debugger;
  bool m_before;
};

// Disables the user's breakpoints and watchpoints while the object exists. LLDB drops watchpoints when the program
// starts again; they are restored too, those for changes with another number and without their commands.
class WithoutUserStops {
public:
  // `own` are the breakpoints that stay enabled.
  WithoutUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own);
  ~WithoutUserStops();
  WithoutUserStops(const WithoutUserStops&) = delete;
  WithoutUserStops& operator=(const WithoutUserStops&) = delete;

private:
  lldb::SBTarget m_target;
  std::uint32_t m_process;
  std::vector<lldb::SBBreakpoint> m_breakpoints;
  std::vector<lldb::SBWatchpoint> m_watchpoints;
};

} // namespace revisit
