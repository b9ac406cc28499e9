#include "explore/waiting_rounds.h"

#include "explore/spurious.h"
#include "program/objects/streams.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>

namespace revisit {

namespace {

bool onlyTold(const ExecutionGraph& graph, const Event& event) {
  return canOnlyTell(event.label->operation) && event.previous.valid() &&
         graph.objectAfter(event.previous) == event.object;
}

// Whether no event of another thread can tell whether this one has happened.
bool changesNothing(const ExecutionGraph& graph, const Event& event) {
  if (isSpurious(event)) // the thread would not wait
    return false;
  switch (groupOf(event.label->kind)) {
  case LabelGroup::Access:
    return !event.writes;
  case LabelGroup::Fence:
  case LabelGroup::Number:
    return true;
  case LabelGroup::Object:
    return onlyTold(graph, event);
  case LabelGroup::Condition:
    return event.label->kind != LabelKind::Assume;
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return false;
}

bool onlyStores(const Event& event) {
  return event.writes && !changesLife(*event.label);
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

// Whether the round takes no mutex that it does not give back, and gives back none that it did not take; and which ones
// these are.
bool givesBack(const ExecutionGraph& graph, std::span<const EventId> round, std::vector<ObjectId>& locked) {
  std::map<ObjectId, unsigned> depths;
  for (const EventId id : round) {
    const Label& label = *graph.event(id).label;
    if (takesMutex(label))
      depths[label.object]++;
    else if (givesMutexBack(label) && depths[label.object]-- == 0)
      return false;
  }
  for (const auto& [object, depth] : depths) {
    if (depth != 0)
      return false;
    locked.push_back(object);
  }
  return true;
}

// Whether the round read each part of a location with one value only.
bool seesOneState(const ExecutionGraph& graph, std::span<const EventId> round) {
  std::map<std::tuple<LocationId, std::uint16_t, std::uint16_t>, Value> seen;
  return std::ranges::all_of(round, [&](EventId id) {
    const Event& event = graph.event(id);
    const Label& label = *event.label;
    return !event.reads ||
           seen.try_emplace({event.location, label.offset, label.size}, event.seen.value).first->second ==
               event.seen.value;
  });
}

bool isRoundOfLocks(const ExecutionGraph& graph, std::span<const EventId> round, std::vector<ObjectId>& locked) {
  locked.clear();
  return givesBack(graph, round, locked) && seesOneState(graph, round);
}

// Whether the first and the last of the events take the same mutex.
bool locksAgain(const ExecutionGraph& graph, std::span<const EventId> events) {
  const Event& first = graph.event(events.front());
  const Event& last = graph.event(events.back());
  return takesMutex(*first.label) && takesMutex(*last.label) && !first.label->continuesSection &&
         first.label->object == last.label->object && first.seen == last.seen;
}

// Whether the round took mutexes.
bool hasLocks(const ExecutionGraph& graph, std::span<const EventId> round) {
  return std::ranges::any_of(round, [&](EventId id) { return takesMutex(*graph.event(id).label); });
}

} // namespace

bool isTry(const Label& label) {
  return isOperationOn(label, ObjectKind::Mutex) && isAttempt(label.operation);
}

bool observes(const Label& label) {
  return readsMemory(label.kind) || (label.kind == LabelKind::Object && canOnlyTell(label.operation));
}

bool isToldAtOnce(const Label& label, const Observation& seen) {
  if (!isOperationOn(label, ObjectKind::Stream) || !canOnlyTell(label.operation))
    return false;
  return roleOf(label.operation) == ObjectRole::LookFor
             ? !isAttempt(label.operation)
             : roleOf(label.operation) == ObjectRole::Take && StreamPart::holds(seen.value.bits);
}

bool isCurrent(const ExecutionGraph& graph, std::span<const EventId> round) {
  return std::ranges::all_of(round, [&](EventId id) {
    const Event& event = graph.event(id);
    if (givesMutexBack(*event.label) && event.object.owner == 0)
      return graph.objectState(event.label->object, event.sectionNumber) == event.object; // the next round can take it
    if (!observes(*event.label))
      return true;
    if (!event.reads)
      return graph.objectState(event.label->object, event.sectionNumber) == event.object;
    // A write of the round itself that follows is to a local variable of the loop's body, which the next round writes
    // first.
    for (EventId w = graph.event(event.rf).next; w.valid(); w = graph.event(w).next)
      if (graph.event(w).thread != event.thread)
        return false;
    return true;
  });
}

FailedRound failedRound(const ExecutionGraph& graph, Program& program, ThreadId thread,
                        const LockedAgain& lockedAgain) {
  const StateId state = graph.state(thread);
  if (!program.isOnCycle(state))
    return {};
  const StateClassId here = program.classOf(state);
  const auto again = lockedAgain.find(here);
  const std::span<const EventId> events = graph.events(thread);
  bool sees = false, stores = false, locks = false;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    const Label& label = *event.label;
    const bool isOfLock = takesMutex(label) || givesMutexBack(label);
    if (label.continuesSection || (!changesNothing(graph, event) && !onlyStores(event) && !isOfLock))
      return {};
    sees |= observes(label);
    stores |= event.writes;
    locks |= isOfLock;
    const bool isAgain = again != lockedAgain.end() && takesMutex(label) &&
                         label.object == program.next(state)->object && i + 1 < events.size() &&
                         program.classOf(event.after) == again->second;
    if (!isAgain && program.classOf(event.before) != here)
      continue;
    const std::span<const EventId> round = events.subspan(i);
    FailedRound found;
    if (!locks && sees && (!stores || leavesAll(graph, round, found.storedTo)))
      found.events = round.size();
    if (!locks || stores)
      return found;
    // A round that only took mutexes comes again for ever.
    if (isRoundOfLocks(graph, round, found.locked))
      found.events = round.size();
    else if (i > 0 && locksAgain(graph, events.subspan(i - 1)) &&
             isRoundOfLocks(graph, events.subspan(i - 1, round.size()), found.locked))
      found.again.emplace(program.classOf(graph.event(events.back()).before), here);
    return found;
  }
  return {};
}

bool changesNothing(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  return !event.label->continuesSection && changesNothing(graph, event);
}

std::optional<Detour> nextDetour(const ExecutionGraph& graph, ThreadId thread, std::size_t swap, std::size_t from) {
  const std::span<const EventId> events = graph.events(thread);
  const Event& failed = graph.event(events[swap]);
  const auto readsSame = [&](const Event& event) {
    return event.reads && event.location == failed.location && event.label->offset == failed.label->offset &&
           event.label->size == failed.label->size;
  };
  std::size_t read = swap;
  do {
    if (read == 0 || !changesNothing(graph, events[read - 1]))
      return std::nullopt;
    read--;
  } while (!readsSame(graph.event(events[read])));
  const bool isPlain = graph.event(events[read]).label->order == MemoryOrder::Plain;
  for (std::size_t at = std::max(swap, from); at < events.size(); at++)
    if (const Event& event = graph.event(events[at]);
        readsSame(event) && (isPlain || event.label->order != MemoryOrder::Plain))
      return Detour{read, at};
  return std::nullopt;
}

bool isAfterAllOthers(ExecutionGraph& graph, EventId event, LocationId location) {
  const ThreadId self = graph.event(event).thread;
  graph.initialWrite(location);
  return !graph.anyAccess(
      location, [&](EventId id) { return graph.event(id).thread != self && !graph.within(id, graph.clock(event)); });
}

std::span<const EventId> roundThatFailed(const ExecutionGraph& graph, ThreadId thread) {
  if (!graph.endedBy(thread, LabelKind::AwaitFailed))
    return {};
  const Label& failed = *graph.endOf(thread);
  const std::span<const EventId> events = graph.events(thread).first(graph.events(thread).size() - 1);
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

bool wouldReadTheSame(const ExecutionGraph& graph, ThreadId thread) {
  const Label& end = *graph.endOf(thread);
  return end.endsJointRound || (!end.isDetour && isCurrent(graph, roundThatFailed(graph, thread)));
}

bool readAnOldWrite(const ExecutionGraph& graph, ThreadId thread) {
  // Other threads may depend on a round that took mutexes, and a race with a covered one may show nowhere else.
  if (graph.endOf(thread)->isDetour || hasLocks(graph, roundThatFailed(graph, thread)))
    return false;
  const Event* const last = lastSeenInRound(graph, thread);
  if (!last || !last->reads || graph.event(last->rf).stamp > last->stamp) // its source was added later
    return false;
  for (EventId w = graph.event(last->rf).next; w.valid(); w = graph.event(w).next)
    if (graph.event(w).thread != thread && graph.event(w).stamp < last->stamp)
      return true;
  return false;
}

bool leadsOn(const ExecutionGraph& graph) {
  return std::ranges::any_of(graph.threads(), [&](ThreadId thread) {
    return graph.endedBy(thread, LabelKind::AwaitFailed) && !wouldReadTheSame(graph, thread);
  });
}

} // namespace revisit
