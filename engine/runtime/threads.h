// Starting and joining threads, for the POSIX and the C11 functions alike.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

#include <pthread.h>

namespace revisit::runtime {

// Starts a thread, stores its handle there, and runs it up to its first event. `returnsInt`: the entry really returns
// an int.
void startNewThread(pthread_t* handle, void* (*entry)(void*), void* argument, bool detached, bool returnsInt,
                    std::size_t stackBytes);
// Waits for the thread's end and stores the low `size` bytes of what it gave, if `result` is not null. What the handle
// must not be used for ends the calling thread, here and in detachThread.
void joinThread(pthread_t handle, void* result, std::uint32_t size);
void detachThread(pthread_t handle);

} // namespace revisit::runtime
