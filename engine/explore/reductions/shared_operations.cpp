#include "explore/reductions/shared_operations.h"

#include <algorithm>

namespace revisit {

// Other operations are in order with all.
bool isSharedIn(const ObjectState& state, ThreadId thread, const Label& operation) {
  if (operation.operation == ObjectOp::RwlockUnlock)
    return state.owner != thread.value() + 1;
  return operation.operation == ObjectOp::RwlockRead || (operation.operation == ObjectOp::OnceEnter && state.done);
}

bool noteStep(const Reductions& reductions, const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  if (label.kind != LabelKind::Object && label.kind != LabelKind::Join)
    return false;
  Facts& facts = reductions.facts;
  bool isNew = false;
  if (isOperationOn(label, ObjectKind::Rwlock)) {
    facts.note("rwlock", label.object);
    if (makesWay(label.operation) && label.argument != 0 && hasShared(reductions, label.object))
      isNew |= facts.note("ordered", label.object);
    if (label.operation == ObjectOp::RwlockWrite)
      isNew |= facts.noteChange("write_locked", label.object) && !facts.has("ordered", label.object);
  }
  for (const ObjectId lock : facts.of<ObjectId>("rwlock")) {
    const bool unlocks = isOperation(label, ObjectOp::RwlockUnlock) && label.object == lock;
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

// Adds the places of the thread's operation in the segment where it is enabled. False: there are too many.
bool findPlaces(const ExecutionGraph& graph, ThreadId thread, const Label& label, const Segment& segment,
                std::vector<FreePlace>& places) {
  const auto add = [&](EventId displaced, std::uint64_t before, const ObjectState& state) {
    if (displaced.valid() && applyOperation(state, thread, label.operation, label.argument).enabled)
      places.push_back({displaced, before});
  };
  if (const ObjectState state = segment.base.valid() ? graph.objectAfter(segment.base) : ObjectState{};
      isSharedIn(state, thread, label)) {
    add(segment.next, 0, state);
    return true;
  }
  std::vector<EventId> open; // may come before or after
  std::ranges::copy_if(segment.free, std::back_inserter(open),
                       [&](EventId operation) { return !graph.isBeforeNext(operation, thread); });
  if (open.size() > maxFreePlaces)
    return false;
  eachClosedSet(
      graph, open, [](EventId) { return true; },
      [&](std::uint64_t before) {
        const EventId first = firstAfter(open, before);
        const EventId displaced = first.valid() ? first : segment.next; // none: the end of the chain
        if (displaced.valid())
          add(displaced, before, stateAt(graph, thread, {displaced, before}));
      });
  return true;
}

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

std::optional<std::vector<FreePlace>> sharedPlaces(const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  std::vector<FreePlace> places;
  Segment segment;
  for (EventId e = graph.lastOperation(label.object);; e = graph.event(e).previous) {
    if (e.valid() && graph.event(e).free) {
      segment.free.push_back(e);
      continue;
    }
    segment.base = e;
    std::ranges::reverse(segment.free);
    if (!findPlaces(graph, thread, label, segment, places))
      return std::nullopt;
    if (!e.valid() || graph.isBeforeNext(e, thread))
      return places;
    segment = {.next = e};
  }
}

std::vector<EventId> sharedBefore(const ExecutionGraph& graph, ThreadId thread, const FreePlace& place) {
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

ObjectState stateAt(const ExecutionGraph& graph, ThreadId thread, const FreePlace& place) {
  const EventId base = graph.fixedBefore(place.displaced);
  ObjectState state = base.valid() ? graph.objectAfter(base) : ObjectState{};
  for (const EventId id : sharedBefore(graph, thread, place)) {
    const Event& event = graph.event(id);
    state = applyOperation(state, event.thread, event.label->operation, event.label->argument, event.outcome).after;
  }
  return state;
}

} // namespace revisit
