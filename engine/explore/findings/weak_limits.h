// What is explored under a weak memory model as if it were something simpler, so that executions may be missing.
// Stateless.
#pragma once

#include "memory/happens_before_clocks.h"

namespace revisit {

// A store to a part of a location is an update of the whole location, which orders more than a store does: coherence
// between the parts, and an edge from the write whose other bytes stay. Where happens-before orders all accesses around
// it, that makes no difference. Returns such a store with which another thread's access to the location, where one of
// the two writes, is not ordered; invalid if there is none. O(events * threads + accesses of a location squared).
EventId unorderedPartialStore(const ExecutionGraph& graph, Synchronizing synchronizing);

} // namespace revisit
