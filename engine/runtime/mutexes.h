// What else is asked of mutexes.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/state.h"

#include <pthread.h>

namespace revisit::runtime {

// Of a mutex that the calling thread gives to a wait: 0, or EPERM when it does not hold it and the mutex is of the kind
// that checks; with another kind the thread ends with an error.
int requireHeld(pthread_mutex_t* mutex);

} // namespace revisit::runtime
