#include "memory/release_acquire.h"

#include <algorithm>
#include <vector>

namespace revisit {

bool isKnown(const ExecutionGraph& graph, EventId write, std::span<const std::uint32_t> happenedBefore) {
  if (happenedBefore.empty())
    return false;
  if (graph.within(write, happenedBefore))
    return true;
  for (EventId r = graph.event(write).firstReader; r.valid(); r = graph.event(r).nextReader)
    if (graph.within(r, happenedBefore))
      return true;
  return false;
}

std::span<const std::uint32_t> beforeNext(const ExecutionGraph& graph, const HappensBeforeClocks& clocks,
                                          ThreadId thread) {
  const EventId tail = graph.tail(thread);
  return tail.valid() ? clocks.clock(tail) : std::span<const std::uint32_t>();
}

namespace {

// Follows hb and co from writes onwards. What is reached of a thread is everything from one of its events on.
class CausalReach {
public:
  CausalReach(const ExecutionGraph& graph, const HappensBeforeClocks& clocks, std::span<const std::uint32_t> forbidden)
      : m_graph(graph), m_clocks(clocks), m_forbidden(forbidden) {
    for (std::uint32_t t = 0; t < graph.threadCount(); t++)
      m_from.push_back(graph.events(ThreadId(t)).size());
  }

  // Whether the write leads to an event that is forbidden.
  bool meets(EventId write) {
    reach(write);
    while (!m_found && !m_open.empty()) {
      const EventId next = m_open.back();
      m_open.pop_back();
      expand(next);
    }
    return m_found;
  }

private:
  void reach(EventId id) {
    const Event& event = m_graph.event(id);
    const std::size_t t = event.thread.value();
    if (event.index >= m_from[t])
      return;
    m_found |= event.index < m_forbidden[t];
    const std::span<const EventId> events = m_graph.events(event.thread);
    for (std::size_t i = event.index; i < m_from[t]; i++)
      m_open.push_back(events[i]);
    m_from[t] = event.index;
  }

  void expand(EventId id) {
    const Event& event = m_graph.event(id);
    if (event.writes && event.next.valid())
      reach(event.next);
    for (std::uint32_t u = 0; u < m_graph.threadCount(); u++) {
      const std::span<const EventId> events = m_graph.events(ThreadId(u));
      const auto later = std::ranges::partition_point(
          events, [&](EventId other) { return !m_graph.within(id, m_clocks.clock(other)); });
      if (later != events.end())
        reach(*later);
    }
  }

  const ExecutionGraph& m_graph;
  const HappensBeforeClocks& m_clocks;
  std::span<const std::uint32_t> m_forbidden;
  std::vector<std::size_t> m_from; // by thread
  std::vector<EventId> m_open;
  bool m_found = false;
};

} // namespace

void ReleaseAcquire::appended(const ExecutionGraph& graph, EventId event) {
  m_happensBefore.fit(graph);
  m_happensBefore.add(graph, event);
}

EventId ReleaseAcquire::coherenceFloor(ExecutionGraph& graph, const Access& access) const {
  EventId write = graph.lastWrite(access.location);
  const std::span<const std::uint32_t> before = beforeNext(graph, m_happensBefore, access.thread);
  if (m_strength == Strength::Ra || !access.writes || before.empty()) {
    while (!graph.isInitial(write) && !isKnown(graph, write, before))
      write = graph.event(write).previous;
    return write;
  }
  CausalReach reach(graph, m_happensBefore, before);
  while (!graph.isInitial(write) && !isKnown(graph, write, before) && !reach.meets(write))
    write = graph.event(write).previous;
  return write;
}

} // namespace revisit
