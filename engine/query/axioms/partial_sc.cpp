#include "query/axioms/partial_sc.h"

#include <algorithm>
#include <array>
#include <queue>

namespace revisit {

namespace {

// Whether the event is coherence-before the write, as a write or by what it reads.
bool isOverwrittenBy(const Timeline& timeline, EventNumber access, EventNumber write) {
  if (timeline.event(access).writes)
    return timeline.coherenceBefore(access, write);
  const std::optional<EventNumber> source = timeline.readsFrom(access);
  return !source || (*source != write && timeline.coherenceBefore(*source, write));
}

using Row = std::vector<std::uint64_t>;

bool holds(const Row& row, std::size_t i) {
  return (row[i / 64] >> (i % 64) & 1) != 0;
}

} // namespace

std::string_view nameOf(AxiomRelation relation) {
  constexpr std::array<std::string_view, 9> names = {"po", "ppo", "rf", "co", "fr", "hb", "chain", "create", "join"};
  static_assert(names.size() == static_cast<std::size_t>(AxiomRelation::Join) + 1);
  return names[static_cast<std::size_t>(relation)];
}

PartialSc::PartialSc(const HappensBefore& before) : m_before(before), m_timeline(before.timeline()) {
  for (EventNumber event = 1; event <= m_timeline.size(); event++)
    if (isSc(event))
      m_events.push_back(event);
  for (const EventNumber event : m_events)
    addSteps(event);
}

bool PartialSc::isSc(EventNumber number) const {
  const WitnessEvent& event = m_timeline.event(number);
  if (!isMemory(event.kind) && event.kind != LabelKind::Fence)
    return false;
  const bool isFailed = event.kind == LabelKind::Cas && !event.writes;
  return (isFailed && event.failureOrder ? event.failureOrder : event.order) == MemoryOrder::SeqCst;
}

bool PartialSc::isFence(EventNumber event) const {
  return m_timeline.event(event).kind == LabelKind::Fence;
}

// Whether the event does not access the location of the access.
bool PartialSc::isElsewhere(EventNumber event, EventNumber access) const {
  return !m_timeline.rangeOf(event).overlaps(m_timeline.rangeOf(access));
}

// Whether the event is before all events of the other one's thread by happens-before.
bool PartialSc::isBeforeThreadOf(EventNumber event, EventNumber other) const {
  const std::optional<EventNumber> creation = m_timeline.creationOf(m_timeline.event(other).thread);
  return creation && m_before.beforeOrSame(event, *creation);
}

// po!=loc; hb; po!=loc, of events of two threads. The start of a thread is no event, but stands before all of its.
bool PartialSc::happensAround(EventNumber first, EventNumber second) const {
  std::optional<EventNumber> left = m_timeline.nextOfThread(first);
  while (left && !isElsewhere(*left, first))
    left = m_timeline.nextOfThread(*left);
  if (!left)
    return false;
  if (isBeforeThreadOf(*left, second))
    return true;
  std::optional<EventNumber> right = m_timeline.previousOfThread(second);
  while (right && !isElsewhere(*right, second))
    right = m_timeline.previousOfThread(*right);
  return right && m_before.before(*left, *right);
}

AxiomEdge PartialSc::ordered(EventNumber from, EventNumber to) const {
  const bool isOwn = m_timeline.event(from).thread == m_timeline.event(to).thread;
  return {isOwn ? AxiomRelation::ProgramOrder : AxiomRelation::HappensBefore, from, to};
}

void PartialSc::addSteps(EventNumber from) {
  addOrdered(from);
  if (!isFence(from))
    return addAccesses(from, from);
  for (EventNumber access = 1; access <= m_timeline.size(); access++)
    if (isMemory(m_timeline.event(access).kind) && m_before.before(from, access))
      addAccesses(from, access);
}

// The steps by order alone: po and po!=loc; hb; po!=loc, with hb before or behind them at fences.
void PartialSc::addOrdered(EventNumber from) {
  for (const EventNumber to : m_events) {
    if (!m_before.before(from, to))
      continue;
    const bool isOwn = m_timeline.event(from).thread == m_timeline.event(to).thread;
    const auto next = m_timeline.nextOfThread(from), previous = m_timeline.previousOfThread(to);
    bool leads = isOwn;
    if (isFence(from))
      leads = leads || isFence(to) || isBeforeThreadOf(from, to) || (previous && m_before.before(from, *previous));
    else if (isFence(to)) // po; hb
      leads = leads || (next && m_before.beforeOrSame(*next, to));
    else
      leads = leads || happensAround(from, to);
    if (leads)
      add(from, to, {ordered(from, to)});
  }
}

// The steps with an edge of one location that begins at the access.
void PartialSc::addAccesses(EventNumber from, EventNumber access) {
  const bool hasEco = isFence(from);
  for (const EventNumber other : m_timeline.touching(m_timeline.rangeOf(access))) {
    const WitnessEvent& event = m_timeline.event(other);
    if (other == access || !isMemory(event.kind))
      continue;
    if (m_before.before(access, other))
      arrive(from, {ordered(access, other), std::nullopt}, false);
    if (event.writes && isOverwrittenBy(m_timeline, access, other)) {
      const AxiomRelation relation =
          m_timeline.event(access).writes ? AxiomRelation::Coherence : AxiomRelation::FromReads;
      const AxiomEdge edge{relation, access, other};
      arrive(from, {edge, std::nullopt}, false);
      for (const EventNumber reader : m_timeline.readersOf(other))
        if (hasEco && reader != access)
          arrive(from, {edge, AxiomEdge{AxiomRelation::ReadsFrom, other, reader}}, true);
    }
  }
  if (hasEco)
    for (const EventNumber reader : m_timeline.readersOf(access))
      arrive(from, {{AxiomRelation::ReadsFrom, access, reader}, std::nullopt}, true);
}

void PartialSc::arrive(EventNumber from, const Leading& leading, bool onlyFences) {
  const EventNumber last = leading.readsFrom ? leading.readsFrom->to : leading.edge.to;
  std::vector<AxiomEdge> edges;
  if (leading.edge.from != from)
    edges.push_back(ordered(from, leading.edge.from));
  edges.push_back(leading.edge);
  if (leading.readsFrom)
    edges.push_back(*leading.readsFrom);
  if (!onlyFences && isSc(last))
    add(from, last, edges);
  edges.emplace_back();
  for (const EventNumber fence : m_events)
    if (isFence(fence) && m_before.before(last, fence)) {
      edges.back() = ordered(last, fence);
      add(from, fence, edges);
    }
}

void PartialSc::add(EventNumber from, EventNumber to, std::vector<AxiomEdge> edges) {
  const auto [known, isNew] = m_known.try_emplace({from, to}, m_steps.size());
  if (isNew)
    m_steps.push_back({from, to, std::move(edges)});
  else if (edges.size() < m_steps[known->second].edges.size())
    m_steps[known->second].edges = std::move(edges);
}

std::vector<SynchronizingPair> PartialSc::pairs() const {
  const auto indexOf = [&](EventNumber event) {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_events, event) - m_events.begin());
  };
  const std::size_t size = m_events.size();
  std::vector<Row> direct(size, Row(size / 64 + 1)), reached;
  for (const Step& step : m_steps)
    direct[indexOf(step.from)][indexOf(step.to) / 64] |= std::uint64_t{1} << (indexOf(step.to) % 64);
  reached = direct;
  for (std::size_t middle = 0; middle < size; middle++)
    for (Row& row : reached)
      if (holds(row, middle))
        for (std::size_t word = 0; word < row.size(); word++)
          row[word] |= reached[middle][word];
  std::vector<SynchronizingPair> found;
  for (const Step& step : m_steps) {
    const Row& next = direct[indexOf(step.from)];
    bool follows = m_timeline.event(step.from).thread == m_timeline.event(step.to).thread;
    for (std::size_t middle = 0; middle < size && !follows; middle++)
      follows = holds(next, middle) && holds(reached[middle], indexOf(step.to));
    if (!follows)
      found.push_back({step.from, step.to});
  }
  std::ranges::sort(found);
  return found;
}

