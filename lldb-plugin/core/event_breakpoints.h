// Breakpoints on events of a witness. Since the whole execution is known, each is a fixed set of events. Thread rule:
// one thread at a time.
#pragma once

#include "query/timeline/event_filter.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace revisit {

struct EventBreakpoint {
  unsigned id = 0;
  bool enabled = true;
  std::string text; // the user's text
  EventFilter filter;
  std::vector<EventNumber> events; // sorted by number
  // The events that the filter names, by thread and index: its number, readsFrom and coherenceAfter.
  std::array<std::optional<std::pair<unsigned, unsigned>>, 3> named;
};

class EventBreakpoints {
public:
  explicit EventBreakpoints(const Timeline& timeline) : m_timeline(timeline) {}

  // Fails when the filter refers to something that does not exist, or matches no event. Numbers are not reused.
  Result<EventBreakpoint> add(const EventFilter& filter, const std::string& text);
  Status remove(unsigned id);
  Status enable(unsigned id, bool enabled);
  // Called after the timeline has become another execution: each breakpoint is where its conditions hold now, perhaps
  // nowhere. Events that they name are those with the same thread and index.
  void timelineChanged();
  const std::vector<EventBreakpoint>& all() const { return m_breakpoints; }

  // The first event after the position that has an enabled breakpoint, and the last one before it.
  std::optional<EventNumber> nextAfter(SchedulePosition position) const;
  std::optional<EventNumber> lastBefore(SchedulePosition position) const;
  // The enabled breakpoints at this event.
  std::vector<unsigned> at(EventNumber number) const;

private:
  Result<EventBreakpoint*> find(unsigned id);

  const Timeline& m_timeline;
  std::vector<EventBreakpoint> m_breakpoints;
  unsigned m_lastId = 0;
};

} // namespace revisit
