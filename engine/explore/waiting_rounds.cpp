#include "explore/waiting_rounds.h"

#include <algorithm>
#include <ranges>

namespace revisit {

namespace {

// Whether this is an operation that fails instead of waiting.
bool isAttempt(ObjectOp operation) {
  switch (operation) {
  case ObjectOp::MutexTryLock:
  case ObjectOp::MutexTimedLock:
  case ObjectOp::SemTryWait:
  case ObjectOp::SemTimedWait:
  case ObjectOp::SemGet:
  case ObjectOp::RwlockTryRead:
  case ObjectOp::RwlockTimedRead:
  case ObjectOp::RwlockTryWrite:
  case ObjectOp::RwlockTimedWrite:
    return true;
  default:
    return false;
  }
}

bool hasFailed(const ExecutionGraph& graph, const Event& attempt) {
  return isAttempt(attempt.label->operation) && attempt.previous.valid() &&
         graph.event(attempt.previous).object == attempt.object;
}

// Whether no event of another thread can tell whether this one has happened.
bool changesNothing(const ExecutionGraph& graph, const Event& event) {
  switch (event.label->kind) {
  case LabelKind::Read:
  case LabelKind::Fence:
  case LabelKind::Constraint:
  case LabelKind::Enumerate:
    return true;
  case LabelKind::Rmw:
  case LabelKind::Cas:
    return !event.writes;
  case LabelKind::Object:
    return hasFailed(graph, event);
  default:
    return false;
  }
}

bool onlyStores(const Event& event) {
  return event.writes && event.label->lifetime != Lifetime::Ends && event.label->lifetime != Lifetime::Begins;
}

// Whether the stores of the round leave in each location what was there before, and which these locations are.
bool leavesAll(const ExecutionGraph& graph, std::span<const EventId> round, std::vector<LocationId>& storedTo) {
  std::vector<std::pair<LocationId, EventId>> first;
  for (const EventId id : round)
    if (const Event& event = graph.event(id);
        event.writes && std::ranges::find(first, event.location, &std::pair<LocationId, EventId>::first) == first.end())
      first.emplace_back(event.location, event.previous);
  for (const auto& [location, before] : first) {
    const auto last = std::ranges::find_if(std::views::reverse(round), [&](EventId id) {
      return graph.event(id).writes && graph.event(id).location == location;
    });
    if (graph.event(*last).written != graph.event(before).written || graph.event(before).leaves != MemoryLife::Alive)
      return false;
    storedTo.push_back(location);
  }
  return true;
}

} // namespace

bool observes(const Label& label) {
  return readsMemory(label.kind) || (label.kind == LabelKind::Object && isAttempt(label.operation));
}

bool isCurrent(const ExecutionGraph& graph, std::span<const EventId> round) {
  return std::ranges::all_of(round, [&](EventId id) {
    const Event& event = graph.event(id);
    if (!observes(*event.label))
      return true;
    if (!event.reads)
      return graph.objectState(event.label->object) == event.object;
    // A write of the round itself that follows is to a local variable of the loop's body, which the next round writes
    // first.
    for (EventId w = graph.event(event.rf).next; w.valid(); w = graph.event(w).next)
      if (graph.event(w).thread != event.thread)
        return false;
    return true;
  });
}

FailedRound failedRound(const ExecutionGraph& graph, const Program& program, ThreadId thread) {
  const StateId state = graph.state(thread);
  if (!program.isOnCycle(state))
    return {};
  const StateClassId here = program.classOf(state);
  const std::span<const EventId> events = graph.events(thread);
  bool sees = false, stores = false;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (event.label->joined || (!changesNothing(graph, event) && !onlyStores(event)))
      return {};
    sees |= observes(*event.label);
    stores |= event.writes;
    if (program.classOf(event.before) != here)
      continue;
    FailedRound found;
    if (sees && (!stores || leavesAll(graph, events.subspan(i), found.storedTo)))
      found.events = events.size() - i;
    return found;
  }
  return {};
}

bool isAfterAllOthers(ExecutionGraph& graph, EventId event, LocationId location) {
  const ThreadId self = graph.event(event).thread;
  const auto isBefore = [&](EventId id) {
    return graph.event(id).thread == self || graph.within(id, graph.clock(event));
  };
  for (EventId w = graph.lastWrite(location); w.valid(); w = graph.event(w).previous) {
    if (!isBefore(w))
      return false;
    for (EventId r = graph.event(w).firstReader; r.valid(); r = graph.event(r).nextReader)
      if (!isBefore(r))
        return false;
    if (graph.isInitial(w))
      break;
  }
  return true;
}

std::span<const EventId> roundThatFailed(const ExecutionGraph& graph, ThreadId thread) {
  const std::span<const EventId> all = graph.events(thread);
  if (all.empty() || graph.event(all.back()).label->kind != LabelKind::AwaitFailed)
    return {};
  const Label& failed = *graph.event(all.back()).label;
  const std::span<const EventId> events = all.first(all.size() - 1);
  if (endsRoundByStates(failed))
    return events.last(failed.argument);
  if (failed.awaitStart)
    return {};
  std::size_t begin = events.size();
  while (begin > 0 && !graph.event(events[--begin]).label->awaitStart)
    continue;
  return events.subspan(begin);
}

const Event* lastSeenInRound(const ExecutionGraph& graph, ThreadId thread) {
  for (const EventId id : std::views::reverse(roundThatFailed(graph, thread)))
    if (observes(*graph.event(id).label))
      return &graph.event(id);
  return nullptr;
}

bool roundIsCurrent(const ExecutionGraph& graph, ThreadId thread) {
  return isCurrent(graph, roundThatFailed(graph, thread));
}

bool roundWasStale(const ExecutionGraph& graph, ThreadId thread) {
  const Event* const last = lastSeenInRound(graph, thread);
  if (!last || !last->reads || graph.event(last->rf).stamp > last->stamp) // its source was added later
    return false;
  for (EventId w = graph.event(last->rf).next; w.valid(); w = graph.event(w).next)
    if (graph.event(w).thread != thread && graph.event(w).stamp < last->stamp)
      return true;
  return false;
}

bool leadsOn(const ExecutionGraph& graph) {
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const ThreadId thread(t);
    if (graph.created(thread) && graph.ended(thread) &&
        graph.event(graph.tail(thread)).label->kind == LabelKind::AwaitFailed && !roundIsCurrent(graph, thread))
      return true;
  }
  return false;
}

} // namespace revisit
