#include "explore/sequential_order.h"

#include "explore/linearize.h"

#include <algorithm>

namespace revisit {

SequentialOrder::SequentialOrder(const ExecutionGraph& graph) : m_graph(graph), m_stride(graph.threadCapacity()) {
  const std::vector<EventId> order = linearize(graph);
  const auto last = std::ranges::max_element(order);
  m_clocks.assign(order.empty() ? 0 : (last->value() + 1) * m_stride, 0);
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    join(id, event.index == 0 ? graph.creator(event.thread) : graph.events(event.thread)[event.index - 1]);
    join(id, event.rf);
    if (event.label->kind == LabelKind::Join)
      join(id, graph.tail(event.label->child));
    if (event.label->kind == LabelKind::Object || event.writes)
      join(id, event.previous);
    if (event.writes)
      for (EventId r = graph.event(event.previous).firstReader; r.valid(); r = graph.event(r).nextReader)
        if (r != id)
          join(id, r);
    m_clocks[id.value() * m_stride + event.thread.value()] = event.index + 1;
  }
}

void SequentialOrder::join(EventId into, EventId other) {
  if (!other.valid() || m_graph.isInitial(other))
    return;
  const std::span<const std::uint32_t> theirs = prefix(other);
  std::uint32_t* own = &m_clocks[into.value() * m_stride];
  for (std::size_t t = 0; t < m_stride; t++)
    own[t] = std::max(own[t], theirs[t]);
}

bool SequentialOrder::canBeAdjacent(EventId first, EventId second) const {
  const std::span<const std::uint32_t> until = prefix(second);
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    // The newest of the thread's events before `second`: when any of them is after `first`, it is.
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
