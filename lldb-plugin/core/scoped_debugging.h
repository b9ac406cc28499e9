// Settings of the debugger that hold while a call of ours runs, and are as before afterwards.
// Thread rule: one thread, the debugger's; the process stands when one is made and when it goes away.
#pragma once

#include <lldb/API/LLDB.h>

#include <vector>

namespace revisit {

// Resumes and launches come back when the process stands again.
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

// The user's breakpoints and watchpoints are out of force while this lives. The debugger drops watchpoints when the
// program starts again; they come back too, those for changes under another number and without their commands.
class WithoutUserStops {
public:
  // `own` are the breakpoints that stay.
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
