// Read-write locks. Readers may overtake waiting writers, whatever kind of lock the program requests; the engine finds
// the additional behaviour of locks that prefer writers. Thread rule: called by the program's threads; during a run
// only by the one that has the baton.
#include "runtime/memory/own_objects.h"
#include "runtime/services/clock.h"
#include "runtime/sync/object_table.h"

#include <pthread.h>
#include <time.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// An attempt to lock for reading fails in locks that prefer writers when a writer waits. POSIX does not say which locks
// do, so both results are explored where a writer may wait.
int lockForReading(pthread_rwlock_t* lock, ObjectOp operation, const timespec* until = nullptr) {
  const bool mayMakeWay = exploring() && makesWay(operation) && isTold(addressOf(lock) | REVISIT_WRITERS_OF_LOCK);
  const std::uint64_t argument = mayMakeWay ? 1 : 0;
  return until != nullptr ? operateUntil(addressOf(lock), operation, argument, until)
                          : operateOn(lock, operation, argument);
}

} // namespace

REVISIT_EXPORT int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_rwlock_init)(lock, attributes);
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr)
    pthread_rwlockattr_getpshared(attributes, &shared);
  noteUsers(addressOf(lock), shared == PTHREAD_PROCESS_SHARED);
  return initialiseObject(addressOf(lock), ObjectOp::RwlockInit);
}

REVISIT_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_rwlock_destroy)(lock);
  return destroyObject(addressOf(lock), ObjectOp::RwlockDestroy, ObjectOp::RwlockInit);
}

REVISIT_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? lockForReading(lock, ObjectOp::RwlockRead) : REVISIT_REAL(pthread_rwlock_rdlock)(lock);
}

REVISIT_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? lockForReading(lock, ObjectOp::RwlockTryRead) : REVISIT_REAL(pthread_rwlock_tryrdlock)(lock);
}

REVISIT_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return ownObjects() ? lockForReading(lock, ObjectOp::RwlockTimedRead, until)
                      : REVISIT_REAL(pthread_rwlock_timedrdlock)(lock, until);
}

REVISIT_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) noexcept {
  return ownObjects() ? lockForReading(lock, ObjectOp::RwlockTimedRead, until)
                      : REVISIT_REAL(pthread_rwlock_clockrdlock)(lock, clock, until);
}

REVISIT_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? onlyOperateOn(lock, ObjectOp::RwlockWrite) : REVISIT_REAL(pthread_rwlock_wrlock)(lock);
}

REVISIT_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? onlyOperateOn(lock, ObjectOp::RwlockTryWrite) : REVISIT_REAL(pthread_rwlock_trywrlock)(lock);
}

REVISIT_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) noexcept {
  return ownObjects() ? operateUntil(addressOf(lock), ObjectOp::RwlockTimedWrite, 0, until)
                      : REVISIT_REAL(pthread_rwlock_timedwrlock)(lock, until);
}

REVISIT_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) noexcept {
  return ownObjects() ? operateUntil(addressOf(lock), ObjectOp::RwlockTimedWrite, 0, until)
                      : REVISIT_REAL(pthread_rwlock_clockwrlock)(lock, clock, until);
}

REVISIT_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? onlyOperateOn(lock, ObjectOp::RwlockUnlock) : REVISIT_REAL(pthread_rwlock_unlock)(lock);
}
