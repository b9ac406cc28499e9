#include "log/logged_graph.h"

#include <algorithm>
#include <map>
#include <queue>

namespace revisit {

namespace {

using Place = std::size_t; // an event's position in the order in which events were added

// Orders the events so that each comes after everything that it requires.
// Whether it is the coherence order of a location, not the chain of an object. Not known of an empty one.
bool isCoherence(const LoggedGraph& graph, std::uint32_t order) {
  if (graph.orders[order].empty())
    return false;
  const WitnessEventRef& first = graph.orders[order].front();
  return isMemory(graph.threads[first.thread][first.index].shown->kind);
}

// What a witness of a weak memory model says about coherence.
void addCoherence(const LoggedGraph& graph, Witness& witness) {
  std::map<std::pair<unsigned, unsigned>, unsigned> numbers;
  for (std::uint32_t order = 0; order < graph.orders.size(); order++)
    if (isCoherence(graph, order))
      for (unsigned i = 0; i < graph.orders[order].size(); i++)
        numbers[{graph.orders[order][i].thread, graph.orders[order][i].index}] = i + 1;
  for (WitnessEvent& event : witness.schedule)
    if (const auto number = numbers.find({event.thread, event.index}); number != numbers.end())
      event.coherence = number->second;
}

class Scheduler {
public:
  explicit Scheduler(const LoggedGraph& graph)
      : m_graph(graph), m_causes(graph.added.size()), m_followers(graph.added.size(), 0) {
    for (const std::vector<LogEvent>& thread : graph.threads)
      m_places.emplace_back(thread.size());
    for (Place place = 0; place < graph.added.size(); place++)
      m_places[graph.added[place].thread][graph.added[place].index] = place;
    for (const WitnessEventRef& event : graph.added)
      addCauses(event);
    for (std::uint32_t order = 0; order < graph.orders.size(); order++)
      addOrder(order);
  }

  // Works backwards: among the remaining events that need not precede another remaining one, takes the one added last.
  // So an event that has to precede others comes directly before the first of them, and all other events keep their
  // order.
  std::vector<const LogEvent*> asAdded() {
    std::priority_queue<Place> last; // no remaining event has to come after these
    for (Place place = 0; place < m_followers.size(); place++)
      if (m_followers[place] == 0)
        last.push(place);
    std::vector<const LogEvent*> schedule;
    while (!last.empty()) {
      const Place place = last.top();
      last.pop();
      schedule.push_back(&eventAt(m_graph.added[place]));
      for (const Place cause : m_causes[place])
        if (--m_followers[cause] == 0)
          last.push(cause);
    }
    std::ranges::reverse(schedule);
    return schedule;
  }

  // Like linearize(): a thread continues as long as it can, then the next thread that can.
  std::vector<const LogEvent*> withFewestSwitches() {
    m_done.assign(m_places.size(), 0);
    std::vector<const LogEvent*> schedule;
    std::size_t current = 0;
    for (std::size_t tried = 0; tried < m_places.size();) {
      if (isReady(current)) {
        take(current, schedule);
        tried = 0;
      } else {
        current = (current + 1) % m_places.size();
        tried++;
      }
    }
    return schedule;
  }

private:
  using Source = std::pair<std::uint32_t, std::optional<Place>>; // location; nothing: the initial value

  const LogEvent& eventAt(const WitnessEventRef& event) const { return m_graph.threads[event.thread][event.index]; }
  Place placeOf(const WitnessEventRef& event) const { return m_places[event.thread][event.index]; }
  std::optional<Place> placeOf(const std::optional<WitnessEventRef>& event) const {
    return event ? std::optional(placeOf(*event)) : std::nullopt;
  }

  void addCause(Place cause, Place place) {
    m_causes[place].push_back(cause);
    m_followers[cause]++;
  }

