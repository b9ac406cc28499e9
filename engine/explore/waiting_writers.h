// Read-write locks that prefer a waiting writer to new readers. POSIX does not say which locks do so; the locks
// modelled here prefer readers. Usually the two differ only in the order in which threads get the lock. They differ in
// more when a reader that waits behind a writer keeps a current reader from ever releasing the lock: a thread that asks
// again for a lock that it already holds for reading, or one that holds something that a current reader waits for. Then
// the writer waits for that reader, and none of them can continue. In addition, an attempt to lock for reading may fail
// although no thread holds the lock for writing.
//
// A writer waits from its last event before the operation on, if the lock is held for reading then. Whether it waits at
// a certain moment depends only on the order of the events, so the question is asked about the whole execution.
#pragma once

#include "explore/explorer.h"
#include "explore/linearize.h"

#include <vector>

namespace revisit {

// Whether another thread waits to lock this lock for writing. The graph may be incomplete.
bool writerStands(ExplorationState& state, ThreadId reader, ObjectId lock);

// Every attempt to lock for reading that failed because of a waiting writer (makesWay), with the events after which a
// writer waits: one of them comes before the attempt. The graph may be incomplete. O(1) as long as no attempt failed in
// this way.
std::vector<ComesBehind> attemptsBehind(ExplorationState& state);

// The threads that hold a read-write lock for reading when this operation on it begins. O(threads).
std::vector<ThreadId> readersBefore(const ExecutionGraph& graph, EventId operation);

// An attempt to lock for reading that failed because of a waiting writer although no writer can be waiting then: the
// graph is not an execution, nor the beginning of one. Invalid when there is none. The graph may be incomplete. O(1) as
// long as no attempt failed in this way.
EventId readWithoutWriter(ExplorationState& state);

// All of these require a graph in which no thread can go on.

// The operations that lock for reading and whose thread waits for ever if a writer began to wait before them.
// O(events), and as much again for each of them that happens while another reader may wait before it releases the lock.
std::vector<ReadBehindWriter> readsBehindWriters(ExplorationState& state);

// An operation that locks for reading, where a writer may wait, while another reader waits in a loop for memory that
// changes only after it. With a lock that prefers writers, neither of them may go on, but readsBehindWriters() knows
// nothing of loops. Invalid when there is none.
EventId readThatIsAwaited(ExplorationState& state);

// The order that shows `one`: first everything that can be done while both threads wait.
std::vector<EventId> orderOf(ExplorationState& state, const ReadBehindWriter& one);

} // namespace revisit
