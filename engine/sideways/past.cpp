#include "sideways/past.h"

#include "explore/added_order.h"

#include <algorithm>
#include <map>

namespace revisit {

EventName nameOf(const ExecutionGraph& graph, EventId event) {
  if (!event.valid() || graph.isInitial(event))
    return {};
  return {graph.event(event).thread, graph.event(event).index};
}

EventId eventNamed(const ExecutionGraph& graph, const EventName& name) {
  if (!name.isEvent() || name.thread.value() >= graph.threadCount() || name.index >= graph.events(name.thread).size())
    return {};
  return graph.events(name.thread)[name.index];
}

std::vector<EventName> orderOfAddition(const ExecutionGraph& graph) {
  std::vector<EventName> names;
  for (const EventId event : eventsAsAdded(graph))
    names.push_back(nameOf(graph, event));
  return names;
}

void joinCounts(EventCounts& counts, std::span<const std::uint32_t> others) {
  if (counts.size() < others.size())
    counts.resize(others.size());
  for (std::size_t t = 0; t < others.size(); t++)
    counts[t] = std::max(counts[t], others[t]);
}

Past::Past(const ExecutionGraph& graph, const std::vector<ComesBehind>& attempts) {
  m_threads.resize(graph.threadCount());
  m_creators.resize(graph.threadCount());
  for (const ThreadId thread : graph.createdThreads()) {
    m_creators[thread.value()] = nameOf(graph, graph.creator(thread));
    for (const EventId id : graph.events(thread)) {
      const Event& event = graph.event(id);
      const std::span<const std::uint32_t> clock = graph.clock(id);
      m_threads[thread.value()].push_back({.label = *event.label,
                                           .before = event.before,
                                           .seen = event.seen,
                                           .written = event.written,
                                           .way = wayOf(event),
                                           .silent = event.isSilentUpdate(),
                                           .reads = event.reads,
                                           .writes = event.writes,
                                           .source = nameOf(graph, event.rf),
                                           .place = nameOf(graph, event.previous),
                                           .clock = EventCounts(clock.begin(), clock.end())});
    }
  }
  for (const EventId id : attempts.empty() ? linearize(graph) : linearizeHolding(graph, attempts, {}).order) {
    const EventName name = nameOf(graph, id);
    m_threads[name.thread.value()][name.index].slot = m_order.size();
    m_order.push_back(name);
  }
  if (!attempts.empty())
    addDependencies(graph, attempts);
}

// An attempt depends on the first of its writers in the order. Whatever depends on the attempt does so, too.
void Past::addDependencies(const ExecutionGraph& graph, const std::vector<ComesBehind>& attempts) {
  std::map<EventName, EventName> writers; // by attempt: what its writer waits behind
  for (const ComesBehind& attempt : attempts) {
    std::vector<EventName> behind;
    for (const EventId event : attempt.oneOf)
      behind.push_back(nameOf(graph, event));
    const auto first = std::ranges::min_element(
        behind, {}, [&](const EventName& name) { return name.isEvent() ? at(name).slot + 1 : 0; });
    if (first != behind.end() && first->isEvent())
      writers.emplace(nameOf(graph, attempt.operation), *first);
  }
  for (const EventName& name : m_order) {
    EventCounts& clock = m_threads[name.thread.value()][name.index].clock;
    const EventCounts causes = clock;
    for (std::uint32_t t = 0; t < causes.size(); t++)
      if (const std::uint32_t count = causes[t] - (ThreadId(t) == name.thread ? 1 : 0); count > 0)
        joinCounts(clock, m_threads[t][count - 1].clock);
    if (const auto writer = writers.find(name); writer != writers.end())
      joinCounts(clock, at(writer->second).clock);
  }
}

std::span<const PastEvent> Past::events(ThreadId thread) const {
  return thread.value() < m_threads.size() ? std::span<const PastEvent>(m_threads[thread.value()])
                                           : std::span<const PastEvent>();
}

const PastEvent* Past::find(const EventName& name) const {
  const std::span<const PastEvent> all = name.isEvent() ? events(name.thread) : std::span<const PastEvent>();
  return name.index < all.size() ? &all[name.index] : nullptr;
}

EventCounts Past::before(const EventName& name) const {
  if (name.index > 0)
    return at({name.thread, name.index - 1}).clock;
  const EventName creator = m_creators[name.thread.value()];
  return creator.isEvent() ? at(creator).clock : EventCounts();
}

std::vector<FollowedEvent> followed(const Past& past) {
  std::vector<FollowedEvent> events;
  for (const EventName& name : past.order()) {
    const PastEvent& event = past.at(name);
    FollowedEvent one{
        .name = name, .kind = event.label.kind, .source = event.source, .way = event.way, .silent = event.silent};
    if (event.label.kind == LabelKind::Object)
      one.operation = event.label.operation;
    if (event.label.kind == LabelKind::Write) {
      // Its place counts among the writes before it in the schedule.
      std::vector<EventName> before; // that are coherence-before it
      for (EventName place = event.place; place.isEvent(); place = past.at(place).place)
        before.push_back(place);
      for (const EventName& other : past.order().first(event.slot))
        one.back += past.at(other).writes && past.at(other).label.location == event.label.location &&
                    std::ranges::find(before, other) == before.end();
    }
    events.push_back(one);
  }
  return events;
}

} // namespace revisit
