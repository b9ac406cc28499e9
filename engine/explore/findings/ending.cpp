#include "explore/findings/ending.h"

#include "explore/waiting_rounds.h"
#include "explore/waiting_writers.h"
#include "program/objects/object_operations.h"
#include "program/positions.h"

#include <algorithm>

namespace revisit {

namespace {

bool canFail(ExplorationState& state, const Value& status) {
  const std::optional<ExprId> failure = statusIsNotZero(state.pool(), status);
  return failure && state.planner().canBe(*failure, true) == Sat::Yes;
}

// Whether a thread that takes several locks at once waits for one of them while it holds another one that somebody
// waits for. A real implementation would release that one. The execution then continues as one in which the thread had
// not taken that lock first, and that one is explored too.
bool wouldGiveBack(const ExecutionGraph& graph, const std::vector<Waiting>& waiting) {
  const auto isAwaited = [&](ObjectId object, ThreadId holder) {
    return std::any_of(waiting.begin(), waiting.end(), [&](const Waiting& other) {
      return other.thread != holder && other.label->kind == LabelKind::Object && other.label->object == object;
    });
  };
  return std::any_of(waiting.begin(), waiting.end(), [&](const Waiting& one) {
    if (one.label->kind != LabelKind::Object || one.label->lockBatch == 0)
      return false;
    const std::span<const EventId> events = graph.events(one.thread);
    for (auto at = events.rbegin(); at != events.rend(); at++) {
      const Label& taken = *graph.event(*at).label;
      if (taken.kind != LabelKind::Object || taken.lockBatch == 0)
        continue;
      if (taken.lockBatch != one.label->lockBatch)
        return false; // an earlier group
      if (isAwaited(taken.object, one.thread))
        return true;
    }
    return false;
  });
}

bool isErroneous(const Execution& execution) {
  const ErrorPolicy& policy = execution.policy;
  return std::ranges::any_of(execution.errors,
                             [&](EventId id) { return policy.isError(execution.graph.event(id).label->error); }) ||
         std::ranges::any_of(execution.races, [&](const Race& race) { return policy.isError(race.kind); }) ||
         (!execution.badExits.empty() && policy.isError(ErrorKind::ExitStatus));
}

// What the thread that ends in a failed round waits for: the last thing that the round observed. For a round that
// observed nothing: the label of its end.
const Label* waitsFor(const ExecutionGraph& graph, ThreadId thread) {
  const Event* const last = lastSeenInRound(graph, thread);
  return last ? last->label : graph.endOf(thread);
}

// Whether the thread looked for signals just before its next step, and one was sent since. It would be interrupted if
// it waits: another execution, in which it looks later, covers this one. At a barrier it looks before it arrives:
// nobody can tell whether a handler ran before that or while the thread waits.
bool lookedTooEarly(const ExecutionGraph& graph, ThreadId thread) {
  std::span<const EventId> events = graph.events(thread);
  if (!events.empty() && graph.event(events.back()).label->kind == LabelKind::Object &&
      roleOf(graph.event(events.back()).label->operation) == ObjectRole::Arrive)
    events = events.first(events.size() - 1);
  std::size_t looks = 0;
  while (looks < events.size() && graph.event(events[events.size() - 1 - looks]).label->isOfSystem)
    looks++;
  return !isCurrent(graph, events.last(looks));
}

// Whether a thread spins in a loop of the program. A spin loop in a library (a latch, a barrier) is that library's way
// to wait. So is a loop of the machine, unless what it waits for has come: then its caller asks again and again.
bool anyOwnLoop(const Execution& execution) {
  const ExecutionGraph& graph = execution.graph;
  return std::ranges::any_of(execution.waiting, [&](const Waiting& one) {
    const Label* const end = graph.endOf(one.thread); // where the loop is
    if (!end || end->isOfSystem)
      return false;
    return !isLibraryCode(execution.state.program().names().callChain(end->position)) ||
           std::ranges::any_of(roundThatFailed(graph, one.thread),
                               [&](EventId id) { return isToldAtOnce(*graph.event(id).label, graph.event(id).seen); });
  });
}

// Every thread that could continue has done so, even after an exit: a thread that waits now would wait for ever.
void endWaiting(Execution& execution, bool exited) {
  if (wouldGiveBack(execution.graph, execution.waiting)) {
    if (!exited)
      execution.kind = ExecutionKind::Blocked;
    return;
  }
  if (exited &&
      std::ranges::none_of(execution.waiting, [&](const Waiting& one) { return isStranded(execution.graph, one); }))
    return;
  execution.standstill = exited                  ? Standstill::Stranded
                         : anyOwnLoop(execution) ? Standstill::Livelock
                                                 : Standstill::Deadlock;
  if (!exited)
    execution.kind = ExecutionKind::Deadlocked;
  else if (execution.policy.isError(ErrorKind::Stranded))
    execution.kind = ExecutionKind::Erroneous;
}

// A thread that waits behind a writer in another order of this execution counts as if it waited here.
void addBehindWriters(Execution& execution) {
  execution.behindWriters = readsBehindWriters(execution.state);
  for (const ReadBehindWriter& one : execution.behindWriters) {
    const ErrorKind kind = one.exits ? ErrorKind::Stranded : ErrorKind::Deadlock;
    if (execution.policy.isError(kind) && execution.kind != ExecutionKind::Erroneous)
      execution.kind = one.exits ? ExecutionKind::Erroneous : ExecutionKind::Deadlocked;
  }
}

} // namespace

std::optional<ExprId> statusIsNotZero(ExpressionPool& pool, const Value& status) {
  constexpr unsigned seenByTheParent = 8; // bits
  if (!status.isExpr()) {
    if ((status.bits & 0xff) == 0)
      return std::nullopt;
    return pool.constant(1, 1);
  }
  const ExprId low =
      pool.width(status.expr) > seenByTheParent ? pool.extract(status.expr, 0, seenByTheParent) : status.expr;
  return pool.bitNot(pool.eq(low, pool.constant(pool.width(low), 0)));
}

bool isStranded(const ExecutionGraph& graph, const Waiting& waiting) {
  return !waiting.label || waiting.label->kind != LabelKind::Join ||
         !graph.endedBy(waiting.label->child, LabelKind::Exit);
}

Execution classify(ExplorationState& state, std::uint64_t number, const ErrorPolicy& policy,
                   const std::vector<Race>& races) {
  const ExecutionGraph& graph = state.graph();
  Execution result{ExecutionKind::Complete, number, state, graph, policy, {}, {}, races, {}, {}, {}, Standstill::None};
  bool blocked = false, cut = false, exited = false, died = false;
  for (const ThreadId thread : graph.createdThreads()) {
    const Label* const end = graph.endOf(thread);
    switch (end ? endingOf(end->kind) : Ending::None) {
    case Ending::None:
      result.stale |= lookedTooEarly(graph, thread);
      result.waiting.push_back({thread, state.program().next(graph.state(thread))});
      break;
    case Ending::Error:
      result.errors.push_back(graph.tail(thread));
      died = true; // the process ends even when the error is not counted
      break;
    case Ending::Blocked:
      blocked = true;
      break;
    case Ending::Cut:
    case Ending::Unsupported:
      cut = true;
      break;
    case Ending::Exit:
      exited = true;
      if (canFail(state, end->value))
        result.badExits.push_back(graph.tail(thread));
      break;
    case Ending::AwaitFailed:
      result.stale |= !wouldReadTheSame(graph, thread);
      result.waiting.push_back({thread, waitsFor(graph, thread)});
      break;
    case Ending::Returned:
      break;
    }
  }
  if (isErroneous(result))
    result.kind = ExecutionKind::Erroneous;
  else if (blocked || result.stale)
    result.kind = ExecutionKind::Blocked;
  else if (cut)
    result.kind = ExecutionKind::Cut;
  else if (!result.waiting.empty() && !died)
    endWaiting(result, exited);
  if (state.facts().has("reads_together") && !result.stale)
    addBehindWriters(result);
  return result;
}

} // namespace revisit
