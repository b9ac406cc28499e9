#include "user_stops.h"

#include <algorithm>
#include <string>

namespace revisit {

namespace {

// The debugger forgets the value that a watchpoint saw last when its process goes, and would trip over that at the next
// hit. So it is made anew, with the same type and conditions; the old one must go first, or it would be taken again.
void renew(lldb::SBTarget target, lldb::SBWatchpoint old) {
  const lldb::SBAddress address(old.GetWatchAddress(), target);
  const std::size_t size = old.GetWatchSize();
  const bool reads = old.IsWatchingReads(), writes = old.IsWatchingWrites() || !reads; // neither: of changes
  const std::string name = old.GetWatchSpec() != nullptr ? old.GetWatchSpec() : "watched";
  const std::string condition = old.GetCondition() != nullptr ? old.GetCondition() : "";
  const std::uint32_t ignoreCount = old.GetIgnoreCount();
  lldb::SBType type = old.GetType();
  target.DeleteWatchpoint(old.GetID());
  lldb::SBError error;
  lldb::SBWatchpoint fresh;
  if (type.IsValid()) {
    fresh = target.CreateValueFromAddress(name.c_str(), address, type).Watch(true, reads, writes, error);
  } else {
    lldb::SBWatchpointOptions options;
    options.SetWatchpointTypeRead(reads);
    options.SetWatchpointTypeWrite(writes ? lldb::eWatchpointWriteTypeOnModify : lldb::eWatchpointWriteTypeDisabled);
    fresh = target.WatchpointCreateByAddress(lldb::SBAddress(address).GetLoadAddress(target), size, options, error);
  }
  if (!fresh.IsValid())
    return;
  if (!condition.empty())
    fresh.SetCondition(condition.c_str());
  fresh.SetIgnoreCount(ignoreCount);
}

} // namespace

bool hasUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own) {
  for (std::uint32_t i = 0; i < target.GetNumBreakpoints(); i++) {
    lldb::SBBreakpoint breakpoint = target.GetBreakpointAtIndex(i);
    if (breakpoint.IsEnabled() && std::ranges::find(own, breakpoint.GetID()) == own.end())
      return true;
  }
  for (std::uint32_t i = 0; i < target.GetNumWatchpoints(); i++)
    if (target.GetWatchpointAtIndex(i).IsEnabled())
      return true;
  return false;
}

WithoutUserStops::WithoutUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own)
    : m_target(target), m_process(target.GetProcess().GetUniqueID()) {
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
  lldb::SBProcess process = m_target.GetProcess();
  if (process.GetState() != lldb::eStateStopped)
    return;
  for (lldb::SBWatchpoint& watchpoint : m_watchpoints)
    if (process.GetUniqueID() == m_process)
      watchpoint.SetEnabled(true);
    else
      renew(m_target, watchpoint);
}

} // namespace revisit
