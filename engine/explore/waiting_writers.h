// Read-write locks that let a writer who waits go before new readers. POSIX leaves open which locks do, and the objects
// here let readers go first. For a thread that does not read yet the two are the same but for the order in which it
// gets the lock. They differ for one that asks again for a lock that it reads: behind a writer it waits for ever, since
// the writer waits for it. And an attempt to read may fail although nobody writes.
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

// All of these require a graph in which no thread can go on.

// The locks for reading by threads that read already at which a writer can wait. O(events), more where there are some.
std::vector<ReadBehindWriter> readsBehindWriters(Visit& visit);

// Some attempt to lock for reading that made way for a writer (makesWay) though none can wait then: the graph is no
// execution. Invalid when there is none. O(1) as long as none made way.
EventId readWithoutWriter(Visit& visit);

// The order that shows `one`: what can be done while both threads stand still is done first.
std::vector<EventId> orderOf(Visit& visit, const ReadBehindWriter& one);

} // namespace revisit
