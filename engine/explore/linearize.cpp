#include "explore/linearize.h"

#include <cassert>

namespace revisit {

namespace {

class Linearizer {
public:
  explicit Linearizer(const ExecutionGraph& graph) : m_graph(graph), m_done(graph.threadCapacity(), 0) {}

  std::vector<EventId> run() {
    std::vector<EventId> order;
    order.reserve(m_graph.eventCount());
    std::uint32_t current = 0;
    while (order.size() < m_graph.eventCount()) {
      std::uint32_t tried = 0;
      while (!ready(current)) {
        current = (current + 1) % static_cast<std::uint32_t>(m_graph.threadCount());
        tried++;
        assert(tried <= m_graph.threadCount() && "a cyclic graph has no order");
        if (tried > m_graph.threadCount())
          return order;
      }
      take(current, order);
    }
    return order;
  }

private:
  // The thread's next event and what is decided by the thread alone behind it: a thread runs on to its next step before
  // another takes one. A new thread runs before its creator goes on.
  void take(std::uint32_t t, std::vector<EventId>& order) {
    const EventId id = m_graph.events(ThreadId(t))[m_done[t]++];
    order.push_back(id);
    const Label& label = *m_graph.event(id).label;
    if (label.kind == LabelKind::Create)
      takeUnscheduled(label.child.value(), order);
    takeUnscheduled(t, order);
  }

  void takeUnscheduled(std::uint32_t t, std::vector<EventId>& order) {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    while (m_done[t] < events.size() && !isScheduled(m_graph.event(events[m_done[t]]).label->kind))
      order.push_back(events[m_done[t]++]);
  }

  bool done(EventId id) const { return !id.valid() || m_graph.within(id, m_done); }

  bool ready(std::uint32_t t) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    if (m_done[t] >= events.size())
      return false;
    const EventId id = events[m_done[t]];
    const Event& event = m_graph.event(id);
    if (event.index == 0 && !done(m_graph.creator(ThreadId(t))))
      return false;
    if (!done(event.rf))
      return false;
    if (event.label->kind == LabelKind::Join && !done(m_graph.tail(event.label->child)))
      return false;
    if (event.label->kind == LabelKind::Object)
      return done(event.previous);
    if (!event.writes)
      return true;
    if (!done(event.previous))
      return false;
    for (EventId r = m_graph.event(event.previous).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (r != id && !done(r))
        return false;
    return true;
  }

  const ExecutionGraph& m_graph;
  std::vector<std::uint32_t> m_done;
};

} // namespace

std::vector<EventId> linearize(const ExecutionGraph& graph) {
  return Linearizer(graph).run();
}

} // namespace revisit
