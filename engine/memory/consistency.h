// Whether a graph that was made under one memory model, or with other memory orders, is consistent. Stateless.
#pragma once

#include "memory/model.h"
#include "program/model_kind.h"

#include <functional>
#include <span>
#include <vector>

namespace revisit {

// The label that an event is to have instead of its own: its order may differ, nothing else.
using Relabel = std::function<const Label*(const Event&)>;

// A graph that was built again, up to the first event whose choice the model forbids.
struct RebuiltGraph {
  ExecutionGraph graph;
  std::vector<EventId> copies; // by event of the original graph; invalid: not copied
  EventId forbidden;           // of the original graph; invalid: the graph is consistent
};

// Builds the graph again, event by event, and asks the model about the choice of each event. `relabel` may be empty:
// then each event keeps its label. `program` is the graph's program. Resets the model first. O(events) questions to the
// model.
RebuiltGraph rebuild(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel = {});

// Adds the events one by one in this order, each after all that it depends on, and asks what each read could read from
// when it was added. By event: the coherence-earliest write; invalid for events that do not read. The graph must be
// consistent. O(events) questions to the model.
std::vector<EventId> oldestReadable(const ExecutionGraph& graph, Program& program, ModelKind model,
                                    std::span<const EventId> order);

// The first event whose choice the model forbids; invalid if the graph is consistent. Parameters and cost as for
// `rebuild`.
EventId firstForbidden(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {});

inline bool isConsistent(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel = {}) {
  return !firstForbidden(graph, program, model, relabel).valid();
}

} // namespace revisit
