// Condition variables, semaphores and spin locks. Waits take no real time: a timed wait succeeds if it was signalled by
// the time of its turn, and times out otherwise. Thread rule: called by the program's threads; during a run only by the
// one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/memory/own_objects.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/mutexes.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <cstdarg>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// Semaphore functions report errors through errno.
int viaErrno(int result) {
  if (result == 0)
    return 0;
  serviceStore(addressOf(&errno), static_cast<std::uint64_t>(result), sizeof errno);
  return -1;
}

// Waits for a permit of the semaphore, unless the thread is cancelled.
int takePermit(sem_t* semaphore, const timespec* until) {
  if (until == nullptr && !mayBeCancelled())
    return onlyOperateOn(semaphore, ObjectOp::SemWait);
  return waitCancellably(addressOf(semaphore), ObjectOp::SemCancel, [&](std::uint64_t argument) {
    return until == nullptr ? operateOn(semaphore, ObjectOp::SemWait, argument)
                            : operateUntil(addressOf(semaphore), ObjectOp::SemTimedWait, argument, until);
  });
}

// A handler interrupts a wait for a semaphore, but not one that has a permit at once. Without SA_RESTART, or with a
// limit, the wait fails then.
template <class Wait> int waitForPermit(sem_t* semaphore, bool isLimited, Wait&& wait) {
  if (!exploring() || !mayBeInterrupted())
    return wait();
  if (operateOn(semaphore, ObjectOp::SemTryWait) == 0)
    return 0;
  const Delivered delivered = lookForSignals();
  if (delivered.interrupts || (isLimited && delivered.handlers != 0))
    return viaErrno(EINTR);
  me().hasLooked = true;
  const int result = wait();
  me().hasLooked = false;
  return result;
}

int waitUntil(sem_t* semaphore, const timespec* until) {
  return waitForPermit(semaphore, true, [&] { return viaErrno(takePermit(semaphore, until)); });
}

// Identifies a mutex; never 0.
std::uint64_t markOf(const pthread_mutex_t* mutex) {
  return (addressOf(mutex) * 0x9e3779b97f4a7c15ull) >> 32 | 1;
}

// Waits for the condition variable with the mutex released; `wake` is the operation that ends the wait. ECANCELED: the
// thread was cancelled meanwhile, and has the mutex again.
int waitWith(pthread_cond_t* condition, pthread_mutex_t* mutex, ObjectOp wake, const timespec* until) {
  const Composite composite;
  const WorksOn work(addressOf(condition), addressOf(mutex));
  const timespec limit = until != nullptr ? givenTime(until) : timespec{};
  if (exploring())
    if (const int result = requireHeld(mutex); result != 0)
      return result;
  const bool cancels = mayBeCancelled();
  // A thread that is cancelled already gives the mutex back and takes it again all the same.
  bool isOver = cancels && isCancelledBefore(addressOf(condition), ObjectOp::CondCancel);
  int result = isOver ? ECANCELED : 0;
  // The wait begins before the mutex is released, so that no signal sent under the mutex can be lost.
  if (!isOver)
    isOver = operateOn(condition, ObjectOp::CondWait,
                       markOf(mutex) | ifPermitted(Permitted::WakeUp) | (cancels ? cancellable : 0)) ==
             static_cast<int>(object_result::spurious);
  if (const int failure = pthread_mutex_unlock(mutex); failure != 0)
    return failure;
  if (!isOver)
    result = operateOn(condition, wake);
  if (result == EAGAIN) { // cancelled, and it takes no signal away from others
    operateSilently(addressOf(condition), ObjectOp::CondSignal, 0);
    result = ECANCELED;
  }
  if (result == ETIMEDOUT && until != nullptr && exploring())
    waitedUntil(limit);
  const int locked = pthread_mutex_lock(mutex);
  return result == ECANCELED || locked == 0 ? result : locked;
}

int waitFor(pthread_cond_t* condition, pthread_mutex_t* mutex, ObjectOp wake, const timespec* until = nullptr) {
  const int result = waitWith(condition, mutex, wake, until);
  if (result == ECANCELED && exploring())
    beCancelled(true);
  return result;
}

// A spin lock is treated as a mutex with another name.
std::uint64_t spinLock(pthread_spinlock_t* lock) {
  objectAt(addressOf(lock)).isSpinLock = true;
  return addressOf(lock);
}

int operateSpin(pthread_spinlock_t* lock, ObjectOp operation) {
  return static_cast<int>(operate(spinLock(lock), operation, static_cast<std::uint64_t>(MutexKind::Normal)));
}

} // namespace

REVISIT_EXPORT int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_cond_init)(condition, attributes);
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr)
    pthread_condattr_getpshared(attributes, &shared);
  noteUsers(addressOf(condition), shared == PTHREAD_PROCESS_SHARED);
  return initialiseObject(addressOf(condition), ObjectOp::CondInit);
}