std::vector<AxiomEdge> PartialSc::cycle() const {
  std::map<EventNumber, std::vector<std::size_t>> leaving;
  for (std::size_t i = 0; i < m_steps.size(); i++)
    leaving[m_steps[i].from].push_back(i);
  std::vector<AxiomEdge> best;
  for (const auto& [start, first] : leaving) {
    // Shortest paths from one event back to it, by the number of edges.
    std::map<EventNumber, std::pair<std::size_t, std::size_t>> reached; // the distance and the last step
    using Open = std::pair<std::size_t, EventNumber>;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    open.emplace(0, start);
    while (!open.empty() && !(reached.contains(start) && open.top().second == start)) {
      const auto [distance, event] = open.top();
      open.pop();
      for (const std::size_t index : leaving.contains(event) ? leaving.at(event) : std::vector<std::size_t>()) {
        const Step& step = m_steps[index];
        const std::size_t length = distance + step.edges.size();
        const auto known = reached.find(step.to);
        if ((known != reached.end() && known->second.first <= length) || (!best.empty() && length >= best.size()))
          continue;
        reached[step.to] = {length, index};
        open.emplace(length, step.to);
      }
    }
    if (!reached.contains(start))
      continue;
    std::vector<AxiomEdge> edges;
    EventNumber event = start;
    do {
      const Step& step = m_steps[reached[event].second];
      edges.insert(edges.begin(), step.edges.begin(), step.edges.end());
      event = step.from;
    } while (event != start);
    best = std::move(edges);
  }
  return best;
}

} // namespace revisit
