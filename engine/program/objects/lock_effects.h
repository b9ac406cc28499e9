// What operations on mutexes and read-write locks do, and what all operations on objects are made of. Part of
// objects.h. Plain functions of the state.
#pragma once

#include "program/objects/objects.h"

namespace revisit {

// Part of the argument of an attempt to lock, or to begin a once routine: it changes nothing, and tells in which state
// the object is. So does whoever makes a copy of a process that has the object.
constexpr std::uint64_t onlyLooks = 1ull << 42;
// Parts of what that and other looks result in, beside `counted` and the count: a thread has the object for itself; the
// once routine has returned.
constexpr std::uint64_t heldAlone = 1ull << 62;
constexpr std::uint64_t isDone = 1ull << 61;

// Part of the argument of an initialisation in a copy of a process, of an object that it has of the original: who holds
// it or waits for it may not be there, so it begins anew.
constexpr std::uint64_t beginsAnew = 1ull << 33;

inline ObjectEffect enabled(const ObjectState& after, std::uint64_t result = object_result::ok) {
  return {true, result, after, 1};
}
inline ObjectEffect notEnabled(const ObjectState& state) {
  return {false, object_result::ok, state, 1};
}

// What an attempt results in that came too late.
inline std::uint64_t resultOfFailure(ObjectOp operation) {
  return kindOf(operation) == ObjectKind::Semaphore ? object_result::again : object_result::busy;
}

// The effect of an operation that is not possible in this state. `deadlocks`: the thread would wait for itself.
inline ObjectEffect refuse(const ObjectState& state, ObjectOp operation, bool deadlocks = false) {
  const Refused refused = rowOf(operation).refused;
  if (refused == Refused::Fails)
    return enabled(state, resultOfFailure(operation));
  if (deadlocks)
    return enabled(state, object_result::deadlock);
  return refused == Refused::TimesOut ? enabled(state, object_result::timedOut) : notEnabled(state);
}

// The effects of operations, by their role, on a mutex ...
ObjectEffect lockMutex(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument);
ObjectEffect unlockMutex(ObjectState state, ThreadId thread, std::uint64_t argument);
ObjectEffect abandon(ObjectState state, ThreadId thread);
ObjectEffect mend(ObjectState state, ThreadId thread);
// ... and on a read-write lock.
ObjectEffect unlockRwlock(ObjectState state, ThreadId thread);
ObjectEffect lockForWriting(ObjectState state, ThreadId thread, ObjectOp operation);
ObjectEffect lockForReading(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome);

} // namespace revisit
