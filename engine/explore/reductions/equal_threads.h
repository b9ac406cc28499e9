// The reduction "symmetry": threads that do the same, so that executions are the same apart from which of them is
// which.
//
// Threads are equal if one thread creates them one directly after the other, with the same function and the same
// concrete argument, if the program cannot tell them apart (Program::tellsThreadsApart, and below), and if they are
// joined one directly after the other. The elder of a thread is the equal one that was created directly before it.
//
// As long as a thread has done the same as its elder - the same steps with the same sources - its next event comes
// after the elder's event with the same index (Event::twin). That is an edge like the one from the end of a thread to
// its join: it is part of the causal clock, of the order of sequential consistency, and of what a revisit keeps. It is
// not part of happens-before. Each execution is one with these edges when equal threads are renamed: in the order of
// its events, of those threads that have done the same so far the eldest is always the next. So one execution of each
// orbit is left. Free events have no order, and end the likeness without an edge. The lock of a free section that is
// ordered with that of the elder comes after the elder's unlock.
//
// Threads are distinct from the step on that shows one of these: after the same events they do something else; they
// store or use an address of memory that belongs to one thread; they return different values; they are joined by
// another thread, or with other events between, or one waits for ever to be joined while another one has ended. The
// exploration begins again then.
#pragma once

#include "explore/facts.h"
#include "graph/graph.h"

namespace revisit {

// Of the thread that this step of `creator` creates; invalid if it has none.
ThreadId elderOf(const Facts& facts, const ExecutionGraph& graph, ThreadId creator, const Label& create);

// The elder's event with the index of the thread's next event, as long as the thread has done the same; otherwise
// invalid.
EventId elderEvent(const ExecutionGraph& graph, ThreadId thread);

// A thread takes this step next, or waits to take it. True: threads are distinct from now on, and the exploration has
// to begin again. O(threads), for joins O(threads^2).
bool noteEqualStep(Facts& facts, const ExecutionGraph& graph, const Program& program, ThreadId thread,
                   const Label& step);

} // namespace revisit
