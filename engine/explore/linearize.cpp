#include "explore/linearize.h"

#include "explore/sequential_order.h"

#include <algorithm>
#include <cassert>

namespace revisit {

namespace {

class Linearizer {
public:
  explicit Linearizer(const ExecutionGraph& graph) : m_graph(graph), m_done(graph.threadCapacity(), 0) {
    m_order.reserve(graph.eventCount());
  }

  // Takes the first limit[t] events of each thread t that are not taken yet. Requires that they are closed under
  // everything that comes before them.
  void runTo(std::span<const std::uint32_t> limit) {
    const auto left = [&](std::uint32_t t) { return m_done[t] < limit[t]; };
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    for (std::uint32_t tried = 0; tried <= threads;) {
      if (left(m_current) && ready(m_current)) {
        take(m_current);
        tried = 0;
        continue;
      }
      m_current = (m_current + 1) % threads;
      tried++;
    }
  }

  void runToEnd() {
    std::vector<std::uint32_t> all(m_done.size(), 0);
    for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
      all[t] = static_cast<std::uint32_t>(m_graph.events(ThreadId(t)).size());
    runTo(all);
    assert(m_order.size() == m_graph.eventCount() && "a cyclic graph has no order");
  }

  std::vector<EventId> takeOrder() { return std::move(m_order); }

private:
  // The thread's next event and what is decided by the thread alone behind it: a thread runs on to its next step before
  // another takes one. A new thread runs before its creator goes on.
  void take(std::uint32_t t) {
    const EventId id = m_graph.events(ThreadId(t))[m_done[t]++];
    m_order.push_back(id);
    const Label& label = *m_graph.event(id).label;
    if (label.kind == LabelKind::Create)
      takeUnscheduled(label.child.value());
    takeUnscheduled(t);
  }

  void takeUnscheduled(std::uint32_t t) {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    while (m_done[t] < events.size() && !isScheduled(m_graph.event(events[m_done[t]]).label->kind))
      m_order.push_back(events[m_done[t]++]);
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
  std::vector<std::uint32_t> m_done; // by thread: how many of its events are taken
  std::vector<EventId> m_order;
  std::uint32_t m_current = 0; // the thread that goes on
};

} // namespace

std::vector<EventId> linearize(const ExecutionGraph& graph) {
  Linearizer linearizer(graph);
  linearizer.runToEnd();
  return linearizer.takeOrder();
}

// Why this is a legal order. Let "before" be the order that SequentialOrder keeps, a partial order, and P, Q the events
// before `first` and before `second`. Three sets are done one after the other, each in an order that respects "before",
// then the rest: (1) P and those of Q that are not at or after `first`; (2) `first`; (3) Q and `second`. Each of them
// together with the sets done earlier is closed downwards: what is before an event of P is in P; what is before an
// event x of Q is in Q, and not at or after `first` unless x is. So no event is done before one that must precede it.
// When no event is after `first` and before `second`, (3) is `second` alone, and the two stand side by side.
std::vector<EventId> linearizeTogether(const ExecutionGraph& graph, EventId first, EventId second) {
  const SequentialOrder sequence(graph);
  const std::span<const std::uint32_t> before = sequence.prefix(first), until = sequence.prefix(second);
  std::vector<std::uint32_t> limit(before.begin(), before.end());
  limit[graph.event(first).thread.value()]--;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    std::uint32_t free = until[t] - (t == graph.event(second).thread.value());
    while (free > limit[t] && sequence.atOrBefore(first, graph.events(ThreadId(t))[free - 1]))
      free--;
    limit[t] = std::max(limit[t], free);
  }
  Linearizer linearizer(graph);
  linearizer.runTo(limit);
  limit[graph.event(first).thread.value()]++;
  linearizer.runTo(limit);
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    limit[t] = std::max(limit[t], until[t]);
  linearizer.runTo(limit);
  linearizer.runToEnd();
  return linearizer.takeOrder();
}

} // namespace revisit
