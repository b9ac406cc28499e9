#include "explore/waiting_rounds.h"

#include <algorithm>

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

std::size_t failedRound(const ExecutionGraph& graph, const Program& program, ThreadId thread) {
  const StateId state = graph.state(thread);
  if (!program.isReachedAgain(state))
    return 0;
  const StateClassId here = program.classOf(state);
  const std::span<const EventId> events = graph.events(thread);
  bool sees = false;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (event.label->joined || !changesNothing(graph, event))
      return 0;
    sees |= observes(*event.label);
    if (program.classOf(event.before) == here)
      return sees ? events.size() - i : 0;
  }
  return 0;
}

std::span<const EventId> roundThatFailed(const ExecutionGraph& graph, ThreadId thread) {
  const std::span<const EventId> all = graph.events(thread);
  if (all.empty() || graph.event(all.back()).label->kind != LabelKind::AwaitFailed)
    return {};
  const Label& failed = *graph.event(all.back()).label;
  const std::span<const EventId> events = all.first(all.size() - 1);
  if (failed.argument != 0)
    return events.last(failed.argument);
  if (failed.awaitStart)
    return {};
  std::size_t begin = events.size();
  while (begin > 0 && !graph.event(events[--begin]).label->awaitStart)
    continue;
  return events.subspan(begin);
}

} // namespace revisit
