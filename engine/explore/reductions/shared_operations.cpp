#include "explore/reductions/shared_operations.h"

#include <algorithm>

namespace revisit {

bool isSharedIn(const ObjectState& state, ThreadId thread, const Label& operation) {
  switch (roleOf(operation.operation)) {
  case ObjectRole::LockShared:
    return operation.operation == ObjectOp::RwlockRead;
  case ObjectRole::Unlock:
    return kindOf(operation.operation) == ObjectKind::Rwlock && state.owner != thread.value() + 1;
  case ObjectRole::Enter:
    return state.done;
  case ObjectRole::Initialise:
  case ObjectRole::Destroy:
  case ObjectRole::Lock:
  case ObjectRole::TakePermit:
  case ObjectRole::AddPermit:
  case ObjectRole::Look:
  case ObjectRole::Wait:
  case ObjectRole::Wake:
  case ObjectRole::Signal:
  case ObjectRole::Broadcast:
  case ObjectRole::Leave:
  case ObjectRole::Abort:
  case ObjectRole::Arrive:
  case ObjectRole::Pass:
  case ObjectRole::Spend:
  case ObjectRole::TakeBlock:
  case ObjectRole::Ask:
  case ObjectRole::Put:
  case ObjectRole::Take:
  case ObjectRole::LookFor:
  case ObjectRole::Shut:
  case ObjectRole::Watch:
  case ObjectRole::Abandon:
  case ObjectRole::Mend:
  case ObjectRole::Request:
  case ObjectRole::Heed:
  case ObjectRole::Interrupt:
  case ObjectRole::Reach:
  case ObjectRole::AwaitEnd:
    return false;
  }
  return false;
}

bool noteStep(const Reductions& reductions, const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  if (label.kind != LabelKind::Object && label.kind != LabelKind::Join)
    return false;
  Facts& facts = reductions.facts;
  bool isNew = false;
  if (label.kind == LabelKind::Object && kindOf(label.operation) == ObjectKind::Rwlock) {
    facts.note("rwlock", label.object);
    if (makesWay(label.operation) && label.argument != 0 && hasShared(reductions, label.object))
      isNew |= facts.note("ordered", label.object);
    if (label.operation == ObjectOp::RwlockWrite)
      isNew |= facts.noteChange("write_locked", label.object) && !facts.has("ordered", label.object);
  }
  for (const ObjectId lock : facts.of<ObjectId>("rwlock")) {
    const bool unlocks =
        label.kind == LabelKind::Object && label.operation == ObjectOp::RwlockUnlock && label.object == lock;
    if (!unlocks && hasShared(reductions, lock) && readLocksOf(graph.objectState(lock), thread) > 0)
      isNew |= facts.noteChange("held_for_reading", lock);
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
      : m_graph(graph), m_thread(thread), m_label(label), m_places(places) {}

  // False: there are too many operations.
  bool find(const Segment& segment) {
    const ObjectState state = segment.base.valid() ? m_graph.objectAfter(segment.base) : ObjectState{};
    if (isSharedIn(state, m_thread, m_label)) {
      if (segment.next.valid() && isEnabled(state))
        m_places.push_back({segment.next, 0});
      return true;
    }
    m_open.clear();
    for (const EventId operation : segment.free)
      if (!m_graph.isBeforeNext(operation, m_thread))
        m_open.push_back(operation);
    if (m_open.size() > maxSharedTogether)
      return false;
    choose(segment, 0, 0);
    return true;
  }

private:
  bool isEnabled(const ObjectState& state) const {
    return applyOperation(state, m_thread, m_label.operation, m_label.argument).enabled;
  }

  // Chooses for the operations from number `at` on whether they come before.
  void choose(const Segment& segment, std::size_t at, std::uint64_t chosen) {
    if (at == m_open.size())
      return add(segment, chosen);
    if (hasAllBefore(at, chosen))
      choose(segment, at + 1, chosen | std::uint64_t{1} << at);
    choose(segment, at + 1, chosen);
  }

  // Whether what the operation depends on is chosen.
  bool hasAllBefore(std::size_t at, std::uint64_t chosen) const {
    for (std::size_t i = 0; i < at; i++)
      if ((chosen >> i & 1) == 0 && m_graph.within(m_open[i], m_graph.clock(m_open[at])))
        return false;
    return true;
  }

  void add(const Segment& segment, std::uint64_t chosen) {
    std::size_t first = 0; // of those that come after
    while (first < m_open.size() && (chosen >> first & 1) != 0)
      first++;
    const EventId displaced = first < m_open.size() ? m_open[first] : segment.next;
    if (!displaced.valid()) // the end of the chain
      return;
    if (const SharedPlace place{displaced, chosen}; isEnabled(stateAt(m_graph, m_thread, place)))
      m_places.push_back(place);
  }

  const ExecutionGraph& m_graph;
  ThreadId m_thread;
  const Label& m_label;
  std::vector<SharedPlace>& m_places;
  std::vector<EventId> m_open; // free operations of the segment that may come before or after
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
    std::ranges::reverse(segment.free);
    if (!finder.find(segment))
      return std::nullopt;
    if (!e.valid() || graph.isBeforeNext(e, thread))
      return places;
    segment = {.next = e};
  }
}

std::vector<EventId> sharedBefore(const ExecutionGraph& graph, ThreadId thread, const SharedPlace& place) {
  std::vector<EventId> before;
  std::uint64_t left = place.before;
  for (const EventId operation : segmentOf(graph, place.displaced).free) {
    const bool isBefore = graph.isBeforeNext(operation, thread);
    if (isBefore || (left & 1) != 0)
      before.push_back(operation);
    if (!isBefore)
      left >>= 1;
  }
  return before;
}

ObjectState stateAt(const ExecutionGraph& graph, ThreadId thread, const SharedPlace& place) {
  const EventId base = graph.fixedBefore(place.displaced);
  ObjectState state = base.valid() ? graph.objectAfter(base) : ObjectState{};
  for (const EventId id : sharedBefore(graph, thread, place)) {
    const Event& event = graph.event(id);
    state = applyOperation(state, event.thread, event.label->operation, event.label->argument, event.outcome).after;
  }
  return state;
}

} // namespace revisit
