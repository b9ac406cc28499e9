// The events of a witness by the names that moves use. Stateless.
#pragma once

#include "query/timeline/timeline.h"
#include "sideways/past.h"

#include <optional>

namespace revisit {

inline EventName nameOf(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  return {ThreadId(event.thread), event.index};
}

// Nothing: the name is that of no event, or of a step that its thread waits to take. O(log events).
inline std::optional<EventNumber> numberOf(const Timeline& timeline, const EventName& name) {
  return name.isEvent() ? timeline.numberOf(name.thread.value(), name.index) : std::nullopt;
}

} // namespace revisit
