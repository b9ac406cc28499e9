// Read-write locks. Readers may overtake writers that wait, as with the C library's default kind.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/clock.h"
#include "runtime/object_table.h"
#include "runtime/own_objects.h"
#include "runtime/recorder.h"

#include <pthread.h>
#include <time.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

bool prefersWriters(const pthread_rwlock_t* lock) {
  const TableObject& object = objectAt(addressOf(lock));
  return object.initialised ? object.prefersWriters
                            : lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

// A lock of this kind makes readers wait for writers that wait. That only matters to a thread that reads already: it
// would wait for ever. Waiting is no event here, so this cannot be told apart.
int lockForReading(pthread_rwlock_t* lock, ObjectOp operation, const timespec* until = nullptr) {
  if (exploring() && prefersWriters(lock) && readLocksOf(objectAt(addressOf(lock)).state, ThreadId(me().slot)) > 0)
    unsupported("a second lock for reading of a read-write lock that prefers writers and is not recursive: with a "
                "writer between the two it waits for ever");
  return until != nullptr ? operateUntil(addressOf(lock), operation, 0, until) : operateOn(lock, operation);
}

} // namespace

REVISIT_EXPORT int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_rwlock_init)(lock, attributes);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr)
    pthread_rwlockattr_getkind_np(attributes, &kind);
  TableObject& object = objectAt(addressOf(lock));
  object.initialised = true;
  object.prefersWriters = kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
  return initialiseObject(addressOf(lock), ObjectOp::RwlockInit);
}

REVISIT_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_rwlock_destroy)(lock);
  const int result = destroyObject(addressOf(lock), ObjectOp::RwlockDestroy, ObjectOp::RwlockInit);
  objectAt(addressOf(lock)).initialised = false;
  return result;
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
  return ownObjects() ? operateOn(lock, ObjectOp::RwlockWrite) : REVISIT_REAL(pthread_rwlock_wrlock)(lock);
}

REVISIT_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::RwlockTryWrite) : REVISIT_REAL(pthread_rwlock_trywrlock)(lock);
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
  return ownObjects() ? operateOn(lock, ObjectOp::RwlockUnlock) : REVISIT_REAL(pthread_rwlock_unlock)(lock);
}
