// Synchronisation objects as state machines. The operations on one object form one chain; an operation is scheduled
// only when the machine enables it. The runtime's objects behave exactly like these.
#pragma once

#include "program/label.h"

namespace revisit {

struct ObjectState {
  std::uint32_t owner = 0; // mutex: thread + 1, 0 when free
  std::uint32_t count = 0; // mutex: depth of the owner; semaphore: permits
  MutexKind kind = MutexKind::Normal;
  std::uint64_t waiting = 0; // condition variable: threads that wait and were not woken (bit = thread)
  std::uint64_t woken = 0;   // condition variable: threads that were woken and did not go on yet
  friend bool operator==(const ObjectState&, const ObjectState&) = default;
};

// Results that a thread observes; the POSIX numbers of Linux.
namespace object_result {
constexpr std::uint64_t ok = 0;
constexpr std::uint64_t notPermitted = 1; // EPERM
constexpr std::uint64_t again = 11;       // EAGAIN (semaphore trywait)
constexpr std::uint64_t busy = 16;        // EBUSY
constexpr std::uint64_t deadlock = 35;    // EDEADLK
constexpr std::uint64_t timedOut = 110;   // ETIMEDOUT
// The operation is a misuse; the thread's next label is an Error (UnlockNotOwner or LockMisuse).
constexpr std::uint64_t misuse = 1u << 16;
} // namespace object_result

struct ObjectEffect {
  bool enabled = false;
  std::uint64_t result = object_result::ok;
  ObjectState after;
  // How many outcomes the operation has here (a signal may wake any waiter); `outcome` below outcomes is valid.
  unsigned outcomes = 1;
};

// The effect of `operation` by `thread` in this state. `argument` is the label's. O(1).
// MutexLock: not enabled while another thread holds it, nor for a relock of a Normal mutex by its owner.
// CondWait enqueues the thread (the mutex is released by a MutexUnlock of its own before, taken again after);
// CondWake is enabled once the thread was woken; CondSignal wakes the `outcome`-th waiter in thread order.
ObjectEffect applyOperation(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome = 0);

// Whether `argument` of this operation is a MutexKind that gives the mutex its kind when it is first used.
bool carriesMutexKind(ObjectOp operation);

} // namespace revisit
