#include "event_breakpoints.h"

#include <algorithm>
#include <fmt/format.h>

namespace revisit {

namespace {

constexpr std::array namingFields = {&EventFilter::number, &EventFilter::readsFrom, &EventFilter::coherenceAfter};

} // namespace

Result<EventBreakpoint> EventBreakpoints::add(const EventFilter& filter, const std::string& text) {
  Result<std::vector<EventNumber>> events = matching(m_timeline, filter);
  if (!events)
    return events.error();
  if (events.value().empty())
    return Error{ErrorCode::BadUsage, text, "no event of this execution matches"};
  EventBreakpoint& added = m_breakpoints.emplace_back(++m_lastId, true, text, filter, std::move(events.value()),
                                                      decltype(EventBreakpoint::named)());
  for (std::size_t i = 0; i < namingFields.size(); i++)
    if (const std::optional<EventNumber>& number = filter.*namingFields[i])
      added.named[i] = {m_timeline.event(*number).thread, m_timeline.event(*number).index};
  return m_breakpoints.back();
}

void EventBreakpoints::timelineChanged() {
  for (EventBreakpoint& breakpoint : m_breakpoints) {
    bool exist = true;
    for (std::size_t i = 0; i < namingFields.size(); i++)
      if (const auto& name = breakpoint.named[i]) {
        breakpoint.filter.*namingFields[i] = m_timeline.numberOf(name->first, name->second);
        exist = exist && (breakpoint.filter.*namingFields[i]).has_value();
      }
    const Result<std::vector<EventNumber>> events =
        exist ? matching(m_timeline, breakpoint.filter) : Result<std::vector<EventNumber>>(std::vector<EventNumber>());
    breakpoint.events = events ? events.value() : std::vector<EventNumber>();
  }
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
