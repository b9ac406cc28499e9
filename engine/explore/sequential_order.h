// The order that every sequentially consistent linearization of a graph has to keep: the closure of program order,
// reads-from, coherence, from-read, object chains, creation and join. Belongs to one graph and is void once the graph
// changes. Read-only.
#pragma once

#include "memory/sequential.h"

#include <memory>

namespace revisit {

class SequentialOrder {
public:
  // Computes the order from the graph alone. O(events * (threads + readers)).
  explicit SequentialOrder(const ExecutionGraph& graph);
  // Takes the order from the model, which has followed the graph. O(1).
  SequentialOrder(const ExecutionGraph& graph, const MemoryModel& model) : m_graph(graph), m_model(&model) {}

  // By thread: the number of its events that come before this event, or are it.
  std::span<const std::uint32_t> prefix(EventId event) const { return m_model->prefix(event); }
  bool atOrBefore(EventId first, EventId second) const { return m_graph.within(first, prefix(second)); }
  // Whether some linearization has `second` directly after `first`. Requires that `second` does not come before
  // `first`. O(threads).
  bool canBeAdjacent(EventId first, EventId second) const;

private:
  const ExecutionGraph& m_graph;
  std::unique_ptr<const MemoryModel> m_own;
  const MemoryModel* m_model;
};

} // namespace revisit
