// Barriers: a wait consists of an arrival, and of a pass once the round is complete.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/own_objects.h"
#include "runtime/sync/object_table.h"

#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

int wait(pthread_barrier_t* barrier, bool asks) {
  operateOn(barrier, ObjectOp::BarrierArrive, asks ? 1 : 0);
  return operateOn(barrier, ObjectOp::BarrierPass);
}

} // namespace

REVISIT_EXPORT int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                        unsigned count) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_barrier_init)(barrier, attributes, count);
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr)
    pthread_barrierattr_getpshared(attributes, &shared);
  noteUsers(addressOf(barrier), shared == PTHREAD_PROCESS_SHARED);
  return initialiseObject(addressOf(barrier), ObjectOp::BarrierInit, count);
}

REVISIT_EXPORT int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  // A store does not initialise a barrier, but may initialise another object in the same memory.
  return ownObjects() ? destroyObject(addressOf(barrier), ObjectOp::BarrierDestroy, ObjectOp::MutexInit)
                      : REVISIT_REAL(pthread_barrier_destroy)(barrier);
}

REVISIT_EXPORT int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  return ownObjects() ? wait(barrier, true) : REVISIT_REAL(pthread_barrier_wait)(barrier);
}

// Called where the program ignores the result (see the instrumentation).
REVISIT_EXPORT int revisit_barrier_wait_unasked(pthread_barrier_t* barrier) noexcept {
  return ownObjects() ? wait(barrier, false) : REVISIT_REAL(pthread_barrier_wait)(barrier);
}
