// What one step of a thread accesses. A step is an event, or an atomic section as a whole. Two steps of different
// threads that do not conflict can be swapped without changing the execution. Plain data.
#pragma once

#include "graph/graph.h"

#include <vector>

namespace revisit {

// A location or an object.
struct Touch {
  bool isObject = false;
  std::uint32_t id = 0;
  bool changes = false; // a write; every ordered operation on an object
  friend bool operator==(const Touch&, const Touch&) = default;
};

struct Footprint {
  std::vector<Touch> touches; // each location and object once
  std::vector<ThreadId> created, joined;
  std::vector<EventId> awaited; // arrivals that passes of barriers follow

  void add(const Touch& touch);
  void add(const Footprint& other);
};

// The footprint of the thread's events from number `begin` on. O(events of the step squared).
Footprint footprintOf(const ExecutionGraph& graph, ThreadId thread, std::size_t begin);
// What the thread would access with this label; a compare-and-swap counts as a write. Empty for labels without an
// access.
Footprint footprintOf(const Label& label);

// Whether both access something that at least one of them changes.
bool conflict(const Footprint& a, const Footprint& b);

} // namespace revisit
