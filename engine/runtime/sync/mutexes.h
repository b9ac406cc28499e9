// Further operations on mutexes. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

#include <pthread.h>

namespace revisit::runtime {

// Checks the mutex that the calling thread passes to a wait: 0, or EPERM when the thread does not hold it and it is an
// error-checking mutex. With another kind of mutex the thread ends with an error.
int requireHeld(pthread_mutex_t* mutex);

// pthread_mutex_trylock, which may fail for no reason where that is permitted and tried.
int tryLockPermitted(pthread_mutex_t* mutex);

// The calling thread ends: the robust mutexes that it holds are free, and their next owners are told.
void abandonMutexes();

} // namespace revisit::runtime
