#include "explore/findings/races.h"

#include "explore/findings/handler_races.h"
#include "explore/sequential_order.h"

#include <algorithm>

namespace revisit {

namespace {

bool isPlain(const Label& label) {
  return label.order == MemoryOrder::Plain;
}

bool ends(const Label& label) {
  return label.lifetime == Lifetime::Ends || label.lifetime == Lifetime::Destroys;
}

void addRacesOfHandlers(const ProgramNames& names, const ExecutionGraph& graph, std::uint64_t number,
                        IntendedRaces& intended, std::vector<Race>& races) {
  for (const auto& [ofHandler, interrupted] : racesOfHandlers(graph)) {
    const auto one = intended.ruleOf(names, *graph.event(ofHandler).label);
    const auto other = intended.ruleOf(names, *graph.event(interrupted).label);
    for (const auto& rule : {one, other})
      if (rule)
        intended.use(*rule, number);
    if (!one && !other)
      races.push_back({ofHandler, interrupted, Race::Adjacent::Now, ErrorKind::Race});
  }
}

std::pair<PositionId, PositionId> placesOf(const ExecutionGraph& graph, EventId one, EventId other) {
  return std::minmax({graph.event(one).label->position, graph.event(other).label->position});
}

} // namespace

// Freeing memory that another thread still uses is a separate kind of error, a use after free. What fork copies is read
// by the system, as are signals.
bool RaceDetector::canRace(const Label& label) const {
  return isMemory(label.kind) && !label.isOfSystem && (m_endsRace || !ends(label));
}

// Whether two accesses that nothing orders are an error. An access that has observed the end of the lifetime is
// followed by an error of its own.
bool RaceDetector::conflict(const ExecutionGraph& graph, const Access& one, const Access& other) const {
  if (!ends(*one.label) && !ends(*other.label))
    return (one.writes || other.writes) && needOrder(*one.label, *other.label);
  const Access& use = ends(*one.label) ? other : one;
  return !changesLife(*use.label) && !isOwned(use.label->lifetime) &&
         graph.event(use.event).seen.memory != MemoryLife::Over &&
         graph.event(use.event).seen.memory != MemoryLife::Destroyed;
}

void RaceDetector::restart() {
  m_visits.clear();
  m_replaced.clear();
  m_pairs.clear();
  m_places.clear();
  m_meant.clear();
  m_found.clear();
  m_locations.clear();
  m_someMayRace = false;
  m_shown.clear();
  m_intended.restart();
}

const std::vector<Race>& RaceDetector::find(const ProgramNames& names, const ExecutionGraph& graph,
                                            const MemoryModel& model, std::uint64_t number) {
  m_endsRace = !model.isSequential();
  if (m_visits.empty() && m_happensBefore.synchronizing() != model.synchronizing())
    m_happensBefore = HappensBeforeClocks(model.synchronizing());
  collect(graph);
  std::size_t done = common();
  if (noteLocations(graph, done))
    done = 0;
  undoTo(done);
  m_happensBefore.fit(graph);
  for (; done < m_order.size(); done++) {
    const EventId id = m_order[done].event;
    m_visits.push_back({id, m_order[done].number, m_replaced.size(), m_pairs.size(), m_meant.size()});
    if (!m_someMayRace)
      continue;
    m_happensBefore.add(graph, id);
    if (canRace(*graph.event(id).label))
      visit(names, graph, id);
  }
  for (const std::uint32_t rule : m_meant)
    m_intended.use(rule, number);
  m_races.clear();
  for (const auto& [one, other] : m_pairs)
    m_races.push_back(
        {one, other, m_shown.contains(placesOf(graph, one, other)) ? Race::Adjacent::Before : Race::Adjacent::NotYet,
         ends(*graph.event(one).label) || ends(*graph.event(other).label) ? ErrorKind::UseAfterFree : ErrorKind::Race});
  judgeNew(graph, model);
  addRacesOfHandlers(names, graph, number, m_intended, m_races);
  return m_races;
}

// Fills m_order.
void RaceDetector::collect(const ExecutionGraph& graph) {
  m_addedBy.assign(graph.changes().size(), 0); // each event was added by a change
  for (const ExecutionGraph::Change& change : graph.changes())
    m_addedBy[change.event.value()] = change.added ? change.number : 0;
  std::size_t count = 0; // of the order so far; the beginning is that of the graph before, and no event is looked at
  for (std::uint32_t id = 0; id < m_addedBy.size(); id++) {
    const bool isSame = count < m_order.size() && m_order[count].number == m_addedBy[id];
    if (m_addedBy[id] == 0 || (!isSame && graph.isInitial(EventId(id))))
      continue;
    if (!isSame) {
      m_order.erase(m_order.begin() + static_cast<std::ptrdiff_t>(count), m_order.end());
      m_order.push_back({EventId(id), m_addedBy[id]});
    }
    count++;
  }
  m_order.erase(m_order.begin() + static_cast<std::ptrdiff_t>(count), m_order.end());
}

// How many of the visited events the order begins with. Nothing that was found from them has changed: an event that
// stays keeps its source, what it depends on, and its predecessors in chains and sequences of updates.
std::size_t RaceDetector::common() const {
  const auto isSame = [](const Visit& one, const Visit& other) { return one.number == other.number; };
  return static_cast<std::size_t>(std::ranges::mismatch(m_visits, m_order, isSame).in1 - m_visits.begin());
}

// Back to the state in which only this many events were visited.
void RaceDetector::undoTo(std::size_t visits) {
  if (visits >= m_visits.size())
    return;
  const Visit& until = m_visits[visits];
  for (; m_replaced.size() > until.replaced; m_replaced.pop_back()) {
    const Replaced& last = m_replaced.back();
    std::vector<Access>& newest = m_locations[last.location.value()].newest;
    if (last.before)
      newest[last.place] = *last.before;
    else
      newest.pop_back();
  }
  for (; m_pairs.size() > until.pairs; m_pairs.pop_back(), m_places.pop_back())
    m_found.erase(m_places.back());
  m_meant.resize(until.meant);
  m_visits.resize(visits);
}

// Whether the events from the `from`th of the order on show another location that may have races. Then its accesses by
// earlier events have to be visited too.
bool RaceDetector::noteLocations(const ExecutionGraph& graph, std::size_t from) {
  bool isNew = false;
  for (; from < m_order.size(); from++) {
    const Event& event = graph.event(m_order[from].event);
    if (!canRace(*event.label))
      continue;
    if (event.location.value() >= m_locations.size())
      m_locations.resize(event.location.value() + 1);
    Location& location = m_locations[event.location.value()];
    if (location.mayRace())
      continue;
    location.isShared |= location.thread.valid() && location.thread != event.thread;
    location.thread = event.thread;
    location.hasPlain |= isPlain(*event.label);
    location.hasWrite |= event.writes;
    isNew |= location.mayRace();
  }
  m_someMayRace |= isNew;
  return isNew;
}

// A race is intended if a rule matches either access. Both are evaluated, so that the rules for both are found.
bool RaceDetector::isMeant(const Access& one, const Access& other) {
  for (const Access* access : {&one, &other})
    if (access->rule && std::ranges::find(m_meant, *access->rule) == m_meant.end())
      m_meant.push_back(*access->rule);
  return one.rule || other.rule;
}

// Compares an access with the newest access of each other thread, separately for each way of accessing the location.
// That is enough: if an older access of that thread races with this one, so does the newest, because it does not happen
// before this one either. With m_ofAllPlaces, different places count as different ways. Intended and unintended
// accesses count as different ways, so an intended race hides no other. Once there are as many pairs as are told, this
// event is as good as absent: it is visited again if fewer are left.
void RaceDetector::visit(const ProgramNames& names, const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  Location& location = m_locations[event.location.value()];
  if (!location.mayRace() || (isCutShort() && !m_intended.hasRules()))
    return;
  const std::span<const std::uint32_t> clock = m_happensBefore.clock(id);
  const Access now{id,          event.label,  event.thread.value(),
                   event.index, event.writes, m_intended.ruleOf(names, *event.label)};
  Access* same = nullptr;
  for (Access& access : location.newest) {
    if (access.thread != now.thread) {
      if (access.index >= clock[access.thread] && conflict(graph, access, now) && !isMeant(access, now))
        add(graph, access.event, id);
    } else if (access.writes == now.writes && isPlain(*access.label) == isPlain(*now.label) &&
               access.label->offset == now.label->offset && access.label->size == now.label->size &&
               access.rule == now.rule && access.label->lifetime == now.label->lifetime &&
               (!m_ofAllPlaces || access.label->position == now.label->position)) {
      same = &access;
    }
  }
  m_replaced.push_back({event.location, same ? static_cast<std::size_t>(same - location.newest.data()) : 0,
                        same ? std::optional(*same) : std::nullopt});
  if (same)
    *same = now;
  else
    location.newest.push_back(now);
}

void RaceDetector::add(const ExecutionGraph& graph, EventId one, EventId other) {
  const Places places = placesOf(graph, one, other);
  if (isCutShort() || !m_found.insert(places).second)
    return;
  m_pairs.emplace_back(one, other);
  m_places.push_back(places);
}

void RaceDetector::judgeNew(const ExecutionGraph& graph, const MemoryModel& model) {
  if (std::ranges::all_of(m_races, [](const Race& race) { return race.adjacent == Race::Adjacent::Before; }))
    return;
  const SequentialOrder order(graph, model);
  for (Race& race : m_races) {
    if (race.adjacent == Race::Adjacent::Before)
      continue;
    if (order.atOrBefore(race.second, race.first))
      std::swap(race.first, race.second);
    if (race.kind == ErrorKind::UseAfterFree) {
      race.adjacent = Race::Adjacent::Now; // what counts is that nothing orders them
      if (ends(*graph.event(race.second).label))
        std::swap(race.first, race.second);
      continue;
    }
    if (!order.canBeAdjacent(race.first, race.second))
      continue;
    race.adjacent = Race::Adjacent::Now;
    m_shown.insert(placesOf(graph, race.first, race.second));
  }
}

} // namespace revisit
