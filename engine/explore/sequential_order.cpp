#include "explore/sequential_order.h"

#include "explore/linearize.h"

namespace revisit {

SequentialOrder::SequentialOrder(const ExecutionGraph& graph) : m_graph(graph) {
  compute();
}

SequentialOrder::SequentialOrder(const ExecutionGraph& graph, const MemoryModel& model) : m_graph(graph) {
  if (model.isSequential())
    m_model = &model;
  else
    compute();
}

void SequentialOrder::compute() {
  const Linearization any = linearizeAny(m_graph);
  if (any.kept != OrderKept::Sequential)
    return;
  auto own = std::make_unique<SequentialConsistency>();
  own->follow(m_graph, any.order);
  m_model = own.get();
  m_own = std::move(own);
}

bool SequentialOrder::canBeAdjacent(EventId first, EventId second) const {
  const std::span<const std::uint32_t> until = prefix(second);
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    // The newest of the thread's events before `second`: if any of them is after `first`, this one is.
    const std::uint32_t count = until[t] - (t == m_graph.event(second).thread.value());
    if (count == 0)
      continue;
    const EventId newest = m_graph.events(ThreadId(t))[count - 1];
    if (newest != first && atOrBefore(first, newest))
      return false;
  }
  return true;
}

} // namespace revisit
