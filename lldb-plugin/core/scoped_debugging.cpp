#include "scoped_debugging.h"

#include <algorithm>

namespace revisit {

WithoutUserStops::WithoutUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own) : m_target(target) {
  for (std::uint32_t i = 0; i < m_target.GetNumBreakpoints(); i++) {
    lldb::SBBreakpoint breakpoint = m_target.GetBreakpointAtIndex(i);
    if (std::ranges::find(own, breakpoint.GetID()) != own.end() || !breakpoint.IsEnabled())
      continue;
    breakpoint.SetEnabled(false);
    m_breakpoints.push_back(breakpoint);
  }
  for (std::uint32_t i = 0; i < m_target.GetNumWatchpoints(); i++) {
    lldb::SBWatchpoint watchpoint = m_target.GetWatchpointAtIndex(i);
    if (!watchpoint.IsEnabled())
      continue;
    watchpoint.SetEnabled(false);
    m_watchpoints.push_back(watchpoint);
  }
}

WithoutUserStops::~WithoutUserStops() {
  for (lldb::SBBreakpoint& breakpoint : m_breakpoints)
    breakpoint.SetEnabled(true);
  if (m_target.GetProcess().GetState() == lldb::eStateStopped)
    for (lldb::SBWatchpoint& watchpoint : m_watchpoints)
      watchpoint.SetEnabled(true);
}

} // namespace revisit
