#include "scoped_debugging.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace revisit {

namespace {

// Whether the watchpoint stops only at changes, not at every write; only LLDB's description contains that.
bool isForChanges(lldb::SBWatchpoint watchpoint) {
  lldb::SBStream text;
  watchpoint.GetDescription(text, lldb::eDescriptionLevelFull);
  return std::strstr(text.GetData(), "type = m") != nullptr;
}

// LLDB 19 dereferences a null pointer when a watchpoint for changes is hit in a process other than the one in which it
// was set: https://github.com/llvm/llvm-project/issues/135590. So it is replaced by a new watchpoint with the next
// number.
void renew(lldb::SBTarget target, lldb::SBWatchpoint watchpoint) {
  const std::string name = watchpoint.GetWatchSpec() != nullptr ? watchpoint.GetWatchSpec() : "";
  const std::string condition = watchpoint.GetCondition() != nullptr ? watchpoint.GetCondition() : "";
  const std::uint32_t ignored = watchpoint.GetIgnoreCount();
  const lldb::addr_t address = watchpoint.GetWatchAddress();
  const std::size_t size = watchpoint.GetWatchSize();
  lldb::SBType type = watchpoint.GetType();
  target.DeleteWatchpoint(watchpoint.GetID());

  lldb::SBError error;
  lldb::SBWatchpoint successor;
  if (type.IsValid() && !name.empty()) {
    lldb::SBValue value = target.CreateValueFromAddress(name.c_str(), lldb::SBAddress(address, target), type);
    successor = value.Watch(true, false, true, error);
  }
  if (!successor.IsValid()) {
    lldb::SBWatchpointOptions options;
    options.SetWatchpointTypeWrite(lldb::eWatchpointWriteTypeOnModify);
    successor = target.WatchpointCreateByAddress(address, size, options, error);
  }
  if (!condition.empty())
    successor.SetCondition(condition.c_str());
  successor.SetIgnoreCount(ignored);
}

} // namespace

WithoutUserStops::WithoutUserStops(lldb::SBTarget target, const std::vector<lldb::break_id_t>& own)
    : m_target(target), m_process(m_target.GetProcess().GetUniqueID()) {
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
    if (process.GetUniqueID() != m_process && isForChanges(watchpoint))
      renew(m_target, watchpoint);
    else
      watchpoint.SetEnabled(true);
}

} // namespace revisit
