#include "memory/sequential.h"

#include <algorithm>

namespace revisit {

void SequentialConsistency::reset() {
  m_clocks.clear();
  m_log.clear();
  m_stride = 0;
}

void SequentialConsistency::ensure(const ExecutionGraph& graph, EventId event) {
  const std::size_t stride = graph.threadCapacity();
  if (stride != m_stride) {
    const std::size_t count = m_stride == 0 ? 0 : m_clocks.size() / m_stride;
    std::vector<std::uint32_t> clocks(count * stride, 0);
    for (std::size_t e = 0; e < count; e++)
      std::copy_n(&m_clocks[e * m_stride], m_stride, &clocks[e * stride]);
    m_clocks = std::move(clocks);
    m_stride = stride;
  }
  if (m_clocks.size() < (event.value() + 1) * m_stride)
    m_clocks.resize(std::max((event.value() + 1) * m_stride, 2 * m_clocks.size()), 0);
}

void SequentialConsistency::appended(const ExecutionGraph& graph, EventId id) {
  ensure(graph, id);
  joinBefore(graph, id);
  const Event& event = graph.event(id);
  if (event.writes && event.next.valid())
    passOn(graph, id, event.next);
  else if (event.reads && !event.writes && graph.event(event.rf).next.valid())
    passOn(graph, id, graph.event(event.rf).next);
}

void SequentialConsistency::follow(const ExecutionGraph& graph, std::span<const EventId> order) {
  reset();
  if (!order.empty())
    ensure(graph, *std::ranges::max_element(order));
  for (const EventId id : order)
    joinBefore(graph, id);
}

// Computes the event's clock from the clocks of its direct predecessors.
void SequentialConsistency::joinBefore(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  // The causal clock joins the same predecessors (program order, rf, chain, create and join), but here their prefixes
  // may be larger.
  const std::span<const EventId> thread = graph.events(event.thread);
  std::uint32_t* own = clockOf(id);
  std::fill_n(own, m_stride, 0);
  const auto joinWith = [&](EventId other) {
    if (!other.valid() || graph.isInitial(other))
      return;
    const std::uint32_t* theirs = clockOf(other);
    for (std::size_t t = 0; t < m_stride; t++)
      own[t] = std::max(own[t], theirs[t]);
  };
  if (event.index > 0)
    joinWith(thread[event.index - 1]);
  else
    joinWith(graph.creator(event.thread));
  joinWith(event.rf);
  if (event.label->kind == LabelKind::Join)
    joinWith(graph.tail(event.label->child));
  if (event.label->kind == LabelKind::Object || event.writes)
    joinWith(event.previous);
  if (event.writes)
    for (EventId r = graph.event(event.previous).firstReader; r.valid(); r = graph.event(r).nextReader)
      if (r != id)
        joinWith(r);
  own[event.thread.value()] = event.index + 1;
}

// `from` now comes before `successor`: everything at or after the successor comes after everything before `from`.
void SequentialConsistency::passOn(const ExecutionGraph& graph, EventId from, EventId successor) {
  const ThreadId source = graph.event(successor).thread;
  const std::uint32_t needed = graph.event(successor).index + 1;
  const std::vector<std::uint32_t> news(clockOf(from), clockOf(from) + m_stride);
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const std::span<const EventId> events = graph.events(ThreadId(t));
    for (std::size_t i = events.size(); i > 0; i--) {
      const EventId id = events[i - 1];
      std::uint32_t* clock = clockOf(id);
      if (clock[source.value()] < needed || id == from)
        break;
      bool grows = false;
      for (std::size_t u = 0; u < m_stride && !grows; u++)
        grows = news[u] > clock[u];
      if (!grows)
        continue;
      m_log.push_back({id, m_stride, std::vector<std::uint32_t>(clock, clock + m_stride)});
      for (std::size_t u = 0; u < m_stride; u++)
        clock[u] = std::max(clock[u], news[u]);
    }
  }
}

void SequentialConsistency::undoTo(std::size_t mark) {
  while (m_log.size() > mark) {
    const Saved& saved = m_log.back();
    std::uint32_t* clock = clockOf(saved.event);
    std::fill_n(clock, m_stride, 0);
    std::copy_n(saved.clock.begin(), saved.stride, clock);
    m_log.pop_back();
  }
}

EventId SequentialConsistency::coherenceFloor(ExecutionGraph& graph, ThreadId thread, LocationId location) const {
  EventId write = graph.lastWrite(location);
  const EventId tail = graph.tail(thread);
  if (!tail.valid())
    return graph.initialWrite(location);
  const std::span<const std::uint32_t> before = prefix(tail);
  while (!graph.within(write, before))
    write = graph.event(write).previous;
  return write;
}

} // namespace revisit
