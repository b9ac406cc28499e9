#include "memory/consistency.h"

#include <algorithm>
#include <utility>

namespace revisit {

namespace {

// Copies the graph's events, each after all that it depends on.
class Rebuilder {
public:
  Rebuilder(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel)
      : m_graph(graph), m_copy(program), m_model(model), m_relabel(relabel) {
    // An event was added after everything that it depends on.
    for (std::uint32_t t = 0; t < graph.threadCount(); t++)
      m_order.insert(m_order.end(), graph.events(ThreadId(t)).begin(), graph.events(ThreadId(t)).end());
    std::ranges::sort(m_order, {}, [](EventId id) { return id.value(); });
    if (!m_order.empty())
      m_copies.resize(m_order.back().value() + 1);
  }

  RebuiltGraph rebuild() && {
    m_model.reset();
    for (const EventId id : m_order)
      if (!add(id))
        return {std::move(m_copy), std::move(m_copies), id};
    return {std::move(m_copy), std::move(m_copies), {}};
  }

private:
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

  bool isAllowed(const Event& event, const Label& label, EventId choice) {
    const EventId floor = m_model.coherenceFloor(m_copy, accessOf(event.thread, label, event.writes));
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
    place.object = event.object;
    place.ordered = event.ordered;
    place.outcome = event.outcome;
    place.leaves = event.leaves;
    if (event.rf.valid())
      place.rf = copyOf(event.rf);
    if (event.writes)
      place.coAfter = placeOf(id);
    if (label.kind == LabelKind::Object && !event.chained)
      place.follows = m_copies[event.previous.value()];
    if (isMemory(label.kind) && !isAllowed(event, label, event.writes ? place.coAfter : place.rf))
      return false;
    m_copies[id.value()] = m_copy.append(event.thread, label, event.after, place);
    m_model.appended(m_copy, m_copies[id.value()]);
    return true;
  }

  const ExecutionGraph& m_graph;
  ExecutionGraph m_copy;
  MemoryModel& m_model;
  const Relabel& m_relabel;
  std::vector<EventId> m_order;
  std::vector<EventId> m_copies; // by event
};

} // namespace

RebuiltGraph rebuild(const ExecutionGraph& graph, Program& program, MemoryModel& model, const Relabel& relabel) {
  return Rebuilder(graph, program, model, relabel).rebuild();
}

EventId firstForbidden(const ExecutionGraph& graph, Program& program, ModelKind model, const Relabel& relabel) {
  const std::unique_ptr<MemoryModel> judge = makeModel(model);
  return rebuild(graph, program, *judge, relabel).forbidden;
}

} // namespace revisit
