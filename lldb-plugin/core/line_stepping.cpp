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

// Tries the thread's events before, the latest first, as the place to come from. An event is left in the middle of its
// line: when only one step leads here from it, an earlier one tells where the line before begins.
Status ReplaySession::lineBefore(unsigned thread) {
  if (const Status status = m_process->leaveRuntime(); !status)
    return status.error();
  const Spot here = spotOf(*m_process, m_process->threadOf(thread));
  std::optional<SchedulePosition> origin = originBefore(thread, here.position + 1);
  std::optional<SchedulePosition> middle; // one step away
  unsigned lines = 0;
  for (; origin; origin = originBefore(thread, *origin)) {
    const Result<unsigned> found = linesFrom(*origin, thread, here.position, here.pc, here.frame);
    if (!found)
      return found.error();
    lines = found.value();
    if (lines == 1 && !middle)
      middle = origin;
    if (lines >= 2)
      break;
  }
  if (lines < 2) {
    if (!middle)
      return Error{
          ErrorCode::BadUsage, "",
          fmt::format("no line of T{} before this one can be reached; 'revisit back' goes back by an event", thread)};
    origin = middle;
    lines = 1;
  }
  if (const Status status = m_process->startAt(*origin); !status)
    return status.error();
  for (unsigned i = 1; i < lines; i++)
    if (const Status status = m_process->stepLine(thread); !status)
      return status.error();
  return Done{};
}

// Where the thread surely stands in the user's code before the position: its last event there, or the start of main.
std::optional<SchedulePosition> ReplaySession::originBefore(unsigned thread, SchedulePosition before) const {
  if (before == 0)
    return std::nullopt;
  if (const std::optional<EventNumber> last = m_timeline.lastOf(thread, before - 1))
    return *last;
  return thread == 0 ? std::optional<SchedulePosition>(0) : std::nullopt;
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
