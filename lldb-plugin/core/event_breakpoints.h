// Breakpoints on events of a witness: since the whole execution is known, each is a set of events from the start.
// Thread rule: one thread at a time.
#pragma once

#include "session/event_filter.h"

#include <vector>

namespace revisit {

struct EventBreakpoint {
  unsigned id = 0;
  bool enabled = true;
  std::string text; // as it was asked for
  EventFilter filter;
  std::vector<EventNumber> events; // by number
};

class EventBreakpoints {
public:
  explicit EventBreakpoints(const Timeline& timeline) : m_timeline(timeline) {}

  // Fails when the filter names something that is not there, or matches no event. Numbers are not used again.
  Result<EventBreakpoint> add(const EventFilter& filter, const std::string& text);
  Status remove(unsigned id);
  Status enable(unsigned id, bool enabled);
  const std::vector<EventBreakpoint>& all() const { return m_breakpoints; }

  // The first event behind the position at which an enabled breakpoint is, and the last before it.
  std::optional<EventNumber> nextAfter(SchedulePosition position) const;
  std::optional<EventNumber> lastBefore(SchedulePosition position) const;
  // Those that are enabled and at this event.
  std::vector<unsigned> at(EventNumber number) const;

private:
  Result<EventBreakpoint*> find(unsigned id);

  const Timeline& m_timeline;
  std::vector<EventBreakpoint> m_breakpoints;
  unsigned m_lastId = 0;
};

} // namespace revisit
