// Stepping by source lines, forwards and backwards. Backwards is forwards from the thread's event before, as often as
// is known to lead here.
#include "replay_session.h"

#include <fmt/format.h>

namespace revisit {

namespace {

constexpr unsigned maxLines = 20000;

// A place between two events, the same in every run.
struct Spot {
  SchedulePosition position = 0;
  lldb::addr_t pc = 0;
  lldb::addr_t frame = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

Spot spotOf(const ReplayProcess& process, lldb::SBThread thread) {
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  return {process.position(), frame.GetPC(), frame.GetCFA()};
}

bool goesOn(Standing standing) {
  return standing == Standing::Between || standing == Standing::AtEvent || standing == Standing::Start;
}

} // namespace

Status ReplaySession::nextLine(unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const std::optional<unsigned> thread = selectedThread();
  if (!thread || !goesOn(m_process->standing()))
    return Error{ErrorCode::BadUsage, "", "the selected thread does nothing more"};
  const Place from = place();
  for (unsigned i = 0; i < count && goesOn(m_process->standing()) && checkInterrupt(); i++)
    if (const Status status = m_process->stepLine(*thread); !status)
      return status.error();
  select();
  remember(from);
  return Done{};
}

Status ReplaySession::previousLine(unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const std::optional<unsigned> thread = selectedThread();
  if (!thread || !goesOn(m_process->standing()))
    return Error{ErrorCode::BadUsage, "", "the selected thread stands for good; 'revisit back' goes back by an event"};
  const Place from = place();
  for (unsigned i = 0; i < count; i++)
    if (const Status status = lineBefore(*thread); !status)
      return status.error();
  select();
  remember(from);
  return Done{};
}

// Tries the thread's events before, the latest first, as the place to come from.
Status ReplaySession::lineBefore(unsigned thread) {
  if (const Status status = m_process->leaveRuntime(); !status)
    return status.error();
  const Spot here = spotOf(*m_process, m_process->threadOf(thread));
  const bool exact = m_process->standing() != Standing::Between;
  std::optional<EventNumber> base =
      m_timeline.lastOf(thread, exact && here.position > 0 ? here.position - 1 : here.position);
  for (;;) {
    const SchedulePosition origin = base.value_or(0);
    if (!base && thread != 0)
      return Error{ErrorCode::BadUsage, "",
                   fmt::format("T{} has no line before this one that can be reached; 'revisit back' goes back by an "
                               "event",
                               thread)};
    const Result<unsigned> lines = linesFrom(origin, thread, here.position, here.pc, here.frame);
    if (!lines)
      return lines.error();
    if (lines.value() > 0) {
      if (const Status status = m_process->startAt(origin); !status)
        return status.error();
      for (unsigned i = 1; i < lines.value(); i++)
        if (const Status status = m_process->stepLine(thread); !status)
          return status.error();
      return Done{};
    }
    if (!base)
      return Error{ErrorCode::BadUsage, "", "this is the first line"};
    base = origin > 0 ? m_timeline.lastOf(thread, origin - 1) : std::nullopt;
  }
}

// How many lines lead from there to the spot; 0 when they do not lead to it.
Result<unsigned> ReplaySession::linesFrom(SchedulePosition origin, unsigned thread, SchedulePosition position,
                                          lldb::addr_t pc, lldb::addr_t frame) {
  if (const Status status = m_process->startAt(origin); !status)
    return status.error();
  for (unsigned lines = 0; lines < maxLines; lines++) {
    if (const Status status = checkInterrupt(); !status)
      return status.error();
    if (!goesOn(m_process->standing()) || m_process->position() > position)
      return 0u;
    if (spotOf(*m_process, m_process->threadOf(thread)) == Spot{position, pc, frame})
      return lines;
    if (const Status status = m_process->stepLine(thread); !status)
      return status.error();
  }
  return 0u;
}

std::optional<unsigned> ReplaySession::selectedThread() {
  return m_process->witnessThread(m_process->process().GetSelectedThread());
}

} // namespace revisit
