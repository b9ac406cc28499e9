// Read-write locks that let a writer who waits go before new readers. POSIX leaves open which locks do, and the objects
// here let readers go first. Mostly the two are the same but for the order in which threads get the lock. They differ
// when a reader that waits behind a writer keeps one who reads from ever leaving the lock: a thread that asks again for
// a lock that it reads, or one that holds what a thread that reads waits for. Then the writer waits for the one who
// reads, and none of them goes on. And an attempt to read may fail although nobody writes.
//
// A writer waits from its last event before the operation on, if somebody reads the lock then. Whether it stands there
// at some time is a question of order alone, so it is asked of the whole execution.
#pragma once

#include "explore/explorer.h"
#include "explore/linearize.h"

#include <vector>

namespace revisit {

// Whether a thread other than this one stands before a lock for writing, in a graph that is under way.
bool writerStands(Visit& visit, ThreadId reader, ObjectId lock);

// The threads that have a read-write lock for reading when this operation on it begins. O(threads).
std::vector<ThreadId> readersBefore(const ExecutionGraph& graph, EventId operation);

// All of these require a graph in which no thread can go on.

// The locks for reading whose thread waits for ever when a writer began to wait before it. O(events), and as much again
// for each of them that is taken while another reader may wait before it leaves the lock.
std::vector<ReadBehindWriter> readsBehindWriters(Visit& visit);

// Some attempt to lock for reading that made way for a writer (makesWay) though none can wait then: the graph is no
// execution. Invalid when there is none. O(1) as long as none made way.
EventId readWithoutWriter(Visit& visit);

// The order that shows `one`: what can be done while both threads stand still is done first.
std::vector<EventId> orderOf(Visit& visit, const ReadBehindWriter& one);

} // namespace revisit
