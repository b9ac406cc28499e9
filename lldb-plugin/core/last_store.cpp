// Finds the last store to memory whose accesses are no events.
#include "hardware_watch.h"
#include "replay_process.h"
#include "replay_session.h"
#include "scoped_debugging.h"
#include "user_frame.h"

#include <fmt/format.h>

namespace revisit {

namespace {

// After so many stores the search gives up.
constexpr unsigned maxStores = 5000;

// "writer.c:7": where the thread has just stored. Its program counter is behind that.
std::string placeBehind(lldb::SBTarget target, lldb::SBThread thread) {
  const std::optional<std::uint32_t> user = userFrame(thread);
  if (!user)
    return {};
  lldb::SBFrame frame = thread.GetFrameAtIndex(*user);
  const lldb::SBLineEntry line = target.ResolveLoadAddress(frame.GetPC() - 1).GetLineEntry();
  const char* const file = line.GetFileSpec().GetFilename();
  return file != nullptr ? fmt::format("{}:{}", file, line.GetLine()) : std::string();
}

lldb::SBThread threadAt(lldb::SBProcess process, lldb::SBWatchpoint watchpoint) {
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++) {
    lldb::SBThread thread = process.GetThreadAtIndex(i);
    if (thread.GetStopReason() == lldb::eStopReasonWatchpoint &&
        static_cast<lldb::watch_id_t>(thread.GetStopReasonDataAtIndex(0)) == watchpoint.GetID())
      return thread;
  }
  return {};
}

} // namespace

Result<LastStore> ReplayProcess::lastStore(const ByteRange& range, SchedulePosition until) {
  if (!watchpointsStop())
    return Error{ErrorCode::BadUsage, "", noWatchpointStops};
  const WithoutUserStops suspended(m_target, ownBreakpoints());
  if (const Status status = startAt(0); !status)
    return status.error();
  lldb::SBWatchpointOptions options;
  options.SetWatchpointTypeWrite(lldb::eWatchpointWriteTypeAlways);
  lldb::SBError error;
  lldb::SBWatchpoint watchpoint = m_target.WatchpointCreateByAddress(range.address, range.size, options, error);
  if (error.Fail() || !watchpoint.IsValid())
    return Error{ErrorCode::BadUsage, "", "the processor cannot watch these bytes"};
  LastStore found;
  for (bool isOver = false; !isOver && found.stores <= maxStores && !isInterrupted();) {
    armStop(until);
    proceed();
    refresh();
    lldb::SBThread thread = alive() ? threadAt(process(), watchpoint) : lldb::SBThread();
    isOver = !thread.IsValid();
    if (!isOver)
      found = {found.stores + 1, witnessThread(thread), position(), placeBehind(m_target, thread)};
  }
  m_target.DeleteWatchpoint(watchpoint.GetID());
  if (const Status status = checkInterrupt(); !status)
    return status.error();
  if (found.stores > maxStores)
    return Error{ErrorCode::BadUsage, "", fmt::format("there are more than {} stores to it", maxStores)};
  return found;
}

Result<LastStore> ReplaySession::lastStore(const ByteRange& range) {
  const Standing now = standing();
  if (now != Standing::AtEvent && now != Standing::AtEnd)
    return Error{ErrorCode::BadUsage, "", "the program does not stand at an event"};
  const Place here = place();
  const Result<LastStore> found = m_process->lastStore(range, here == end() ? 0 : here);
  if (const Status back = travel(here); !back)
    return back.error();
  return found;
}

} // namespace revisit
