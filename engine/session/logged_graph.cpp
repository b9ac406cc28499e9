#include "session/logged_graph.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

using Ref = std::pair<unsigned, unsigned>; // thread, index

Ref refOf(const WitnessEventRef& event) {
  return {event.thread, event.index};
}

// What has to be done before an event, besides what its thread did before; then the order.
class Scheduler {
public:
  explicit Scheduler(const LoggedGraph& graph) : m_graph(graph), m_done(graph.threads.size(), 0) {
    for (const std::vector<LogEvent>& thread : graph.threads)
      for (const LogEvent& event : thread)
        addCauses(event);
    for (std::uint32_t place = 0; place < graph.orders.size(); place++)
      addOrder(place);
  }

  std::vector<const LogEvent*> run() {
    std::size_t current = 0;
    for (std::size_t tried = 0; tried < m_graph.threads.size();) {
      if (ready(current)) {
        take(current);
        tried = 0;
      } else {
        current = (current + 1) % m_graph.threads.size();
        tried++;
      }
    }
    return std::move(m_schedule);
  }

private:
  void addCauses(const LogEvent& event) {
    const Ref self = refOf(event.self);
    if (event.readsFrom)
      m_causes[self].push_back(refOf(*event.readsFrom));
    if (!event.isOrdered() && event.place != noLogEntry)
      m_readers[{event.place, event.readsFrom ? refOf(*event.readsFrom) : initial}].push_back(self);
    if (!event.shown->child || *event.shown->child >= m_graph.threads.size())
      return;
    const std::vector<LogEvent>& child = m_graph.threads[*event.shown->child];
    if (child.empty())
      return;
    if (event.shown->kind == LabelKind::Create)
      m_causes[refOf(child.front().self)].push_back(self);
    else
      m_causes[self].push_back(refOf(child.back().self));
  }

  // Each write or operation after the one before it, and after those that read from that.
  void addOrder(std::uint32_t place) {
    Ref before = initial;
    for (const WitnessEventRef& each : m_graph.orders[place]) {
      const Ref self = refOf(each);
      if (before != initial)
        m_causes[self].push_back(before);
      if (const auto readers = m_readers.find({place, before}); readers != m_readers.end())
        m_causes[self].insert(m_causes[self].end(), readers->second.begin(), readers->second.end());
      before = self;
    }
  }

  bool ready(std::size_t thread) const {
    const std::vector<LogEvent>& events = m_graph.threads[thread];
    if (m_done[thread] == events.size())
      return false;
    const auto causes = m_causes.find(refOf(events[m_done[thread]].self));
    return causes == m_causes.end() ||
           std::ranges::all_of(causes->second, [&](const Ref& cause) { return cause.second < m_done[cause.first]; });
  }

  // The event, and what threads decide alone behind it, as a witness has it.
  void take(std::size_t thread) {
    const LogEvent& event = m_graph.threads[thread][m_done[thread]++];
    m_schedule.push_back(&event);
    if (event.shown->kind == LabelKind::Create && *event.shown->child < m_graph.threads.size())
      takeUnscheduled(*event.shown->child);
    takeUnscheduled(thread);
  }

  void takeUnscheduled(std::size_t thread) {
    const std::vector<LogEvent>& events = m_graph.threads[thread];
    while (m_done[thread] < events.size() && !isScheduled(events[m_done[thread]].shown->kind))
      m_schedule.push_back(&events[m_done[thread]++]);
  }

  static constexpr Ref initial{~0u, 0};
  const LoggedGraph& m_graph;
  std::vector<std::size_t> m_done; // by thread
  std::map<Ref, std::vector<Ref>> m_causes;
  std::map<std::pair<std::uint32_t, Ref>, std::vector<Ref>> m_readers; // by place and source, without the updates
  std::vector<const LogEvent*> m_schedule;
};

std::vector<WitnessThread> threadsOf(const std::vector<const LogEvent*>& schedule, std::size_t count,
                                     const std::vector<std::string>& names) {
  std::vector<WitnessThread> threads(count);
  std::vector<unsigned> children(count, 0);
  for (std::size_t t = 0; t < count; t++)
    threads[t].name = t < names.size() ? names[t] : "";
  for (const LogEvent* event : schedule) {
    if (event->shown->kind != LabelKind::Create)
      continue;
    std::vector<unsigned> path = threads[event->self.thread].path;
    path.push_back(children[event->self.thread]++);
    threads[*event->shown->child].path = std::move(path);
  }
  return threads;
}

} // namespace

Witness witnessOf(const LoggedGraph& graph, const std::vector<std::string>& names) {
  const std::vector<const LogEvent*> schedule = Scheduler(graph).run();
  std::size_t count = std::max<std::size_t>(graph.threads.size(), 1);
  for (const LogEvent* event : schedule)
    if (event->shown->child)
      count = std::max<std::size_t>(count, *event->shown->child + 1);
  Witness witness;
  witness.threads = threadsOf(schedule, count, names);
  for (const LogEvent* event : schedule) {
    witness.schedule.push_back(*event->shown);
    witness.schedule.back().thread = event->self.thread;
    witness.schedule.back().index = event->self.index;
    witness.schedule.back().readsFrom = event->readsFrom;
  }
  return witness;
}

} // namespace revisit
