// Functions that the headers of the C++ library require: locks and conditions that belong to an address, for
// std::atomic's wait and notify and for atomic functions of shared pointers; and taking several locks at once. The
// locks are objects of the run; nothing is stored in the program's memory. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#include "abi/hooks.h"

#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// Outside Revisit, several addresses share one real lock.
struct RealLock {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
};
constexpr std::size_t realLocks = 64;
RealLock g_realLocks[realLocks];

RealLock& realLockOf(std::uint64_t address) {
  return g_realLocks[(address >> 2) % realLocks];
}

void operateLock(std::uint64_t address, ObjectOp operation) {
  operate(address | REVISIT_LOCK_OF_ADDRESS, operation, static_cast<std::uint64_t>(MutexKind::Normal));
}

} // namespace

REVISIT_EXPORT void __revisit_address_lock(std::uint64_t address) {
  if (ownObjects())
    operateLock(address, ObjectOp::MutexLock);
  else
    REVISIT_REAL(pthread_mutex_lock)(&realLockOf(address).mutex);
}

REVISIT_EXPORT void __revisit_address_unlock(std::uint64_t address) {
  if (ownObjects())
    operateLock(address, ObjectOp::MutexUnlock);
  else
    REVISIT_REAL(pthread_mutex_unlock)(&realLockOf(address).mutex);
}

REVISIT_EXPORT void __revisit_address_wait(std::uint64_t address) {
  if (!ownObjects()) {
    RealLock& lock = realLockOf(address);
    REVISIT_REAL(pthread_cond_wait)(&lock.condition, &lock.mutex);
    return;
  }
  operate(address, ObjectOp::CondWait, 0);
  operateLock(address, ObjectOp::MutexUnlock);
  operate(address, ObjectOp::CondWake, 0);
  operateLock(address, ObjectOp::MutexLock);
}

REVISIT_EXPORT void __revisit_address_notify(std::uint64_t address, std::uint32_t all) {
  if (!ownObjects()) {
    RealLock& lock = realLockOf(address);
    REVISIT_REAL(pthread_mutex_lock)(&lock.mutex);
    REVISIT_REAL(pthread_cond_broadcast)(&lock.condition); // broadcast, because any of the waiting threads may be meant
    REVISIT_REAL(pthread_mutex_unlock)(&lock.mutex);
    return;
  }
  operateLock(address, ObjectOp::MutexLock);
  operate(address, all != 0 ? ObjectOp::CondBroadcast : ObjectOp::CondSignal, 0);
  operateLock(address, ObjectOp::MutexUnlock);
}

REVISIT_EXPORT std::uint32_t __revisit_locks_together(std::uint32_t on) {
  if (!exploring())
    return 0;
  Thread& self = me();
  self.locksNow = on != 0;
  if (self.locksNow)
    self.locksTogether = self.locksTogether == 1 ? 2 : 1;
  return 1;
}
