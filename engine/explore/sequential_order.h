// The order that every sequentially consistent linearization of a graph has to keep: the closure of program order,
// reads-from, coherence, from-read, object chains, creation and join. Where a graph has no such linearization, the
// order that every linearization has to keep: without coherence and from-read. Belongs to one graph and is void once
// the graph changes. Read-only.
#pragma once

#include "memory/sequential.h"

#include <memory>

namespace revisit {

class SequentialOrder {
public:
  // Computes the order from the graph alone. O(events * (threads + readers)).
  explicit SequentialOrder(const ExecutionGraph& graph);
  // Takes the order from the model, which has followed the graph, if it has it. O(1) then.
  SequentialOrder(const ExecutionGraph& graph, const MemoryModel& model);

  // By thread: the number of its events that come before this event, or are it.
  std::span<const std::uint32_t> prefix(EventId event) const {
    return m_model ? m_model->prefix(m_graph, event) : m_graph.clock(event);
  }
  // Whether the graph is sequentially consistent.
  bool isSequential() const { return m_model != nullptr; }
  bool atOrBefore(EventId first, EventId second) const { return m_graph.within(first, prefix(second)); }
  // Whether some linearization has `second` directly after `first`. Requires that `second` does not come before
  // `first`. O(threads).
  bool canBeAdjacent(EventId first, EventId second) const;

private:
  void compute();

  const ExecutionGraph& m_graph;
  std::unique_ptr<const MemoryModel> m_own;
  const MemoryModel* m_model = nullptr; // null: the graph is not sequentially consistent
};

} // namespace revisit
