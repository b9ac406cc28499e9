// The order in which the events of a graph were added.
#pragma once

#include "graph/graph.h"

#include <algorithm>
#include <vector>

namespace revisit {

// O(events log events). Under sequential consistency, if each event was added on what was newest then: an order of
// execution.
inline std::vector<EventId> eventsAsAdded(const ExecutionGraph& graph) {
  std::vector<EventId> events;
  for (const ThreadId thread : graph.createdThreads())
    events.insert(events.end(), graph.events(thread).begin(), graph.events(thread).end());
  std::ranges::sort(events);
  return events;
}

} // namespace revisit
