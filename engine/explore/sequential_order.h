// The order that every sequentially consistent way to do a graph's events has to keep: the closure of program order,
// reads-from, coherence, from-read, object chains, creation and join. Of one graph, void once it changes; read-only.
#pragma once

#include "memory/sequential.h"

#include <memory>

namespace revisit {

class SequentialOrder {
public:
  // From the graph alone. O(events * (threads + readers)).
  explicit SequentialOrder(const ExecutionGraph& graph);
  // As the model knows it, which has followed the graph. O(1).
  SequentialOrder(const ExecutionGraph& graph, const MemoryModel& model) : m_graph(graph), m_model(&model) {}

  // By thread: how many of its events come before this one or are it.
  std::span<const std::uint32_t> prefix(EventId event) const { return m_model->prefix(event); }
  bool atOrBefore(EventId first, EventId second) const { return m_graph.within(first, prefix(second)); }
  // Whether some order has `second` right behind `first`. Requires that it does not come before it. O(threads).
  bool canBeAdjacent(EventId first, EventId second) const;

private:
  const ExecutionGraph& m_graph;
  std::unique_ptr<const MemoryModel> m_own;
  const MemoryModel* m_model;
};

} // namespace revisit
