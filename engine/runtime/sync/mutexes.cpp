// Mutexes of all kinds. Their memory is only read: to get the kind that a static initialiser stored.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/sync/mutexes.h"

#include "runtime/memory/own_objects.h"
#include "runtime/processes/processes.h"
#include "runtime/services/clock.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <pthread.h>
#include <time.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

MutexKind mutexKindOf(int type, int robust = PTHREAD_MUTEX_STALLED) {
  const bool isRobust = robust == PTHREAD_MUTEX_ROBUST;
  switch (type & 3) {
  case PTHREAD_MUTEX_RECURSIVE:
    return isRobust ? MutexKind::RobustRecursive : MutexKind::Recursive;
  case PTHREAD_MUTEX_ERRORCHECK:
    return isRobust ? MutexKind::RobustErrorCheck : MutexKind::ErrorCheck;
  default:
    return isRobust ? MutexKind::Robust : MutexKind::Normal;
  }
}

// What a thread does with a mutex must not depend on whether another thread has ended its lifetime, which fills it.
MutexKind mutexKindOf(const pthread_mutex_t* mutex) {
  constexpr auto filled = static_cast<int>(0x01010101u * REVISIT_FRESH_BYTE);
  const TableObject& object = objectAt(addressOf(mutex));
  return object.initialised || mutex->__data.__kind == filled ? object.kind : mutexKindOf(mutex->__data.__kind);
}

// After an operation on a robust mutex: whether the thread holds it now.
void followRobust(std::uint64_t mutex) {
  if (!exploring())
    return;
  Thread& self = me();
  std::uint64_t* const end = self.robust + self.robustCount;
  std::uint64_t* const at = std::find(self.robust, end, mutex);
  if ((ownObjectAt(mutex).state.owner == self.slot + 1u) == (at != end))
    return;
  if (at != end) {
    std::copy(at + 1, end, at);
    self.robustCount--;
  } else if (self.robustCount == Thread::maxRobust) {
    reachLimit("a thread holds more than 64 robust mutexes");
  } else {
    self.robust[self.robustCount++] = mutex;
  }
}

int operateMutex(pthread_mutex_t* mutex, ObjectOp operation, std::uint64_t permitted = 0) {
  const MutexKind kind = mutexKindOf(mutex);
  const int result = onlyOperateOn(mutex, operation, static_cast<std::uint64_t>(kind) | permitted);
  if (isRobust(kind))
    followRobust(addressOf(mutex));
  return result;
}

int lockUntil(pthread_mutex_t* mutex, const timespec* until, std::uint64_t permitted = 0) {
  const MutexKind kind = mutexKindOf(mutex);
  const int result =
      operateUntil(addressOf(mutex), ObjectOp::MutexTimedLock, static_cast<std::uint64_t>(kind) | permitted, until);
  if (isRobust(kind))
    followRobust(addressOf(mutex));
  return result;
}

} // namespace

// Names that the C library no longer declares or links, for old programs.
REVISIT_EXPORT int pthread_mutexattr_setkind_np(pthread_mutexattr_t* attributes, int kind) noexcept {
  return pthread_mutexattr_settype(attributes, kind);
}
REVISIT_EXPORT int pthread_mutexattr_getkind_np(const pthread_mutexattr_t* attributes, int* kind) noexcept {
  return pthread_mutexattr_gettype(attributes, kind);
}

int revisit::runtime::requireHeld(pthread_mutex_t* mutex) {
  if (ownObjectAt(addressOf(mutex)).state.owner == me().slot + 1u)
    return 0;
  if (const MutexKind kind = mutexKindOf(mutex); kind == MutexKind::Normal || kind == MutexKind::Recursive)
    fail(ErrorKind::LockMisuse, "a wait on a condition variable with a mutex that the thread does not hold",
         addressOf(mutex));
  return EPERM;
}

REVISIT_EXPORT int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_mutex_init)(mutex, attributes);
  int type = PTHREAD_MUTEX_NORMAL, robust = PTHREAD_MUTEX_STALLED, shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getrobust(attributes, &robust);
    pthread_mutexattr_getpshared(attributes, &shared);
  }
  noteUsers(addressOf(mutex), shared == PTHREAD_PROCESS_SHARED);
  TableObject& object = objectAt(addressOf(mutex));
  object.initialised = true;
  object.isSpinLock = false;
  object.kind = mutexKindOf(type, robust);
  return initialiseObject(addressOf(mutex), ObjectOp::MutexInit, static_cast<std::uint64_t>(object.kind));
}

REVISIT_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_mutex_destroy)(mutex);
  const int result = destroyObject(addressOf(mutex), ObjectOp::MutexDestroy, ObjectOp::MutexInit,
                                   static_cast<std::uint64_t>(mutexKindOf(mutex)));
  objectAt(addressOf(mutex)).initialised = false;
  return result;
}

REVISIT_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return ownObjects() ? operateMutex(mutex, ObjectOp::MutexLock) : REVISIT_REAL(pthread_mutex_lock)(mutex);
}

REVISIT_EXPORT int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return ownObjects() ? operateMutex(mutex, ObjectOp::MutexTryLock) : REVISIT_REAL(pthread_mutex_trylock)(mutex);
}

REVISIT_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  return ownObjects() ? lockUntil(mutex, until) : REVISIT_REAL(pthread_mutex_timedlock)(mutex, until);
}

REVISIT_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) noexcept {
  return ownObjects() ? lockUntil(mutex, until) : REVISIT_REAL(pthread_mutex_clocklock)(mutex, clock, until);
}

int revisit::runtime::tryLockPermitted(pthread_mutex_t* mutex) {
  return ownObjects() ? operateMutex(mutex, ObjectOp::MutexTryLock, ifPermitted(Permitted::TryLock))
                      : REVISIT_REAL(pthread_mutex_trylock)(mutex);
}

// The attempts of the C++ library, in its headers and compiled into it. Its mutexes begin with a POSIX mutex.
REVISIT_EXPORT int revisit_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return tryLockPermitted(mutex);
}

REVISIT_EXPORT int revisit_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) noexcept {
  return ownObjects() ? lockUntil(mutex, until, ifPermitted(Permitted::TryLock))
                      : REVISIT_REAL(pthread_mutex_clocklock)(mutex, clock, until);
}

REVISIT_EXPORT bool _ZNSt3__15mutex8try_lockEv(pthread_mutex_t* mutex) noexcept {
  return tryLockPermitted(mutex) == 0;
}

REVISIT_EXPORT bool _ZNSt3__115recursive_mutex8try_lockEv(pthread_mutex_t* mutex) noexcept {
  return tryLockPermitted(mutex) == 0;
}

REVISIT_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return ownObjects() ? operateMutex(mutex, ObjectOp::MutexUnlock) : REVISIT_REAL(pthread_mutex_unlock)(mutex);
}

REVISIT_EXPORT int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_mutex_consistent)(mutex);
  return isRobust(mutexKindOf(mutex)) ? onlyOperateOn(mutex, ObjectOp::MutexConsistent) : EINVAL;
}

// The newest one first, as the kernel does it.
void revisit::runtime::abandonMutexes() {
  for (Thread& self = me(); self.robustCount > 0;)
    operateSilently(objectOfChild(self.robust[--self.robustCount]), ObjectOp::MutexAbandon, 0);
}
