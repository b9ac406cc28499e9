// The reduction "locations": stores to a location are free (Event::free) as long as nothing has read it. They have no
// coherence order then, are placed last, and order nothing.
//
// A step that reads the location, or asks for the lifetime of its memory, is seen when it is looked up: up to that step
// the executions are the same whatever the order of the stores. If they had only one order so far, they get it.
// Otherwise the exploration begins again, with the stores of that location ordered. So it does, with those of all
// locations, where blocks may leak: whether a block is still reachable depends on the last contents of memory.
//
// Blind updates (Label::blind) of a location are free as long as every other access to it is causally before or after
// each of them. Updates whose operators do not commute are other accesses to each other.
//
// A free update reads from no write, is placed last in coherence, and orders nothing. What it reads and stores depends
// on an order that nothing can tell; a read that all of them come before sees the sum of what they do.
//
// A step that shows another access that is concurrent with a free update orders the updates of the location, and the
// exploration begins again. Up to that step the executions are the same in whatever order the updates come.
#pragma once

#include "explore/reductions/reductions.h"

#include <span>
#include <unordered_map>

namespace revisit {

// Whether nothing has read this location so far, so that stores to it are free.
inline bool isUnread(const Reductions& reductions, LocationId location) {
  return reductions.on.locations && !reductions.facts.has("memory_counts") && !reductions.facts.has("read", location);
}
// Whether stores to some location could have been placed otherwise in coherence, and the contents of memory at the end
// were not known to matter.
inline bool someIsReordered(const Facts& facts) {
  return !facts.has("memory_counts") && !facts.of<LocationId>("reordered").empty();
}

// Whether this step makes the location's contents, or the lifetime of its memory, matter.
bool looksAt(const Label& step);

// A thread takes this step next. True: the exploration has to begin again. O(1) mostly.
bool noteLookUp(const Reductions& reductions, ExecutionGraph& graph, const Label& step);

// Whether blind updates of the location are free.
inline bool hasFreeUpdates(const Reductions& reductions, LocationId location) {
  return reductions.on.locations && !reductions.facts.has("ordered_updates", location);
}
// Whether the update would be free.
inline bool isFreeUpdate(const Reductions& reductions, const Label& step) {
  return step.blind && hasFreeUpdates(reductions, step.location);
}

// A thread takes this step next. True: the location's updates are ordered from now on, and the exploration has to begin
// again. O(accesses to the location) if it has blind updates, otherwise O(1).
bool noteUpdateStep(const Reductions& reductions, ExecutionGraph& graph, ThreadId thread, const Label& step);

// Gives free updates what they read and store in this order of all events. Returns what each reads from; an initial
// write is not valid. O(events).
std::unordered_map<EventId, EventId> showUpdates(ExecutionGraph& graph, Program& program,
                                                 std::span<const EventId> order);

} // namespace revisit
