// Rounds of waiting loops, found by the states of a thread. A round leads from a state back to the same state. If
// nothing that it did changes anything for another thread, the thread may do it any number of times, and every such
// execution has the same further executions as the one without the round. So the thread waits until something changes
// that the round observed, and the exploration looks at one failed round instead of all of them. The events of the
// round stay in the graph: a write of another thread may revisit them.
//
// A round may also store to memory that no other thread accesses meanwhile, if it leaves there what was there (the
// cached index of a queue). Whether another thread does is known only later: then the exploration begins again.
//
// A round whose effects are undone in its course (lock, look, unlock) is no such round: another thread may depend on
// it. Thread rule: as ExplorationState.
#pragma once

#include "graph/graph.h"

namespace revisit {

struct FailedRound {
  std::size_t events = 0;             // the last ones of the thread; 0: they are no failed round
  std::vector<LocationId> storedTo{}; // these must not be accessed out of order with the round
};

// The failed round with which the thread's events end. O(events of the round).
FailedRound failedRound(const ExecutionGraph& graph, const Program& program, ThreadId thread);

// Whether all accesses of other threads to the location come before the event in causal order. O(accesses).
bool isAfterAllOthers(ExecutionGraph& graph, EventId event, LocationId location);

// The events of the failed round with which the thread ends, in program order, without the AwaitFailed. Empty when
// there are none: the thread does not end so, or it waits for memory that only it uses.
std::span<const EventId> roundThatFailed(const ExecutionGraph& graph, ThreadId thread);

// Whether the event observes something that the thread may wait for: a read, or an operation that fails instead of
// waiting.
bool observes(const Label& label);
// The last event of that round that observes something; null when there is none.
const Event* lastSeenInRound(const ExecutionGraph& graph, ThreadId thread);

// Whether a round with these events would observe the same again. O(events of the round + newer writes).
bool isCurrent(const ExecutionGraph& graph, std::span<const EventId> round);
// The same for the failed round with which the thread ends. Otherwise the round is stale: the thread would look again.
bool roundIsCurrent(const ExecutionGraph& graph, ThreadId thread);
// Whether the last read of that round could already have read a newer write when it was added. Then no later write can
// revisit the round (neither that read nor, with it deleted, an earlier one), and another execution covers this one. An
// older value read earlier in the round is no reason to give up: a later write may still revisit the last read.
bool roundWasStale(const ExecutionGraph& graph, ThreadId thread);
// Whether some thread ends in a round of a waiting loop that is not current: in the program it would look again.
bool leadsOn(const ExecutionGraph& graph);

// Whether this ends a round that was found by states: the program knows of no such step.
inline bool endsRoundByStates(const Label& label) {
  return label.kind == LabelKind::AwaitFailed && label.argument != 0;
}

} // namespace revisit
