// The user's own breakpoints and watchpoints: out of force while a replay is on its way, and kept over its new starts.
// Thread rule: the debugger's thread; the process stands or is gone.
#pragma once

#include <lldb/API/LLDB.h>

#include <vector>

namespace revisit {

// `own`: breakpoints that are not the user's.
bool hasUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own);

// While one lives, nothing of the user's stops the program. Afterwards what was in force is again, if the process
// stands; a watchpoint whose program was started anew then has a new number.
class WithoutUserStops {
public:
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
