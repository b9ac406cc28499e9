#include "event_breakpoints.h"

#include <algorithm>
#include <fmt/format.h>

namespace revisit {

Result<EventBreakpoint> EventBreakpoints::add(const EventFilter& filter, const std::string& text) {
  Result<std::vector<EventNumber>> events = matching(m_timeline, filter);
  if (!events)
    return events.error();
  if (events.value().empty())
    return Error{ErrorCode::BadUsage, text, "no event of this execution matches"};
  m_breakpoints.push_back({++m_lastId, true, text, filter, std::move(events.value())});
  return m_breakpoints.back();
}

Result<EventBreakpoint*> EventBreakpoints::find(unsigned id) {
  const auto found = std::ranges::find(m_breakpoints, id, &EventBreakpoint::id);
  if (found == m_breakpoints.end())
    return Error{ErrorCode::BadUsage, std::to_string(id),
                 "there is no such breakpoint on events; 'revisit break list' shows them"};
  return &*found;
}

Status EventBreakpoints::remove(unsigned id) {
  const Result<EventBreakpoint*> found = find(id);
  if (!found)
    return found.error();
  m_breakpoints.erase(m_breakpoints.begin() + (found.value() - m_breakpoints.data()));
  return Done{};
}

Status EventBreakpoints::enable(unsigned id, bool enabled) {
  Result<EventBreakpoint*> found = find(id);
  if (!found)
    return found.error();
  found.value()->enabled = enabled;
  return Done{};
}

std::optional<EventNumber> EventBreakpoints::nextAfter(SchedulePosition position) const {
  std::optional<EventNumber> next;
  for (const EventBreakpoint& breakpoint : m_breakpoints) {
    const auto first = std::ranges::upper_bound(breakpoint.events, position);
    if (breakpoint.enabled && first != breakpoint.events.end() && (!next || *first < *next))
      next = *first;
  }
  return next;
}

std::optional<EventNumber> EventBreakpoints::lastBefore(SchedulePosition position) const {
  std::optional<EventNumber> last;
  for (const EventBreakpoint& breakpoint : m_breakpoints) {
    const auto end = std::ranges::lower_bound(breakpoint.events, position);
    if (breakpoint.enabled && end != breakpoint.events.begin() && (!last || end[-1] > *last))
      last = end[-1];
  }
  return last;
}

std::vector<unsigned> EventBreakpoints::at(EventNumber number) const {
  std::vector<unsigned> ids;
  for (const EventBreakpoint& breakpoint : m_breakpoints)
    if (breakpoint.enabled && std::ranges::binary_search(breakpoint.events, number))
      ids.push_back(breakpoint.id);
  return ids;
}

} // namespace revisit
