// What operations on mutexes and read-write locks do, and what all operations on objects are made of. Part of
// objects.h. Plain functions of the state.
#pragma once

#include "program/objects/objects.h"

namespace revisit {

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
