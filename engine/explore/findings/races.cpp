#include "explore/findings/races.h"

#include "explore/sequential_order.h"

#include <algorithm>

namespace revisit {

namespace {

bool isPlain(const Label& label) {
  return label.order == MemoryOrder::Plain;
}

// Freeing memory that another thread still uses is reported as a separate kind of error: a use after free.
bool canRace(const Label& label) {
  return isMemory(label.kind) && label.lifetime != Lifetime::Ends;
}

bool overlap(const Label& a, const Label& b) {
  return a.size == 0 || b.size == 0 || (a.offset < b.offset + b.size && b.offset < a.offset + a.size);
}

} // namespace

void RaceDetector::restart() {
  m_shown.clear();
  m_intended.restart();
}

const std::vector<Race>& RaceDetector::find(const Program& program, const ExecutionGraph& graph,
                                            const MemoryModel& model, std::uint64_t number) {
  m_races.clear();
  m_execution = number;
  m_found.clear();
  if (!survey(graph))
    return m_races;
  std::ranges::sort(m_order);
  m_happensBefore.compute(graph, m_order);
  for (const EventId id : m_order)
    if (canRace(*graph.event(id).label))
      visit(program, graph, id);
  judgeNew(graph, model);
  return m_races;
}

// Fills m_order. Whether some location may have a race.
bool RaceDetector::survey(const ExecutionGraph& graph) {
  m_order.clear();
  m_round++;
  bool found = false;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    for (const EventId id : graph.events(ThreadId(t))) {
      m_order.push_back(id);
      const Event& event = graph.event(id);
      if (!canRace(*event.label))
        continue;
      if (event.location.value() >= m_locations.size())
        m_locations.resize(event.location.value() + 1);
      Location& location = m_locations[event.location.value()];
      if (location.round != m_round) {
        location.round = m_round;
        location.thread = t;
        location.isShared = location.hasPlain = location.hasWrite = false;
        location.newest.clear();
      }
      location.isShared |= location.thread != t;
      location.hasPlain |= isPlain(*event.label);
      location.hasWrite |= event.writes;
      found |= location.mayRace();
    }
  return found;
}

// A race is intended if a rule matches either access. Both are evaluated, so that the rules for both are found.
bool RaceDetector::isMeant(const Access& one, const Access& other) {
  for (const Access* access : {&one, &other})
    if (access->rule)
      m_intended.use(*access->rule, m_execution);
  return one.rule || other.rule;
}

// Compares an access with the newest access of each other thread, separately for each way of accessing the location.
// That is enough: if an older access of that thread races with this one, so does the newest, because it does not happen
// before this one either. Intended and unintended accesses count as different ways, so an intended race hides no other.
void RaceDetector::visit(const Program& program, const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  Location& location = m_locations[event.location.value()];
  if (!location.mayRace())
    return;
  const std::span<const std::uint32_t> clock = m_happensBefore.clock(id);
  const Access now{id,          event.label,  event.thread.value(),
                   event.index, event.writes, m_intended.ruleOf(program, *event.label)};
  Access* same = nullptr;
  for (Access& access : location.newest) {
    if (access.thread != now.thread) {
      if (access.index >= clock[access.thread] && (access.writes || now.writes) &&
          (isPlain(*access.label) || isPlain(*now.label)) && overlap(*access.label, *now.label) &&
          !isMeant(access, now))
        add(graph, access.event, id);
    } else if (access.writes == now.writes && isPlain(*access.label) == isPlain(*now.label) &&
               access.label->offset == now.label->offset && access.label->size == now.label->size &&
               access.rule == now.rule) {
      same = &access;
    }
  }
  if (same)
    *same = now;
  else
    location.newest.push_back(now);
}

void RaceDetector::add(const ExecutionGraph& graph, EventId one, EventId other) {
  const auto placesOf = [&](EventId a, EventId b) -> Places {
    return std::minmax({graph.event(a).label->position, graph.event(b).label->position});
  };
  const Places places = placesOf(one, other);
  if (!m_found.insert(places).second)
    return;
  const bool isShown = m_shown.contains(places);
  m_races.push_back({one, other, isShown ? Race::Adjacent::Before : Race::Adjacent::NotYet});
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
    if (!order.canBeAdjacent(race.first, race.second))
      continue;
    race.adjacent = Race::Adjacent::Now;
    m_shown.insert(std::minmax({graph.event(race.first).label->position, graph.event(race.second).label->position}));
  }
}

} // namespace revisit
