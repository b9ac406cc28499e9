// The handles of threads: each thread may be joined or detached once. A second time is an error, whichever thread does
// it. Other threads may also cancel a thread, and look whether it has ended. Thread rule: called by the thread that has
// the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

#include <pthread.h>

namespace revisit::runtime {

// The thread of this handle; null for an invalid handle.
Thread* findThread(pthread_t handle);

// The calling thread is about to do this (HandleJoin or HandleDetach) to the thread of this handle. Ends the calling
// thread with an error when that is not allowed; otherwise returns the other thread. An event when several threads are
// known to join or detach that thread.
Thread& spendHandle(pthread_t handle, ObjectOp use);

// The objects that stand for the cancellation of a thread and for its end. Operations on them are events if some run
// has shown that another thread cancels it, or looks for its end (isTold).
std::uint64_t cancellationOf(const Thread& thread);
std::uint64_t endingOf(const Thread& thread);
// The calling thread does that (CancelRequest, EndTry) to such an object. Returns whether operations on it are events;
// if not, the program is explored again.
bool isFollowed(std::uint64_t object, ObjectOp use);

} // namespace revisit::runtime
