// An order in which one processor could do the events of a sequentially consistent graph.
#pragma once

#include "graph/graph.h"

#include <vector>

namespace revisit {

// All events, each after everything that po, rf, co, fr, chains, create and join put before it. Goes on with the same
// thread as long as it can, so that context switches are few. O(events * threads).
std::vector<EventId> linearize(const ExecutionGraph& graph);

} // namespace revisit
