// What an outcome would add to the graph of an execution, for views that show it before it is taken. Stateless.
#pragma once

#include "query/relations/event_graph.h"
#include "sideways/outcome.h"

#include <optional>

namespace revisit {

// `graph` and `timeline`: of the execution that the outcome is not of. A step that a thread waits to take is the node
// of the wait. Nothing where no other event has a part in the outcome. O(log events + waits).
std::optional<EventEdge> addedEdge(const EventGraph& graph, const Timeline& timeline, const Outcome& outcome);

} // namespace revisit
