// The order that every sequentially consistent way to do a graph's events has to keep: the closure of program order,
// reads-from, coherence, from-read, object chains, creation and join. Built once for one graph; read-only afterwards.
#pragma once

#include "graph/graph.h"

#include <span>
#include <vector>

namespace revisit {

class SequentialOrder {
public:
  // O(events * (threads + readers)). Keeps a reference; void once the graph changes.
  explicit SequentialOrder(const ExecutionGraph& graph);

  // By thread: how many of its events come before this one or are it.
  std::span<const std::uint32_t> prefix(EventId event) const { return {&m_clocks[event.value() * m_stride], m_stride}; }
  bool atOrBefore(EventId first, EventId second) const { return m_graph.within(first, prefix(second)); }
  // Whether some order has `second` right behind `first`. Requires that it does not come before it. O(threads).
  bool canBeAdjacent(EventId first, EventId second) const;

private:
  void join(EventId into, EventId other);

  const ExecutionGraph& m_graph;
  std::size_t m_stride;
  std::vector<std::uint32_t> m_clocks; // by event
};

} // namespace revisit
