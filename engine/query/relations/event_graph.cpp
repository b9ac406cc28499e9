#include "query/relations/event_graph.h"

#include "query/axioms/partial_sc.h"

#include <algorithm>
#include <map>
#include <utility>

namespace revisit {
namespace {

// Finds for a read the write that overwrites what it read. Reads of the same bytes share a list of writes.
class Overwriters {
public:
  explicit Overwriters(const Timeline& timeline) : m_timeline(timeline) {}

  std::optional<EventNumber> of(EventNumber read) {
    const ByteRange range = m_timeline.rangeOf(read);
    if (range.size == 0)
      return std::nullopt;
    const Writes& writes = writesTo(range);
    const std::optional<EventNumber> source = m_timeline.readsFrom(read);
    if (!source)
      return writes.order.empty() ? std::nullopt : std::optional(writes.order.front());
    const auto place = writes.places.find(*source);
    // The location is larger than the bytes read, and the source wrote other bytes of it.
    if (place == writes.places.end())
      return m_timeline.nextWriter(read);
    return place->second + 1 < writes.order.size() ? std::optional(writes.order[place->second + 1]) : std::nullopt;
  }

private:
  struct Writes {
    std::vector<EventNumber> order; // by coherence
    std::map<EventNumber, std::size_t> places;
  };

  const Writes& writesTo(const ByteRange& range) {
    const auto [found, isNew] = m_writes.try_emplace({range.address, range.size});
    if (isNew) {
      found->second.order = m_timeline.coherenceOrder(range);
      for (std::size_t i = 0; i < found->second.order.size(); i++)
        found->second.places.emplace(found->second.order[i], i);
    }
    return found->second;
  }

  const Timeline& m_timeline;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Writes> m_writes;
};

} // namespace

EventGraph::EventGraph(const Timeline& timeline, std::optional<NodeIndex> next)
    : m_events(timeline.size()), m_next(next), m_waits(waitsOf(timeline)) {
  m_cycle = waitingCycle(m_waits);
  for (const WitnessEvent& event : timeline.witness().schedule)
    m_threads.push_back(event.thread);
  for (const Wait& wait : m_waits)
    m_threads.push_back(wait.thread);
  m_incident.resize(m_threads.size());
  addProgramOrder(timeline);
  addMemory(timeline);
  for (const SynchronizingPair& pair : synchronizesWith(timeline))
    add(Relation::SynchronizesWith, nodeOf(pair.release), nodeOf(pair.acquire));
  addOrders(timeline);
  addChains(timeline);
  addThreads(timeline);
  addWaits(timeline);
}

void EventGraph::add(Relation relation, NodeIndex from, NodeIndex to) {
  const bool isOfThreads = relation == Relation::ProgramOrder || relation == Relation::Create;
  if ((m_next == from || m_next == to) && !isOfThreads)
    return;
  m_incident[from].push_back(m_edges.size());
  m_incident[to].push_back(m_edges.size());
  m_edges.push_back({relation, from, to});
}

void EventGraph::addProgramOrder(const Timeline& timeline) {
  for (EventNumber event = 1; event <= m_events; event++)
    if (const auto next = timeline.nextOfThread(event))
      add(Relation::ProgramOrder, nodeOf(event), nodeOf(*next));
}

void EventGraph::addMemory(const Timeline& timeline) {
  Overwriters overwriters(timeline);
  for (EventNumber number = 1; number <= m_events; number++) {
    const WitnessEvent& event = timeline.event(number);
    if (const auto source = timeline.readsFrom(number))
      add(Relation::ReadsFrom, nodeOf(*source), nodeOf(number));
    if (event.writes)
      if (const auto previous = timeline.previousWriter(number))
        add(Relation::Coherence, nodeOf(*previous), nodeOf(number));
    if (event.reads && !event.writes)
      if (const auto next = overwriters.of(number))
        add(Relation::FromReads, nodeOf(number), nodeOf(*next));
  }
}

// The orders that the axioms of weak memory models are about.
void EventGraph::addOrders(const Timeline& timeline) {
  const ModelKind model = timeline.witness().options.memoryModel;
  if (model == ModelKind::Sc || timeline.size() > maxEventsOfAxioms)
    return;
  const HappensBefore before(timeline);
  for (const SynchronizingPair& pair : before.pairs())
    add(Relation::HappensBefore, nodeOf(pair.release), nodeOf(pair.acquire));
  if (model == ModelKind::Rc11)
    for (const SynchronizingPair& pair : PartialSc(before).pairs())
      add(Relation::PartialSc, nodeOf(pair.release), nodeOf(pair.acquire));
}

void EventGraph::addChains(const Timeline& timeline) {
  for (EventNumber event = 1; event <= m_events; event++)
    if (const auto previous = timeline.chainPrevious(event))
      add(Relation::ObjectChain, nodeOf(*previous), nodeOf(event));
}

void EventGraph::addThreads(const Timeline& timeline) {
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++)
    if (const auto creation = timeline.creationOf(thread); creation && !timeline.eventsOf(thread).empty())
      add(Relation::Create, nodeOf(*creation), nodeOf(timeline.eventsOf(thread).front()));
  for (EventNumber event = 1; event <= m_events; event++) {
    if (timeline.event(event).kind != LabelKind::Join)
      continue;
    if (const auto child = timeline.childOf(event); child && !timeline.eventsOf(*child).empty())
      add(Relation::Join, nodeOf(timeline.eventsOf(*child).back()), nodeOf(event));
  }
}

void EventGraph::addWaits(const Timeline& timeline) {
  for (std::size_t i = 0; i < m_waits.size(); i++) {
    const NodeIndex node = m_events + i;
    if (const auto events = timeline.eventsOf(m_waits[i].thread); !events.empty())
      add(Relation::ProgramOrder, nodeOf(events.back()), node);
    if (m_waits[i].why)
      add(Relation::Waiting, node, nodeOf(*m_waits[i].why));
  }
}

std::optional<EventNumber> EventGraph::eventOf(NodeIndex node) const {
  return node < m_events ? std::optional(node + 1) : std::nullopt;
}

const Wait* EventGraph::waitOf(NodeIndex node) const {
  return node < m_events ? nullptr : &m_waits[node - m_events];
}

bool EventGraph::isInCycle(NodeIndex node) const {
  return node >= m_events && std::ranges::find(m_cycle, m_threads[node]) != m_cycle.end();
}

std::vector<NodeIndex> EventGraph::neighbours(NodeIndex node, Relation relation, Direction direction) const {
  std::vector<NodeIndex> found;
  for (const std::size_t index : m_incident[node]) {
    const EventEdge& edge = m_edges[index];
    if (edge.relation != relation)
      continue;
    if (direction == Direction::Forward && edge.from == node)
      found.push_back(edge.to);
    if (direction == Direction::Backward && edge.to == node)
      found.push_back(edge.from);
  }
  std::ranges::sort(found);
  return found;
}

} // namespace revisit
