#include "explore/linearize.h"

#include <algorithm>
#include <cassert>

namespace revisit {

namespace {

class Linearizer {
public:
  // `together`: an atomic section is taken as a whole.
  Linearizer(const ExecutionGraph& graph, bool together, const std::vector<bool>& stuck = {})
      : m_graph(graph), m_together(together), m_stuck(stuck), m_done(graph.threadCapacity(), 0) {}

  // Shorter than the graph when there is no such order.
  std::vector<EventId> run() {
    m_order.reserve(m_graph.eventCount());
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    std::uint32_t current = 0, tried = 0;
    while (m_order.size() < m_graph.eventCount() && tried < threads) {
      const std::uint32_t end = unitEnd(current);
      if (!isStuck(current, end) && ready(current, end)) {
        take(current, end);
        tried = 0;
        continue;
      }
      current = (current + 1) % threads;
      tried++;
    }
    if (m_order.size() < m_graph.eventCount())
      takeStuck();
    return std::move(m_order);
  }

private:
  // Behind the thread's next unit: its next event, or the section that this one begins.
  std::uint32_t unitEnd(std::uint32_t t) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    auto end = static_cast<std::uint32_t>(std::min<std::size_t>(m_done[t] + 1, events.size()));
    while (m_together && end < events.size() && m_graph.event(events[end]).label->joined)
      end++;
    return end;
  }

  bool isStuck(std::uint32_t t, std::uint32_t end) const {
    return t < m_stuck.size() && m_stuck[t] && end == m_graph.events(ThreadId(t)).size();
  }

  // What is left stands inside a section for ever, or looks at what such a section has left: a failed round of a
  // waiting loop. Nothing else that is left may be needed.
  void takeStuck() {
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    std::vector<std::uint32_t> ends(threads);
    for (std::uint32_t t = 0; t < threads; t++) {
      const std::uint32_t end = unitEnd(t);
      ends[t] = std::min(end, failedRound(t));
      if (m_done[t] < ends[t] && !(isStuck(t, end) && ready(t, ends[t])))
        return;
    }
    for (std::uint32_t t = 0; t < threads; t++)
      if (m_done[t] < ends[t])
        take(t, ends[t]);
    for (std::uint32_t t = 0; t < threads; t++)
      if (const auto end = static_cast<std::uint32_t>(m_graph.events(ThreadId(t)).size()); ready(t, end))
        take(t, end);
  }

  // Where the failed round of a waiting loop begins that the thread ends with; behind its events when there is none.
  std::uint32_t failedRound(std::uint32_t t) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    std::size_t at = events.size();
    if (at != 0 && m_graph.event(events[at - 1]).label->kind == LabelKind::AwaitFailed)
      do
        at--;
      while (at != 0 && !m_graph.event(events[at]).label->awaitStart);
    return static_cast<std::uint32_t>(at);
  }

  // Whether all that the thread's events up to `end` need is done or among them.
  bool ready(std::uint32_t t, std::uint32_t end) {
    const std::uint32_t begin = m_done[t];
    bool all = begin < end;
    while (all && m_done[t] < end)
      if (all = ready(t); all)
        m_done[t]++;
    m_done[t] = begin;
    return all;
  }

  // The thread's events up to `end`, and what is decided by the thread alone behind them: a thread runs on to its next
  // step before another takes one. A new thread runs before its creator goes on.
  void take(std::uint32_t t, std::uint32_t end) {
    while (m_done[t] < end) {
      const EventId id = m_graph.events(ThreadId(t))[m_done[t]++];
      m_order.push_back(id);
      const Label& label = *m_graph.event(id).label;
      if (label.kind == LabelKind::Create)
        takeUnscheduled(label.child.value());
    }
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
  const bool m_together;
  const std::vector<bool> m_stuck;
  std::vector<std::uint32_t> m_done;
  std::vector<EventId> m_order;
};

} // namespace

std::vector<EventId> linearize(const ExecutionGraph& graph) {
  std::vector<EventId> order = Linearizer(graph, true).run();
  if (order.size() < graph.eventCount())
    order = Linearizer(graph, false).run();
  assert(order.size() == graph.eventCount() && "a cyclic graph has no order");
  return order;
}

std::optional<std::vector<EventId>> linearizeSections(const ExecutionGraph& graph, const std::vector<bool>& stuck) {
  std::vector<EventId> order = Linearizer(graph, true, stuck).run();
  if (order.size() < graph.eventCount())
    return std::nullopt;
  return order;
}

} // namespace revisit
