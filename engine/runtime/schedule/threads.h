// Starting and joining threads, for both POSIX and C11 functions. Thread rule: called by the thread that has the baton,
// during a run.
#pragma once

#include "runtime/trace/state.h"

#include <pthread.h>

namespace revisit::runtime {

// Starts a thread, stores its handle in `thread`, and runs it up to its first event. `returnsInt`: the entry actually
// returns an int.
void startNewThread(pthread_t* handle, void* (*entry)(void*), void* argument, bool detached, bool returnsInt,
                    std::size_t stackBytes);
// The same with a thread of the runtime itself, which nobody joins. `isServant`: it never runs the program's code. No
// handler runs meanwhile, because the calling thread may be about to run one.
void startInternal(void* (*entry)(void*), std::uint64_t argument, bool isServant);
bool isServant(unsigned slot);
// What reports call the calling thread.
void nameThread(const char* name);
// The program makes a thread. Ends the calling thread where that is not followed.
void noteOwnThread();
// Waits for the thread's end and stores the low `size` bytes of its result, unless `result` is null. An invalid use of
// the handle ends the calling thread with an error, here and in detachThread.
void joinThread(pthread_t handle, void* result, std::uint32_t size);
void detachThread(pthread_t handle);

} // namespace revisit::runtime
