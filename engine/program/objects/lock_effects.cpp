#include "program/objects/lock_effects.h"

namespace revisit {

using namespace object_result;

namespace {

void keepKind(ObjectState& mutex, std::uint64_t argument) {
  if (mutex.owner == 0)
    mutex.kind = static_cast<MutexKind>(argument);
}

constexpr unsigned readLockDigits = 3;
static_assert(maxReadLocks < 1u << readLockDigits);

// Adds `change` to the thread's number of read locks, stored bit by bit.
void changeReadLocks(ObjectState& state, ThreadId thread, int change) {
  const unsigned locks = readLocksOf(state, thread) + static_cast<unsigned>(change);
  for (unsigned digit = 0; digit < readLockDigits; digit++)
    if ((locks >> digit & 1) != 0)
      state.sets[digit].insert(thread);
    else
      state.sets[digit].erase(thread);
  state.count += static_cast<std::uint32_t>(change);
}

} // namespace

ObjectEffect lockMutex(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument) {
  const std::uint32_t self = thread.value() + 1;
  const bool mine = state.owner == self;
  keepKind(state, argument);
  if (state.done)
    return enabled(state, notRecoverable);
  if (state.owner != 0 && !(mine && withoutRobust(state.kind) == MutexKind::Recursive))
    return refuse(state, operation, mine && withoutRobust(state.kind) == MutexKind::ErrorCheck);
  state.owner = self;
  state.count++;
  return enabled(state, state.asked && state.count == 1 ? ownerDead : ok);
}

ObjectEffect unlockMutex(ObjectState state, ThreadId thread, std::uint64_t argument) {
  keepKind(state, argument);
  if (state.owner != thread.value() + 1)
    return enabled(state, state.kind == MutexKind::Normal ? misuse : notPermitted);
  if (--state.count != 0)
    return enabled(state);
  state.owner = 0;
  state.done |= state.asked;
  state.asked = false;
  return enabled(state);
}

ObjectEffect abandon(ObjectState state, ThreadId thread) {
  if (state.owner != thread.value() + 1)
    return enabled(state);
  state.owner = 0;
  state.count = 0;
  state.asked = true;
  return enabled(state);
}

ObjectEffect mend(ObjectState state, ThreadId thread) {
  if (!state.asked || state.owner == 0)
    return enabled(state, invalid);
  if (state.owner != thread.value() + 1)
    return enabled(state, notHeld);
  state.asked = false;
  return enabled(state);
}

unsigned readLocksOf(const ObjectState& state, ThreadId thread) {
  unsigned locks = 0;
  for (unsigned digit = 0; digit < readLockDigits; digit++)
    locks |= static_cast<unsigned>(state.sets[digit].contains(thread)) << digit;
  return locks;
}

ObjectEffect unlockRwlock(ObjectState state, ThreadId thread) {
  if (state.owner == thread.value() + 1)
    state.owner = 0;
  else if (readLocksOf(state, thread) > 0)
    changeReadLocks(state, thread, -1);
  else
    return enabled(state, misuse);
  return enabled(state);
}

ObjectEffect lockForWriting(ObjectState state, ThreadId thread, ObjectOp operation) {
  if (state.owner != 0 || state.count != 0)
    return refuse(state, operation, state.owner == thread.value() + 1);
  state.owner = thread.value() + 1;
  return enabled(state);
}

ObjectEffect lockForReading(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome) {
  if (state.owner != 0)
    return refuse(state, operation, state.owner == thread.value() + 1);
  if (readLocksOf(state, thread) == maxReadLocks)
    return enabled(state, again);
  const unsigned outcomes = makesWay(operation) && argument != 0 && state.count != 0 ? 2 : 1;
  if (outcome == 0)
    changeReadLocks(state, thread, 1);
  ObjectEffect effect = outcome == 0 ? enabled(state) : refuse(state, operation);
  effect.outcomes = outcomes;
  return effect;
}

} // namespace revisit