  void addCauses(const WitnessEventRef& self) {
    const LogEvent& event = eventAt(self);
    const Place place = placeOf(self);
    if (self.index > 0)
      addCause(m_places[self.thread][self.index - 1], place);
    if (event.readsFrom)
      addCause(placeOf(*event.readsFrom), place);
    if (!event.isOrdered() && event.place != noLogEntry)
      m_readers[{event.place, placeOf(event.readsFrom)}].push_back(place);
    if (!event.shown->child || *event.shown->child >= m_places.size() || m_places[*event.shown->child].empty())
      return;
    const std::vector<Place>& child = m_places[*event.shown->child];
    if (event.shown->kind == LabelKind::Create)
      addCause(place, child.front());
    else
      addCause(child.back(), place);
  }

  bool isReady(std::size_t thread) const {
    if (m_done[thread] == m_places[thread].size())
      return false;
    return std::ranges::all_of(m_causes[m_places[thread][m_done[thread]]], [&](Place cause) {
      const WitnessEventRef& event = m_graph.added[cause];
      return event.index < m_done[event.thread];
    });
  }

  // Appends the event, and the events after it that its thread decides alone, as in a witness.
  void take(std::size_t thread, std::vector<const LogEvent*>& schedule) {
    const LogEvent& event = m_graph.threads[thread][m_done[thread]++];
    schedule.push_back(&event);
    if (event.shown->kind == LabelKind::Create && *event.shown->child < m_places.size())
      takeUnscheduled(*event.shown->child, schedule);
    takeUnscheduled(thread, schedule);
  }

  void takeUnscheduled(std::size_t thread, std::vector<const LogEvent*>& schedule) {
    const std::vector<LogEvent>& events = m_graph.threads[thread];
    while (m_done[thread] < events.size() && !isScheduled(events[m_done[thread]].shown->kind))
      schedule.push_back(&events[m_done[thread]++]);
  }

  // Orders each write or operation after its predecessor, and after the readers of that predecessor. Under a weak
  // memory model coherence is no order of the schedule.
  void addOrder(std::uint32_t order) {
    if (m_graph.model != ModelKind::Sc && isCoherence(m_graph, order))
      return;
    std::optional<Place> before;
    for (const WitnessEventRef& self : m_graph.orders[order]) {
      const Place place = placeOf(self);
      if (before)
        addCause(*before, place);
      if (const auto readers = m_readers.find({order, before}); readers != m_readers.end())
        for (const Place reader : readers->second)
          addCause(reader, place);
      before = place;
    }
  }

  const LoggedGraph& m_graph;
  std::vector<std::vector<Place>> m_places;       // by thread and index
  std::vector<std::vector<Place>> m_causes;       // by place
  std::vector<std::size_t> m_followers;           // by place: the number of remaining events that have to come later
  std::map<Source, std::vector<Place>> m_readers; // updates not included
  std::vector<std::size_t> m_done;                // by thread: the number of its events in the schedule
};

std::vector<WitnessThread> loggedThreads(const std::vector<const LogEvent*>& schedule, std::size_t count,
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

Witness witnessOf(const LoggedGraph& graph, const std::vector<std::string>& names, EventOrder order) {
  Scheduler scheduler(graph);
  const std::vector<const LogEvent*> schedule =
      order == EventOrder::AsAdded ? scheduler.asAdded() : scheduler.withFewestSwitches();
  std::size_t count = std::max<std::size_t>(graph.threads.size(), 1);
  for (const LogEvent* event : schedule)
    if (event->shown->child)
      count = std::max<std::size_t>(count, *event->shown->child + 1);
  Witness witness;
  witness.threads = loggedThreads(schedule, count, names);
  for (const LogEvent* event : schedule) {
    witness.schedule.push_back(*event->shown);
    witness.schedule.back().thread = event->self.thread;
    witness.schedule.back().index = event->self.index;
    witness.schedule.back().readsFrom = event->readsFrom;
  }
  witness.options.memoryModel = graph.model;
  if (graph.model != ModelKind::Sc)
    addCoherence(graph, witness);
  return witness;
}

} // namespace revisit
