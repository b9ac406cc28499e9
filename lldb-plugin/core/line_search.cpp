#include "line_search.h"

#include "user_frame.h"

#include <fmt/format.h>

#include <string_view>

namespace revisit {

namespace {

// After this many origins without success the search gives up: the line is in a function that debug information does
// not lead into.
constexpr unsigned maxOrigins = 8;
constexpr unsigned maxSteps = 20000;

constexpr lldb::addr_t redZone = 128, maxStack = 64 * 1024;

// The end of the outermost frame that has source, or the limit if the stack reaches further. Frames of the C library
// above it hold values that differ from run to run (stack canaries). Walks the frames below the limit only.
lldb::addr_t endOfUserFrames(lldb::SBThread& thread, lldb::addr_t limit) {
  lldb::addr_t end = 0;
  for (std::uint32_t i = 0; end < limit; i++) {
    lldb::SBFrame frame = thread.GetFrameAtIndex(i);
    if (!frame.IsValid())
      return end;
    if (!isHiddenFrame(frame))
      end = frame.GetCFA();
  }
  return limit;
}

std::vector<std::uint64_t> generalRegisters(lldb::SBFrame frame) {
  std::vector<std::uint64_t> values;
  lldb::SBValue registers = frame.GetRegisters().GetValueAtIndex(0);
  for (std::uint32_t i = 0; i < registers.GetNumChildren(); i++) {
    lldb::SBValue value = registers.GetChildAtIndex(i);
    // The flags also say how the debugger resumed the thread.
    if (value.GetName() != nullptr && std::string_view(value.GetName()) != "rflags")
      values.push_back(value.GetValueAsUnsigned());
  }
  return values;
}

} // namespace

LineSearch::LineSearch(ReplayProcess& process, const Timeline& timeline, unsigned thread)
    : m_process(process), m_timeline(timeline), m_thread(thread), m_here(spot()), m_contents(contents()) {
  const SchedulePosition position = process.position();
  m_isAtEvent = process.standing() == Standing::AtEvent && timeline.event(position).thread == thread;
  m_isInside = userFrame(process.threadOf(thread)).value_or(0) > 0;
}

LineSearch::Spot LineSearch::spot() const {
  lldb::SBThread thread = m_process.threadOf(m_thread);
  const std::optional<std::uint32_t> number = thread.IsValid() ? userFrame(thread) : std::nullopt;
  if (!number)
    return {m_process.position()};
  lldb::SBFrame frame = thread.GetFrameAtIndex(*number);
  return {m_process.position(), frame.GetPC(), frame.GetCFA(), frame.GetLineEntry().GetLine()};
}

LineSearch::Contents LineSearch::contents() const {
  lldb::SBThread thread = m_process.threadOf(m_thread);
  if (!thread.IsValid() || userFrame(thread) != 0)
    return {};
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  Contents contents{generalRegisters(frame), {}};
  const lldb::addr_t begin = frame.GetSP() - redZone, end = endOfUserFrames(thread, begin + maxStack);
  if (begin >= end)
    return contents;
  contents.stack.resize(end - begin);
  lldb::SBError error;
  contents.stack.resize(m_process.process().ReadMemory(begin, contents.stack.data(), contents.stack.size(), error));
  return contents;
}

bool LineSearch::goesOn() const {
  const Standing standing = m_process.standing();
  return standing == Standing::Between || standing == Standing::AtEvent || standing == Standing::Start;
}

bool LineSearch::isPassed() const {
  const SchedulePosition position = m_process.position();
  if (m_isAtEvent && position >= m_here.position)
    return true;
  return m_isInside && (position > m_here.position || m_process.standing() == Standing::AtEnd);
}

// A position before the given one at which the thread is certainly in the user's code: its last event there, or the
// start of main.
std::optional<SchedulePosition> LineSearch::originBefore(SchedulePosition position) const {
  if (position == 0)
    return std::nullopt;
  if (const std::optional<EventNumber> last = m_timeline.lastOf(m_thread, position - 1))
    return *last;
  return m_thread == 0 ? std::optional<SchedulePosition>(0) : std::nullopt;
}

Result<LineSearch::Way> LineSearch::wayFrom(SchedulePosition origin) {
  if (const Status status = m_process.startAt(origin); !status)
    return status.error();
  Way way;
  std::optional<Way> first; // to the first time at the spot
  Spot line;                // the beginning of the last line in this function or in one that called it
  for (unsigned steps = 0; steps < maxSteps; steps++) {
    if (m_process.isInterrupted())
      return Error{ErrorCode::Interrupted, "",
                   "interrupted on the way; the program stands where 'revisit status' says"};
    const Spot now = spot();
    const bool isAtSpot = now == m_here && steps > 0;
    way.arrives =
        isPassed() || (now.isBehindLastLine() && m_here.isBehindLastLine()) || (isAtSpot && contents() == m_contents);
    if (way.arrives || !goesOn() || now.isBehindLastLine() || now.position > m_here.position)
      break;
    if (isAtSpot && !first) {
      first = way;
      first->arrives = true;
    }
    way.last = steps;
    // Stacks grow downwards: a frame at a higher address belongs to a caller. A step may end in the middle of a line,
    // after a call.
    if (now.frame >= m_here.frame && (now.frame != line.frame || now.line != line.line)) {
      line = now;
      way.line = steps;
    }
    if (const Status status = m_process.stepLine(m_thread, LineStep::Into); !status)
      return status.error();
  }
  return !way.arrives && first ? *first : way;
}

Status LineSearch::follow(SchedulePosition origin, unsigned steps) {
  if (const Status status = m_process.startAt(origin); !status)
    return status.error();
  for (unsigned i = 0; i < steps; i++)
    if (const Status status = m_process.stepLine(m_thread, LineStep::Into); !status)
      return status.error();
  return Done{};
}

Status LineSearch::goBack() {
  // An event is in the middle of its line: if no line begins between it and here, an earlier event may give a better
  // result.
  std::optional<std::pair<SchedulePosition, unsigned>> otherwise;
  std::optional<SchedulePosition> origin = originBefore(m_isAtEvent ? m_here.position : m_process.position() + 1);
  for (unsigned tries = 0; origin && tries < maxOrigins; tries++, origin = originBefore(*origin)) {
    const Result<Way> way = wayFrom(*origin);
    if (!way)
      return way.error();
    if (!way.value().arrives)
      continue;
    if (way.value().line.value_or(0) > 0)
      return follow(*origin, *way.value().line);
    if (!otherwise && way.value().last)
      otherwise = {*origin, way.value().line.value_or(*way.value().last)};
  }
  if (otherwise)
    return follow(otherwise->first, otherwise->second);
  if (const Status status = m_process.startAt(m_here.position); !status)
    return status.error();
  return Error{ErrorCode::BadUsage, "",
               m_thread == 0 ? "this is the first line"
                             : fmt::format("T{} has no line before this one that can be reached; 'revisit back' goes "
                                           "back by an event",
                                           m_thread)};
}

} // namespace revisit