REVISIT_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  return ownObjects() ? destroyObject(addressOf(condition), ObjectOp::CondDestroy, ObjectOp::CondInit)
                      : REVISIT_REAL(pthread_cond_destroy)(condition);
}

REVISIT_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return ownObjects() ? waitFor(condition, mutex, ObjectOp::CondWake)
                      : REVISIT_REAL(pthread_cond_wait)(condition, mutex);
}

REVISIT_EXPORT int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return ownObjects() ? onlyOperateOn(condition, ObjectOp::CondSignal) : REVISIT_REAL(pthread_cond_signal)(condition);
}

REVISIT_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return ownObjects() ? onlyOperateOn(condition, ObjectOp::CondBroadcast)
                      : REVISIT_REAL(pthread_cond_broadcast)(condition);
}

REVISIT_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return ownObjects() ? waitFor(condition, mutex, ObjectOp::CondTimedWake, until)
                      : REVISIT_REAL(pthread_cond_timedwait)(condition, mutex, until);
}

REVISIT_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                          const timespec* until) {
  return ownObjects() ? waitFor(condition, mutex, ObjectOp::CondTimedWake, until)
                      : REVISIT_REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
}

REVISIT_EXPORT int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sem_init)(semaphore, shared, value);
  noteUsers(addressOf(semaphore), shared != 0);
  return initialiseObject(addressOf(semaphore), ObjectOp::SemInit, value);
}

REVISIT_EXPORT int sem_destroy(sem_t* semaphore) noexcept {
  return ownObjects() ? destroyObject(addressOf(semaphore), ObjectOp::SemDestroy, ObjectOp::SemInit)
                      : REVISIT_REAL(sem_destroy)(semaphore);
}

REVISIT_EXPORT int sem_wait(sem_t* semaphore) {
  return ownObjects() ? waitForPermit(semaphore, false, [&] { return takePermit(semaphore, nullptr); })
                      : REVISIT_REAL(sem_wait)(semaphore);
}

REVISIT_EXPORT int sem_trywait(sem_t* semaphore) noexcept {
  return ownObjects() ? viaErrno(operateOn(semaphore, ObjectOp::SemTryWait)) : REVISIT_REAL(sem_trywait)(semaphore);
}

// std::counting_semaphore's try_acquire.
REVISIT_EXPORT int revisit_sem_trywait(sem_t* semaphore) noexcept {
  return ownObjects() ? viaErrno(operateOn(semaphore, ObjectOp::SemTryWait, ifPermitted(Permitted::TryLock)))
                      : REVISIT_REAL(sem_trywait)(semaphore);
}

REVISIT_EXPORT int sem_post(sem_t* semaphore) noexcept {
  return ownObjects() ? onlyOperateOn(semaphore, ObjectOp::SemPost) : REVISIT_REAL(sem_post)(semaphore);
}

REVISIT_EXPORT int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sem_getvalue)(semaphore, value);
  serviceStore(addressOf(value), static_cast<std::uint32_t>(operateOn(semaphore, ObjectOp::SemGet)), sizeof *value);
  return 0;
}

REVISIT_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* until) {
  return ownObjects() ? waitUntil(semaphore, until) : REVISIT_REAL(sem_timedwait)(semaphore, until);
}

REVISIT_EXPORT int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  return ownObjects() ? waitUntil(semaphore, until) : REVISIT_REAL(sem_clockwait)(semaphore, clock, until);
}

REVISIT_EXPORT sem_t* sem_open(const char* name, int flags, ...) noexcept {
  if (exploring()) {
    tellRefused("sem_open", "what other processes do is not followed");
    errno = ENFILE;
    return SEM_FAILED;
  }
  std::va_list arguments;
  va_start(arguments, flags);
  const auto mode = va_arg(arguments, mode_t);
  const auto value = va_arg(arguments, unsigned);
  va_end(arguments);
  return REVISIT_REAL(sem_open)(name, flags, mode, value);
}

REVISIT_EXPORT int pthread_spin_init(pthread_spinlock_t* lock, int shared) noexcept {
  return ownObjects() ? initialiseObject(spinLock(lock), ObjectOp::MutexInit)
                      : REVISIT_REAL(pthread_spin_init)(lock, shared);
}

REVISIT_EXPORT int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? destroyObject(spinLock(lock), ObjectOp::MutexDestroy, ObjectOp::MutexInit)
                      : REVISIT_REAL(pthread_spin_destroy)(lock);
}

REVISIT_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateSpin(lock, ObjectOp::MutexLock) : REVISIT_REAL(pthread_spin_lock)(lock);
}

REVISIT_EXPORT int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateSpin(lock, ObjectOp::MutexTryLock) : REVISIT_REAL(pthread_spin_trylock)(lock);
}

REVISIT_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  return ownObjects() ? operateSpin(lock, ObjectOp::MutexUnlock) : REVISIT_REAL(pthread_spin_unlock)(lock);
}
