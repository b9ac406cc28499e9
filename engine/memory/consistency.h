// Whether a graph that was made under one memory model, or with other memory orders, is consistent. Stateless.
#pragma once

#include "memory/model_kind.h"

#include <functional>
#include <vector>

namespace revisit {

// The label that an event is to have instead of its own: its order may differ, nothing else.
using Relabel = std::function<const Label*(const Event&)>;

// A graph that was built once more, up to the first event whose choice the model forbids.
struct RebuiltGraph {
  ExecutionGraph graph;
  std::vector<EventId> copies; // by event of the first graph; invalid: none
  EventId forbidden;           // of the first graph; invalid: there is none
};

// O(events) questions to the model, which is reset first.
RebuiltGraph rebuild(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel = {});

// Builds the graph once more, event by event, and asks the model about each choice. Without `relabel` with its own
// labels. `program` is the graph's. Returns the first event whose choice the model forbids; invalid if there is none.
// O(events) questions to the model.
EventId firstForbidden(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {});

inline bool isConsistent(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {}) {
  return !firstForbidden(graph, program, model, relabel).valid();
}

} // namespace revisit
