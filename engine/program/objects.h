// Synchronisation objects as state machines. The operations on one object form one chain; an operation is scheduled
// only when the machine enables it. The runtime's objects behave exactly like these.
#pragma once

#include "program/label.h"
#include "program/thread_set.h"

#include <optional>

namespace revisit {

struct ObjectState {
  std::uint32_t owner = 0; // mutex; rwlock: who writes; once: who is inside. Thread + 1, 0 when nobody
  std::uint32_t count =
      0; // mutex: depth of the owner; semaphore: permits; rwlock: locks for reading; barrier: arrivals;
      // handle: 1 once its thread was joined or detached
  std::uint32_t limit = 0; // barrier: arrivals that complete a round; condition variable: the mutex of those who wait
  MutexKind kind = MutexKind::Normal;
  bool destroyed = false; // until it is initialised again
  bool over = false;      // the memory it lay in was freed; until it is initialised again
  bool done = false;      // once: the routine has returned
  bool asked = false;     // barrier: some thread of this round looks at what its wait returns

  // Condition variable: threads that wait and were not woken, and threads that were woken and did not go on yet.
  // Barrier: threads of this round, threads whose round is complete, and those of them that are their round's serial
  // one. Rwlock: how often each thread holds it for reading, a binary digit in each set.
  enum Set { waiting, woken, serial, setCount };
  std::array<ThreadSet, setCount> sets;
  friend bool operator==(const ObjectState&, const ObjectState&) = default;
};

// Results that a thread observes; the POSIX numbers of Linux where there is one.
namespace object_result {
constexpr std::uint64_t ok = 0;
constexpr std::uint64_t notPermitted = 1;          // EPERM
constexpr std::uint64_t again = 11;                // EAGAIN (semaphore trywait; more than maxReadLocks)
constexpr std::uint64_t busy = 16;                 // EBUSY
constexpr std::uint64_t invalid = 22;              // EINVAL (a barrier for no thread)
constexpr std::uint64_t deadlock = 35;             // EDEADLK
constexpr std::uint64_t timedOut = 110;            // ETIMEDOUT
constexpr std::uint64_t serialThread = 0xffffffff; // PTHREAD_BARRIER_SERIAL_THREAD
constexpr std::uint64_t mustRun = (1u << 17) + 1;  // OnceEnter: nobody has, so the thread runs the routine
// The operation is a misuse; the thread's next label is an Error.
constexpr std::uint64_t misuse = 1u << 16;              // unlock by a thread that does not hold it: UnlockNotOwner
constexpr std::uint64_t destroyed = (1u << 16) + 2;     // use of a destroyed object: LockMisuse
constexpr std::uint64_t inUse = (1u << 16) + 3;         // destroyed or initialised while it is held or waited for
constexpr std::uint64_t uninitialised = (1u << 16) + 4; // use of a barrier that was never initialised
constexpr std::uint64_t freed = (1u << 16) + 5;         // use of an object whose memory was freed: UseAfterFree
constexpr std::uint64_t spent = (1u << 16) + 6;         // a handle that was joined or detached before: ThreadMisuse
constexpr std::uint64_t initialised = (1u << 16) + 7;   // initialised twice, not destroyed in between
constexpr std::uint64_t otherMutex = (1u << 16) + 8;    // a wait with another mutex than that of those who wait
} // namespace object_result

constexpr bool isMisuse(std::uint64_t result) {
  return result == object_result::misuse || (result >= object_result::destroyed && result <= object_result::otherMutex);
}
// Requires isMisuse(result).
constexpr ErrorKind misuseKind(std::uint64_t result) {
  return result == object_result::misuse  ? ErrorKind::UnlockNotOwner
         : result == object_result::freed ? ErrorKind::UseAfterFree
         : result == object_result::spent ? ErrorKind::ThreadMisuse
                                          : ErrorKind::LockMisuse;
}

// The argument of a destruction that comes with the end of the object's memory: one that was destroyed before is none
// the worse for it.
constexpr std::uint64_t endOfMemory = 1u << 16;

// Part of the argument of an initialisation by a thread that has initialised the object before, and knows of nothing
// that ended it but a destruction by others.
constexpr std::uint64_t initialisedBefore = 1ull << 32;

struct ObjectEffect {
  bool enabled = false;
  std::uint64_t result = object_result::ok;
  ObjectState after;
  // How many outcomes the operation has here (a signal may wake any waiter); `outcome` below outcomes is valid.
  unsigned outcomes = 1;
};

constexpr unsigned maxReadLocks = 7; // of one thread on one rwlock; the next is EAGAIN

// The effect of `operation` by `thread` in this state. `argument` is the label's. O(threads in its sets).
// MutexLock: not enabled while another thread holds it, nor for a relock of a Normal mutex by its owner.
// CondWait enqueues the thread; `argument` tells mutexes apart, 0 being any (the mutex is released by a MutexUnlock of its own before, taken again after);
// CondWake is enabled once the thread was woken, CondTimedWake always: it times out if the thread was not;
// CondSignal wakes the `outcome`-th waiter in thread order.
// RwlockRead: not enabled while a thread writes; RwlockWrite: nor while one reads, itself included. By the thread that
// writes both give EDEADLK. See makesWay.
// OnceEnter: not enabled while a thread is inside. OnceInit: `argument` 1 for one whose routine has run.
// BarrierArrive: the last of its round has as many outcomes as the round has threads if any of them asked (`argument`
// 1): which one in thread order is the serial one. BarrierPass, the thread's next step, is enabled once the round of
// its arrival is complete, and changes nothing.
ObjectEffect applyOperation(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome = 0);

// Whether the operation has a second outcome when its argument says so and other threads read, or the thread itself: it
// fails, as it would in a lock that lets a waiting writer go first. That one waits then is not the machine's to know.
bool makesWay(ObjectOp operation);

// Whether `argument` of this operation is a MutexKind that gives the mutex its kind when it is first used.
bool carriesMutexKind(ObjectOp operation);

// The kinds of objects, by their operations.
constexpr bool isMutexOp(ObjectOp operation) {
  return operation <= ObjectOp::MutexDestroy;
}
constexpr bool isSemaphoreOp(ObjectOp operation) {
  return operation >= ObjectOp::SemInit && operation <= ObjectOp::SemDestroy;
}
constexpr bool isConditionOp(ObjectOp operation) {
  return operation >= ObjectOp::CondInit && operation <= ObjectOp::CondDestroy;
}
constexpr bool isRwlockOp(ObjectOp operation) {
  return operation >= ObjectOp::RwlockInit && operation <= ObjectOp::RwlockDestroy;
}
constexpr bool isOnceOp(ObjectOp operation) {
  return operation >= ObjectOp::OnceInit && operation <= ObjectOp::OnceAbort;
}
constexpr bool isBarrierOp(ObjectOp operation) {
  return operation >= ObjectOp::BarrierInit && operation <= ObjectOp::BarrierDestroy;
}
constexpr bool isHandleOp(ObjectOp operation) {
  return operation >= ObjectOp::HandleJoin;
}

// The making and unmaking of an object.
constexpr bool isInit(ObjectOp operation) {
  return operation == ObjectOp::MutexInit || operation == ObjectOp::SemInit || operation == ObjectOp::CondInit ||
         operation == ObjectOp::RwlockInit || operation == ObjectOp::OnceInit || operation == ObjectOp::BarrierInit;
}
constexpr bool isDestroy(ObjectOp operation) {
  return operation == ObjectOp::MutexDestroy || operation == ObjectOp::SemDestroy ||
         operation == ObjectOp::CondDestroy || operation == ObjectOp::RwlockDestroy ||
         operation == ObjectOp::BarrierDestroy;
}
// The operation that destroys the kind of object that this one is done on; none for a once object and a handle.
constexpr std::optional<ObjectOp> destructionOf(ObjectOp operation) {
  if (isMutexOp(operation))
    return ObjectOp::MutexDestroy;
  if (isSemaphoreOp(operation))
    return ObjectOp::SemDestroy;
  if (isConditionOp(operation))
    return ObjectOp::CondDestroy;
  if (isRwlockOp(operation))
    return ObjectOp::RwlockDestroy;
  return isBarrierOp(operation) ? std::optional(ObjectOp::BarrierDestroy) : std::nullopt;
}

// A rwlock: how often the thread holds it for reading.
unsigned readLocksOf(const ObjectState& state, ThreadId thread);

} // namespace revisit
