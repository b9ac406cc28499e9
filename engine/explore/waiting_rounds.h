// Rounds of waiting loops, found by the states of a thread. A round leads from a state back to the same state. If
// nothing that it did changes anything for another thread, the thread may do it any number of times, and every such
// execution has the same further executions as the one without the round. So the thread waits until something changes
// that the round observed, and the exploration looks at one failed round instead of all of them. The events of the
// round stay in the graph: a write of another thread may revisit them.
//
// A round may also store to memory that no other thread accesses meanwhile, if it leaves there what was there (the
// cached index of a queue). Whether another thread does is known only later: then the exploration begins again.
//
// A round that takes mutexes and gives them back (lock, look, unlock) is one too, as long as no thread tries to take
// them: those that wait for a mutex cannot tell how often it was taken. Other threads may come after the round in the
// order of the mutex, so that their writes cannot revisit it. If what it read has changed at the end of the execution,
// the execution is one without this round and another one covers it. A round that read one location with two values
// is none: it is the attempt of an algorithm that looks before it locks, and counts.
//
// A detour: a compare-and-swap of a retry loop fails, and the thread is in the same state as if an earlier read had
// been done then, and nothing since (`v = load; while (!swap(v, v + 1));`, where a failure sets v). The thread is left
// there: the execution without the detour is another one with the same states and fewer constraints.
//
// Thread rule: as ExplorationState.
#pragma once

#include "graph/graph.h"

#include <map>
#include <optional>

namespace revisit {

// States of threads before they take a mutex again, and the states in which they then are, of loops of the form `lock;
// while (!look) { unlock; lock; } unlock`. Where a thread gives the mutex back it is not in a state in which it was
// before its first look, but from there it comes back to the one behind its first lock.
using LockedAgain = std::map<StateClassId, StateClassId>;

struct FailedRound {
  std::size_t events = 0;             // the last ones of the thread; 0: they are no failed round
  std::vector<LocationId> storedTo{}; // these must not be accessed out of order with the round
  std::vector<ObjectId> locked{};     // no thread must try to take these
  // What these events show of such loops; then they are no failed round, but the round before its last lock is one.
  LockedAgain again{};
};

// The failed round with which the thread's events end. Requires that the program's next step is known. O(events of the
// round).
FailedRound failedRound(const ExecutionGraph& graph, Program& program, ThreadId thread, const LockedAgain& lockedAgain);

// Whether no event of another thread can tell whether this one has happened, and it is in no atomic section.
bool changesNothing(const ExecutionGraph& graph, EventId event);

// A detour with which a thread's events may end: those since the first one are left out, but for the read, which reads
// what the later event read. They change nothing. Positions among the thread's events.
struct Detour {
  std::size_t read = 0, later = 0;
};
// The next candidate whose later read stands at `from` or behind. `swap`: a failed compare-and-swap, and since then the
// thread changed nothing. O(events since the read).
std::optional<Detour> nextDetour(const ExecutionGraph& graph, ThreadId thread, std::size_t swap, std::size_t from);

// Whether the thread takes a mutex, alone, or gives one back.
inline bool takesMutex(const Label& label) {
  return isOperation(label, ObjectOp::MutexLock) && label.lockBatch == 0;
}
inline bool givesMutexBack(const Label& label) {
  return isOperation(label, ObjectOp::MutexUnlock);
}
// Whether this operation on a mutex fails instead of waiting: it can tell whether another thread has the mutex.
bool isTry(const Label& label);

// Whether all accesses of other threads to the location come before the event in causal order. O(accesses).
bool isAfterAllOthers(ExecutionGraph& graph, EventId event, LocationId location);

// The events of the failed round, or of the detour, with which the thread ends, in program order, without the
// AwaitFailed. Empty when there are none: the thread does not end so, or it waits for memory that only it uses.
std::span<const EventId> roundThatFailed(const ExecutionGraph& graph, ThreadId thread);

// Whether the event observes something that the thread may wait for: a read, or an operation that can tell the state of
// an object without changing it.
bool observes(const Label& label);
// Whether the event tells of a stream what a thread waits for there, or that nobody will put anything into it any more.
// A thread that observes this in each round does not wait: it asks again and again.
bool isToldAtOnce(const Label& label, const Observation& seen);
// The last event of that round that observes something; null when there is none.
const Event* lastSeenInRound(const ExecutionGraph& graph, ThreadId thread);

// Whether a round with these events would observe the same again. O(events of the round + newer writes).
bool isCurrent(const ExecutionGraph& graph, std::span<const EventId> round);
// The same for the failed round with which the thread ends. Otherwise the round is stale: the thread would look again.
// So it would after a detour.
bool wouldReadTheSame(const ExecutionGraph& graph, ThreadId thread);
// Whether the last read of that round could already have read a newer write when it was added. Then no later write can
// revisit the round (neither that read nor, with it deleted, an earlier one), and another execution covers this one. An
// older value read earlier in the round is no reason to give up: a later write may still revisit the last read.
bool readAnOldWrite(const ExecutionGraph& graph, ThreadId thread);
// Whether some thread ends in a round of a waiting loop that is not current: in the program it would look again.
bool leadsOn(const ExecutionGraph& graph);

// Whether this ends a round that was found by states: the program knows of no such step.
inline bool endsRoundByStates(const Label& label) {
  return label.kind == LabelKind::AwaitFailed && label.argument != 0;
}

} // namespace revisit
