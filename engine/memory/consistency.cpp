#include "memory/consistency.h"

#include "memory/make_model.h"

#include <algorithm>
#include <utility>

namespace revisit {

namespace {

// Copies the graph's events, each after all that it depends on.
class Rebuilder {
public:
  Rebuilder(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel)
      : m_graph(graph), m_copy(program), m_model(model), m_relabel(relabel) {
    m_model.reset();
  }

  // Adds the events in this order. Returns the first one whose choice the model forbids.
  EventId add(std::span<const EventId> order) {
    m_copy.followConflicts(m_graph.conflicts());
    for (const EventId id : order)
      m_copies.resize(std::max<std::size_t>(m_copies.size(), id.value() + 1));
    const auto forbidden = std::ranges::find_if(order, [&](EventId id) { return !add(id); });
    return forbidden == order.end() ? EventId() : *forbidden;
  }

  RebuiltGraph result(EventId forbidden) && { return {std::move(m_copy), std::move(m_copies), forbidden}; }

  // By event, for those that read: the oldest write that they could read from.
  std::vector<EventId> oldestReadable() const {
    std::vector<EventId> originals;
    for (std::size_t i = 0; i < m_copies.size(); i++)
      if (m_copies[i].valid()) {
        if (originals.size() <= m_copies[i].value())
          originals.resize(m_copies[i].value() + 1);
        originals[m_copies[i].value()] = EventId(static_cast<std::uint32_t>(i));
      }
    std::vector<EventId> floors(m_floors.size());
    for (std::size_t i = 0; i < m_floors.size(); i++)
      if (m_floors[i].valid())
        floors[i] = m_copy.isInitial(m_floors[i]) ? initialOf(m_floors[i]) : originals[m_floors[i].value()];
    return floors;
  }

private:
  // The initial write in the first graph.
  EventId initialOf(EventId copy) const {
    EventId write = m_graph.latestWrite(m_copy.event(copy).location);
    while (!m_graph.isInitial(write))
      write = m_graph.event(write).previous;
    return write;
  }

  // The copy of the event; of an initial write, the copy's own one.
  EventId copyOf(EventId id) {
    return m_graph.isInitial(id) ? m_copy.initialWrite(m_graph.event(id).location) : m_copies[id.value()];
  }

  // The coherence-latest write before this one that was copied already.
  EventId placeOf(EventId write) {
    EventId before = m_graph.event(write).previous;
    while (!m_graph.isInitial(before) && !m_copies[before.value()].valid())
      before = m_graph.event(before).previous;
    return copyOf(before);
  }

  bool isAllowed(EventId id, const Label& label, EventId choice) {
    const Event& event = m_graph.event(id);
    const EventId floor = m_model.coherenceFloor(m_copy, accessOf(event.thread, label, event.writes));
    if (event.reads) {
      m_floors.resize(std::max<std::size_t>(m_floors.size(), id.value() + 1));
      m_floors[id.value()] = floor;
    }
    for (EventId w = m_copy.lastWrite(label.location); w != choice; w = m_copy.event(w).previous)
      if (w == floor)
        return false;
    return true;
  }

  bool add(EventId id) {
    const Event& event = m_graph.event(id);
    const Label* other = m_relabel ? m_relabel(event) : nullptr;
    const Label& label = other ? *other : *event.label;
    Placement place;
    place.seen = event.seen;
    place.written = event.written;
    place.writes = event.writes;
    place.condition = event.condition;
    place.side = event.side;
    place.object = event.object;
    place.countsForIdentity = event.countsForIdentity;
    place.free = event.free;
    place.sectionNumber = event.sectionNumber;
    place.outcome = event.outcome;
    place.leaves = event.leaves;
    if (event.rf.valid())
      place.rf = copyOf(event.rf);
    if (event.writes)
      place.coAfter = placeOf(id);
    if (label.kind == LabelKind::Object && !event.isDependedOn)
      place.follows = m_copies[event.previous.value()];
    if (isMemory(label.kind) && !isAllowed(id, label, event.writes ? place.coAfter : place.rf))
      return false;
    m_copies[id.value()] = m_copy.append(event.thread, label, event.after, place);
    m_model.appended(m_copy, m_copies[id.value()]);
    return true;
  }

  const ExecutionGraph& m_graph;
  ExecutionGraph m_copy;
  MemoryModel& m_model;
  const Relabel& m_relabel;
  std::vector<EventId> m_copies; // by event
  std::vector<EventId> m_floors; // by event that reads: in the copy
};

// An event was added after everything that it depends on.
std::vector<EventId> orderOfAddition(const ExecutionGraph& graph) {
  std::vector<EventId> order;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    order.insert(order.end(), graph.events(ThreadId(t)).begin(), graph.events(ThreadId(t)).end());
  std::ranges::sort(order, {}, [](EventId id) { return id.value(); });
  return order;
}

} // namespace

RebuiltGraph rebuild(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel) {
  Rebuilder rebuilder(graph, program, model, relabel);
  const EventId forbidden = rebuilder.add(orderOfAddition(graph));
  return std::move(rebuilder).result(forbidden);
}

std::vector<EventId> oldestReadable(const ExecutionGraph& graph, Program& program, ModelKind model,
                                    std::span<const EventId> order) {
  const std::unique_ptr<MemoryModel> judge = makeModel(model);
  const Relabel none;
  Rebuilder rebuilder(graph, program, *judge, none);
  rebuilder.add(order);
  return rebuilder.oldestReadable();
}

EventId firstForbidden(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel) {
  const std::unique_ptr<MemoryModel> judge = makeModel(model);
  return rebuild(graph, program, *judge, relabel).forbidden;
}

} // namespace revisit
