// The handles of threads: each is joined or detached once. A second time is an error, whoever comes first.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

#include <pthread.h>

namespace revisit::runtime {

// The thread of this handle; null when it is no thread's.
Thread* findThread(pthread_t handle);

// The calling thread is about to do this to the thread of this handle: HandleJoin or HandleDetach. Ends it with an error
// when it must not; otherwise returns the thread. An event when several threads are known to join or detach that thread.
Thread& spendHandle(pthread_t handle, ObjectOp use);

} // namespace revisit::runtime
