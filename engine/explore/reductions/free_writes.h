// The reduction "locations": stores to a location are free (Event::free) as long as nothing has read it. They have no
// coherence order then, are placed last, and order nothing.
//
// A step that reads the location, or asks for the lifetime of its memory, is seen when it is looked up: up to that step
// the executions are the same whatever the order of the stores. If they had only one order so far, they get it.
// Otherwise the exploration begins again, with the stores of that location ordered. So it does, with those of all
// locations, where blocks may leak: whether a block is still reachable depends on the last contents of memory.
#pragma once

#include "explore/reductions/reductions.h"

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

} // namespace revisit
