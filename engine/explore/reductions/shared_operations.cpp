#include "explore/reductions/shared_operations.h"

#include <algorithm>

namespace revisit {

bool isSharedIn(const ObjectState& state, ThreadId thread, const Label& operation) {
  switch (operation.operation) {
  case ObjectOp::RwlockRead:
    return true;
  case ObjectOp::RwlockUnlock:
    return state.owner != thread.value() + 1;
  case ObjectOp::OnceEnter:
    return state.done;
  default:
    return false;
  }
}

bool noteStep(ProgramTraits& traits, const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  if (label.kind != LabelKind::Object && label.kind != LabelKind::Join)
    return false;
  bool isNew = false;
  if (label.kind == LabelKind::Object && isRwlockOp(label.operation)) {
    traits.noteRwlock(label.object);
    if (makesWay(label.operation) && label.argument != 0)
      isNew |= traits.orderShared(label.object);
    if (label.operation == ObjectOp::RwlockWrite)
      isNew |= traits.noteWriteLocked(label.object);
  }
  for (const ObjectId lock : traits.rwlocks()) {
    const bool unlocks =
        label.kind == LabelKind::Object && label.operation == ObjectOp::RwlockUnlock && label.object == lock;
    if (!unlocks && traits.hasShared(lock) && readLocksOf(graph.objectState(lock), thread) > 0)
      isNew |= traits.noteHeldForReading(lock);
  }
  return isNew;
}

namespace {

// The operations between two that are not free, in a chain.
struct Segment {
  EventId base; // the one before; invalid at the beginning of the chain
  std::vector<EventId> free;
  EventId next; // the one behind; invalid at the end of the chain
};

// Finds the sets of free operations of a segment after which an operation is enabled.
class PlaceFinder {
public:
  PlaceFinder(const ExecutionGraph& graph, ThreadId thread, const Label& label, std::vector<SharedPlace>& places)
      : m_graph(graph), m_thread(thread), m_label(label), m_places(places), m_tail(graph.threadCapacity(), 0) {
    if (const EventId tail = graph.tail(thread); tail.valid())
      std::ranges::copy(graph.clock(tail), m_tail.begin());
  }

  bool isBefore(EventId operation) const { return m_graph.within(operation, m_tail); }

  void find(const Segment& segment) {
    const ObjectState state = segment.base.valid() ? m_graph.objectAfter(segment.base) : ObjectState{};
    if (!isSharedIn(state, m_thread, m_label))
      return choose(segment, 0, 0);
    if (segment.next.valid() && isEnabled(state))
      m_places.push_back({segment.next, 0});
  }

private:
  bool isEnabled(const ObjectState& state) const {
    return applyOperation(state, m_thread, m_label.operation, m_label.argument).enabled;
  }

  // Chooses for the free operations from number `at` on whether they come before.
  void choose(const Segment& segment, std::size_t at, std::uint64_t chosen) {
    if (at == segment.free.size())
      return add(segment, chosen);
    const EventId operation = segment.free[at];
    const std::uint64_t with = chosen | std::uint64_t{1} << at;
    if (follows(segment, at, chosen))
      choose(segment, at + 1, with);
    if (!isBefore(operation))
      choose(segment, at + 1, chosen);
  }

  // Whether what the operation depends on among the free ones is chosen.
  bool follows(const Segment& segment, std::size_t at, std::uint64_t chosen) const {
    for (std::size_t i = 0; i < at; i++)
      if ((chosen >> i & 1) == 0 && m_graph.within(segment.free[i], m_graph.clock(segment.free[at])))
        return false;
    return true;
  }

  void add(const Segment& segment, std::uint64_t chosen) {
    const std::size_t all = segment.free.size();
    std::size_t first = 0; // of those that come after
    while (first < all && (chosen >> first & 1) != 0)
      first++;
    const EventId displaced = first < all ? segment.free[first] : segment.next;
    if (!displaced.valid()) // the end of the chain
      return;
    if (const SharedPlace place{displaced, chosen}; isEnabled(stateAt(m_graph, place)))
      m_places.push_back(place);
  }

  const ExecutionGraph& m_graph;
  ThreadId m_thread;
  const Label& m_label;
  std::vector<SharedPlace>& m_places;
  std::vector<std::uint32_t> m_tail;
};

// The segment in whose middle or at whose end the operation stands.
Segment segmentOf(const ExecutionGraph& graph, EventId operation) {
  Segment segment;
  segment.base = graph.fixedBefore(operation);
  EventId first = operation;
  for (EventId e = graph.event(operation).previous; e != segment.base; e = graph.event(e).previous)
    first = e;
  for (EventId e = first; e.valid() && graph.event(e).free; e = graph.event(e).next)
    segment.free.push_back(e);
  return segment;
}

} // namespace

std::optional<std::vector<SharedPlace>> sharedPlaces(const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  std::vector<SharedPlace> places;
  PlaceFinder finder(graph, thread, label, places);
  Segment segment;
  for (EventId e = graph.lastOperation(label.object);; e = graph.event(e).previous) {
    if (e.valid() && graph.event(e).free) {
      segment.free.push_back(e);
      continue;
    }
    segment.base = e;
    if (segment.free.size() > maxSharedTogether)
      return std::nullopt;
    std::ranges::reverse(segment.free);
    finder.find(segment);
    if (!e.valid() || finder.isBefore(e))
      return places;
    segment = {.next = e};
  }
}

std::vector<EventId> sharedBefore(const ExecutionGraph& graph, const SharedPlace& place) {
  std::vector<EventId> before;
  const Segment segment = segmentOf(graph, place.displaced);
  for (std::size_t i = 0; i < segment.free.size(); i++)
    if ((place.before >> i & 1) != 0)
      before.push_back(segment.free[i]);
  return before;
}

ObjectState stateAt(const ExecutionGraph& graph, const SharedPlace& place) {
  const EventId base = graph.fixedBefore(place.displaced);
  ObjectState state = base.valid() ? graph.objectAfter(base) : ObjectState{};
  for (const EventId id : sharedBefore(graph, place)) {
    const Event& event = graph.event(id);
    state = applyOperation(state, event.thread, event.label->operation, event.label->argument, event.outcome).after;
  }
  return state;
}

} // namespace revisit
