// Stores to a part of a location under a weak memory model. They are updates of the whole location, which order more
// than stores do: coherence between its parts, and an edge from the write whose other bytes stay. Where happens-before
// orders all accesses around such a store, that makes no difference. Otherwise executions may be missing.
#pragma once

#include "memory/happens_before_clocks.h"

namespace revisit {

// A store to a part of a location with which another thread's access to the location, where one of the two writes, is
// not ordered; invalid if there is none. O(events * threads + accesses of a location squared).
EventId unorderedPartialStore(const ExecutionGraph& graph, Synchronizing synchronizing);

} // namespace revisit
