#include "memory/sequential.h"

#include <algorithm>

namespace revisit {

void SequentialConsistency::reset() {
  m_clocks.clear();
  m_log.clear();
}

void SequentialConsistency::ensure(const ExecutionGraph& graph, EventId event) {
  if (m_clocks.threads() < graph.threadCapacity())
    m_clocks.addThreads(graph.threadCapacity());
  if (m_clocks.size() <= event.value())
    m_clocks.resize(event.value() + 1);
}

void SequentialConsistency::appended(const ExecutionGraph& graph, EventId id) {
  ensure(graph, id);
  joinBefore(graph, id);
  const Event& event = graph.event(id);
  if (event.writes && event.free)
    return;
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
  // A clock that covers an event covers its prefix too.
  const auto joinWith = [&](EventId other) {
    if (other.valid() && !graph.within(other, prefix(id)))
      m_clocks.join(id.value(), other.value());
  };
  if (const EventId before = event.index > 0 ? thread[event.index - 1] : graph.creator(event.thread); before.valid())
    m_clocks.assign(id.value(), prefix(before));
  else
    m_clocks.empty(id.value());
  joinWith(event.rf);
  joinWith(event.twin);
  if (event.label->kind == LabelKind::Join)
    joinWith(graph.tail(event.label->child));
  if (event.label->kind == LabelKind::Object)
    graph.forEachRequired(id, joinWith);
  const bool isPlaced = event.writes && !event.free;
  if (isPlaced)
    joinWith(event.previous);
  if (isPlaced)
    for (EventId r = graph.event(event.previous).firstReader; r.valid(); r = graph.event(r).nextReader)
      if (r != id)
        joinWith(r);
  m_clocks.of(id.value())[event.thread.value()] = event.index + 1;
}

// `from` now comes before `successor`: everything at or after the successor comes after everything before `from`.
void SequentialConsistency::passOn(const ExecutionGraph& graph, EventId from, EventId successor) {
  const ThreadId source = graph.event(successor).thread;
  const std::uint32_t needed = graph.event(successor).index + 1;
  const std::span<const std::uint32_t> news = prefix(from);
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const std::span<const EventId> events = graph.events(ThreadId(t));
    for (std::size_t i = events.size(); i > 0; i--) {
      const EventId id = events[i - 1];
      const std::span<std::uint32_t> clock = m_clocks.of(id.value());
      if (clock[source.value()] < needed || id == from)
        break;
      bool grows = false;
      for (std::size_t u = 0; u < clock.size() && !grows; u++)
        grows = news[u] > clock[u];
      if (!grows)
        continue;
      m_log.push_back({id, std::vector<std::uint32_t>(clock.begin(), clock.end())});
      joinClocks(clock, news);
    }
  }
}

void SequentialConsistency::undoTo(std::size_t mark) {
  while (m_log.size() > mark) {
    const Saved& saved = m_log.back();
    m_clocks.assign(saved.event.value(), saved.clock); // there may be more threads by now
    m_log.pop_back();
  }
}

EventId SequentialConsistency::coherenceFloor(ExecutionGraph& graph, const Access& access) const {
  EventId write = graph.lastWrite(access.location);
  const EventId tail = graph.tail(access.thread);
  const auto isBefore = [&](EventId event) {
    return graph.isInitial(event) || (tail.valid() && graph.within(event, prefix(tail))) ||
           (access.twin.valid() && graph.within(event, prefix(access.twin)));
  };
  while (!isBefore(write))
    write = graph.event(write).previous;
  return write;
}

} // namespace revisit
