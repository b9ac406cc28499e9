// Condition variables, semaphores and spin locks; and a clear word about what is not followed yet.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/access.h"
#include "runtime/object_table.h"
#include "runtime/recorder.h"

#include <cerrno>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

template <class T> std::uint64_t addressOf(T* object) {
  return reinterpret_cast<std::uint64_t>(const_cast<const void*>(static_cast<const volatile void*>(object)));
}

template <class T> int operateOn(T* object, ObjectOp operation, std::uint64_t argument = 0) {
  return static_cast<int>(operate(addressOf(object), operation, argument));
}

// Semaphores say what went wrong through errno.
int viaErrno(int result) {
  if (result == 0)
    return 0;
  errno = result;
  return -1;
}

int notFollowed(const char* what) {
  if (exploring())
    unsupported(what);
  return ENOTSUP;
}

constexpr auto normal = static_cast<std::uint64_t>(MutexKind::Normal);

} // namespace

REVISIT_EXPORT int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept {
  return ownObjects() ? operateOn(condition, ObjectOp::CondInit)
                      : REVISIT_REAL(pthread_cond_init)(condition, attributes);
}

REVISIT_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  return ownObjects() ? operateOn(condition, ObjectOp::CondDestroy) : REVISIT_REAL(pthread_cond_destroy)(condition);
}

REVISIT_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!ownObjects())
    return REVISIT_REAL(pthread_cond_wait)(condition, mutex);
  // The thread waits before it lets the mutex go, so no signal sent under the mutex can be lost.
  operateOn(condition, ObjectOp::CondWait);
  if (const int result = pthread_mutex_unlock(mutex); result != 0)
    return result;
  operateOn(condition, ObjectOp::CondWake);
  return pthread_mutex_lock(mutex);
}

REVISIT_EXPORT int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return ownObjects() ? operateOn(condition, ObjectOp::CondSignal) : REVISIT_REAL(pthread_cond_signal)(condition);
}

REVISIT_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return ownObjects() ? operateOn(condition, ObjectOp::CondBroadcast) : REVISIT_REAL(pthread_cond_broadcast)(condition);
}

REVISIT_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return ownObjects() ? notFollowed("pthread_cond_timedwait")
                      : REVISIT_REAL(pthread_cond_timedwait)(condition, mutex, until);
}

REVISIT_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                          const timespec* until) {
  return ownObjects() ? notFollowed("pthread_cond_clockwait")
                      : REVISIT_REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
}

REVISIT_EXPORT int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  return ownObjects() ? operateOn(semaphore, ObjectOp::SemInit, value)
                      : REVISIT_REAL(sem_init)(semaphore, shared, value);
}

REVISIT_EXPORT int sem_destroy(sem_t* semaphore) noexcept {
  return ownObjects() ? operateOn(semaphore, ObjectOp::SemDestroy) : REVISIT_REAL(sem_destroy)(semaphore);
}

REVISIT_EXPORT int sem_wait(sem_t* semaphore) {
  return ownObjects() ? operateOn(semaphore, ObjectOp::SemWait) : REVISIT_REAL(sem_wait)(semaphore);
}

REVISIT_EXPORT int sem_trywait(sem_t* semaphore) noexcept {
  return ownObjects() ? viaErrno(operateOn(semaphore, ObjectOp::SemTryWait)) : REVISIT_REAL(sem_trywait)(semaphore);
}

REVISIT_EXPORT int sem_post(sem_t* semaphore) noexcept {
  return ownObjects() ? operateOn(semaphore, ObjectOp::SemPost) : REVISIT_REAL(sem_post)(semaphore);
}

REVISIT_EXPORT int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sem_getvalue)(semaphore, value);
  serviceStore(addressOf(value), static_cast<std::uint32_t>(operateOn(semaphore, ObjectOp::SemGet)), sizeof *value);
  return 0;
}

REVISIT_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* until) {
  return ownObjects() ? notFollowed("sem_timedwait") : REVISIT_REAL(sem_timedwait)(semaphore, until);
}

REVISIT_EXPORT int pthread_spin_init(pthread_spinlock_t* lock, int shared) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::MutexInit, normal) : REVISIT_REAL(pthread_spin_init)(lock, shared);
}

REVISIT_EXPORT int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::MutexDestroy, normal) : REVISIT_REAL(pthread_spin_destroy)(lock);
}

REVISIT_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::MutexLock, normal) : REVISIT_REAL(pthread_spin_lock)(lock);
}

REVISIT_EXPORT int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::MutexTryLock, normal) : REVISIT_REAL(pthread_spin_trylock)(lock);
}

REVISIT_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateOn(lock, ObjectOp::MutexUnlock, normal) : REVISIT_REAL(pthread_spin_unlock)(lock);
}

// A library's own lock is the real one: no event happens inside it, so nobody ever waits for it.
#define REVISIT_NOT_FOLLOWED(function, type, object)                                                                   \
  REVISIT_EXPORT int function(type* object) noexcept {                                                                 \
    return ownObjects() && !isForeign(addressOf(object)) ? notFollowed(#function) : REVISIT_REAL(function)(object);    \
  }

REVISIT_NOT_FOLLOWED(pthread_rwlock_rdlock, pthread_rwlock_t, lock)
REVISIT_NOT_FOLLOWED(pthread_rwlock_wrlock, pthread_rwlock_t, lock)
REVISIT_NOT_FOLLOWED(pthread_rwlock_tryrdlock, pthread_rwlock_t, lock)
REVISIT_NOT_FOLLOWED(pthread_rwlock_trywrlock, pthread_rwlock_t, lock)
REVISIT_NOT_FOLLOWED(pthread_barrier_wait, pthread_barrier_t, barrier)
