// Whether a graph that was made under one memory model, or with other memory orders, is consistent. Stateless.
#pragma once

#include "memory/model_kind.h"

#include <functional>

namespace revisit {

// The label that an event is to have instead of its own: its order may differ, nothing else.
using Relabel = std::function<const Label*(const Event&)>;

// Builds the graph again, event by event, and asks the model about the choice of each event. `relabel` may be empty:
// then each event keeps its label. `program` is the graph's program. Returns the first event whose choice the model
// forbids; invalid if the graph is consistent. O(events) questions to the model.
EventId firstForbidden(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {});

inline bool isConsistent(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {}) {
  return !firstForbidden(graph, program, model, relabel).valid();
}

} // namespace revisit
