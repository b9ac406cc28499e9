// The handles of threads: each thread may be joined or detached once. A second time is an error, whichever thread does
// it. Thread rule: called by the thread that has the baton, during a run.
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

} // namespace revisit::runtime
