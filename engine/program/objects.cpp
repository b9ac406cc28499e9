#include "program/objects.h"

namespace revisit {

namespace {

using namespace object_result;

ObjectEffect enabled(const ObjectState& after, std::uint64_t result = ok) {
  return {true, result, after, 1};
}
ObjectEffect notEnabled(const ObjectState& state) {
  return {false, ok, state, 1};
}

// Whether the object is held, or threads with a pending event wait for it. (A waiting thread without such an event
// finds it destroyed later.)
bool isInUse(const ObjectState& state, ObjectOp operation) {
  if (isMutexOp(operation))
    return state.owner != 0;
  if (isRwlockOp(operation))
    return state.owner != 0 || state.count != 0;
  if (isConditionOp(operation) || isBarrierOp(operation))
    return !state.sets[ObjectState::waiting].empty();
  return false;
}

ObjectEffect initialise(const ObjectState& before, ObjectOp operation, std::uint64_t argument) {
  if ((argument & initialisedBefore) != 0 && !before.destroyed)
    return enabled(before, initialised);
  argument &= initialisedBefore - 1;
  ObjectState state;
  if (operation == ObjectOp::MutexInit)
    state.kind = static_cast<MutexKind>(argument);
  else if (operation == ObjectOp::SemInit)
    state.count = static_cast<std::uint32_t>(argument);
  else if (operation == ObjectOp::OnceInit)
    state.done = argument != 0;
  if (operation != ObjectOp::BarrierInit)
    return enabled(state);
  if (argument == 0)
    return enabled(before, invalid);
  // Threads of the last round may still have to pass: the destruction of a barrier waits for them.
  state.sets = before.sets;
  state.limit = static_cast<std::uint32_t>(argument);
  return enabled(state);
}

ObjectEffect applyMutex(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument) {
  const std::uint32_t self = thread.value() + 1;
  const bool mine = state.owner == self;
  if (carriesMutexKind(operation) && state.owner == 0)
    state.kind = static_cast<MutexKind>(argument);
  if (operation == ObjectOp::MutexUnlock) {
    if (!mine)
      return enabled(state, state.kind == MutexKind::Normal ? misuse : notPermitted);
    if (--state.count == 0)
      state.owner = 0;
    return enabled(state);
  }
  if (state.owner == 0 || (mine && state.kind == MutexKind::Recursive)) {
    state.owner = self;
    state.count++;
    return enabled(state);
  }
  if (operation == ObjectOp::MutexTryLock)
    return enabled(state, busy);
  if (mine && state.kind == MutexKind::ErrorCheck)
    return enabled(state, deadlock);
  if (operation == ObjectOp::MutexTimedLock)
    return enabled(state, timedOut);
  return notEnabled(state);
}

ObjectEffect applySemaphore(ObjectState state, ObjectOp operation) {
  switch (operation) {
  case ObjectOp::SemPost:
    state.count++;
    return enabled(state);
  case ObjectOp::SemGet:
    return enabled(state, state.count);
  default:
    break;
  }
  if (state.count > 0) {
    state.count--;
    return enabled(state);
  }
  if (operation == ObjectOp::SemTryWait)
    return enabled(state, again);
  return operation == ObjectOp::SemTimedWait ? enabled(state, timedOut) : notEnabled(state);
}

ObjectEffect applyCondition(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome) {
  ThreadSet& waiting = state.sets[ObjectState::waiting];
  ThreadSet& woken = state.sets[ObjectState::woken];
  switch (operation) {
  case ObjectOp::CondWait:
    if (!waiting.empty() && argument != state.limit && argument != 0 && state.limit != 0)
      return enabled(state, otherMutex);
    state.limit = static_cast<std::uint32_t>(argument);
    waiting.insert(thread);
    return enabled(state);
  case ObjectOp::CondWake:
  case ObjectOp::CondTimedWake: {
    const bool wasWoken = woken.contains(thread);
    if (!wasWoken && operation == ObjectOp::CondWake)
      return notEnabled(state);
    waiting.erase(thread);
    woken.erase(thread);
    return enabled(state, wasWoken ? ok : timedOut);
  }
  case ObjectOp::CondBroadcast:
    woken.insert(waiting);
    waiting.clear();
    return enabled(state);
  case ObjectOp::CondSignal: {
    if (waiting.empty())
      return enabled(state);
    const unsigned waiters = waiting.size();
    const ThreadId chosen = waiting.at(outcome);
    waiting.erase(chosen);
    woken.insert(chosen);
    return {true, ok, state, waiters};
  }
  default:
    return enabled(state);
  }
}

// Adds `change` to the thread's number of read locks, stored bit by bit.
void changeReadLocks(ObjectState& state, ThreadId thread, int change) {
  const unsigned locks = readLocksOf(state, thread) + static_cast<unsigned>(change);
  for (unsigned digit = 0; digit < ObjectState::setCount; digit++)
    if ((locks >> digit & 1) != 0)
      state.sets[digit].insert(thread);
    else
      state.sets[digit].erase(thread);
  state.count += static_cast<std::uint32_t>(change);
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

ObjectEffect applyRwlock(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                         unsigned outcome) {
  const bool reads = operation == ObjectOp::RwlockRead || operation == ObjectOp::RwlockTryRead ||
                     operation == ObjectOp::RwlockTimedRead;
  if (operation == ObjectOp::RwlockUnlock)
    return unlockRwlock(state, thread);
  if (state.owner == 0 && (reads || state.count == 0)) {
    if (reads && readLocksOf(state, thread) == maxReadLocks)
      return enabled(state, again);
    const unsigned outcomes = makesWay(operation) && argument != 0 && state.count != 0 ? 2 : 1;
    if (outcome != 0)
      return {true, operation == ObjectOp::RwlockTryRead ? busy : timedOut, state, outcomes};
    if (reads)
      changeReadLocks(state, thread, 1);
    else
      state.owner = thread.value() + 1;
    return {true, ok, state, outcomes};
  }
  if (operation == ObjectOp::RwlockTryRead || operation == ObjectOp::RwlockTryWrite)
    return enabled(state, busy);
  if (state.owner == thread.value() + 1)
    return enabled(state, deadlock);
  if (operation == ObjectOp::RwlockTimedRead || operation == ObjectOp::RwlockTimedWrite)
    return enabled(state, timedOut);
  return notEnabled(state);
}

ObjectEffect applyOnce(ObjectState state, ThreadId thread, ObjectOp operation) {
  if (operation != ObjectOp::OnceEnter) {
    state.owner = 0;
    state.done = operation == ObjectOp::OnceLeave;
    return enabled(state);
  }
  if (state.done)
    return enabled(state);
  if (state.owner != 0)
    return notEnabled(state);
  state.owner = thread.value() + 1;
  return enabled(state, mustRun);
}

// A thread is joined or detached once. The second operation is an error, even while the first still waits for the
// thread's end.
ObjectEffect applyHandle(ObjectState state) {
  if (state.count != 0)
    return enabled(state, spent);
  state.count = 1;
  return enabled(state);
}

ObjectEffect arrive(ObjectState state, ThreadId thread, bool asks, unsigned outcome) {
  ThreadSet& waiting = state.sets[ObjectState::waiting];
  state.sets[ObjectState::woken].erase(thread);
  state.sets[ObjectState::serial].erase(thread);
  if (state.limit == 0)
    return enabled(state, uninitialised);
  waiting.insert(thread);
  state.count++;
  state.asked |= asks;
  if (state.count < state.limit)
    return enabled(state);
  const unsigned outcomes = state.asked ? state.limit : 1;
  if (state.asked)
    state.sets[ObjectState::serial].insert(waiting.at(outcome));
  state.sets[ObjectState::woken].insert(waiting);
  waiting.clear();
  state.count = 0;
  state.asked = false;
  return {true, ok, state, outcomes};
}

ObjectEffect pass(const ObjectState& state, ThreadId thread) {
  if (!state.sets[ObjectState::woken].contains(thread))
    return notEnabled(state);
  return enabled(state, state.sets[ObjectState::serial].contains(thread) ? serialThread : ok);
}

ObjectEffect apply(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                   unsigned outcome) {
  if (operation == ObjectOp::BarrierPass)
    return pass(state, thread);
  if (isHandleOp(operation))
    return applyHandle(state);
  if (operation == ObjectOp::BlockTake)
    return {.enabled = true,
            .result = outcome,
            .after = state,
            .outcomes = static_cast<unsigned>(argument % (maxOfferedBlocks + 1)) + 1};
  if (operation == ObjectOp::AskSystem)
    return {.enabled = true, .result = outcome == 0 ? ok : argument, .after = state, .outcomes = 2};
  if ((isInit(operation) || isDestroy(operation)) && !state.destroyed && isInUse(state, operation))
    return enabled(state, inUse);
  if (isInit(operation))
    return initialise(state, operation, argument);
  const bool ends = isDestroy(operation) && argument == endOfMemory;
  if (state.over && !ends)
    return enabled(state, freed);
  if (state.destroyed && !ends)
    return enabled(state, destroyed);
  if (isDestroy(operation)) {
    ObjectState after = state;
    after.destroyed = true;
    after.over = ends;
    return enabled(after);
  }
  if (isMutexOp(operation))
    return applyMutex(state, thread, operation, argument);
  if (isSemaphoreOp(operation))
    return applySemaphore(state, operation);
  if (isConditionOp(operation))
    return applyCondition(state, thread, operation, argument, outcome);
  if (isRwlockOp(operation))
    return applyRwlock(state, thread, operation, argument, outcome);
  if (isOnceOp(operation))
    return applyOnce(state, thread, operation);
  return arrive(state, thread, argument != 0, outcome);
}

// The result of the outcome for which there is no reason.
std::uint64_t spuriousResult(ObjectOp operation) {
  switch (operation) {
  case ObjectOp::CondWait:
    return spurious;
  case ObjectOp::MutexTimedLock:
  case ObjectOp::SemTimedWait:
    return timedOut;
  case ObjectOp::SemTryWait:
    return again;
  default:
    return busy;
  }
}

} // namespace

unsigned readLocksOf(const ObjectState& state, ThreadId thread) {
  unsigned locks = 0;
  for (unsigned digit = 0; digit < ObjectState::setCount; digit++)
    locks |= static_cast<unsigned>(state.sets[digit].contains(thread)) << digit;
  return locks;
}

std::uint32_t preferredBlock(std::uint32_t free, unsigned offered) {
  const auto isFree = [&](unsigned place) { return (free >> place % offered & 1) != 0; };
  unsigned longest = 0;
  std::uint32_t first = 0;
  for (unsigned begin = 0; begin < offered; begin++) {
    unsigned length = 0;
    while (length < offered && isFree(begin + length))
      length++;
    if (length > longest) {
      longest = length;
      first = begin + 1;
    }
  }
  return first;
}

bool makesWay(ObjectOp operation) {
  return operation == ObjectOp::RwlockTryRead || operation == ObjectOp::RwlockTimedRead;
}

bool mayDiffer(ObjectOp operation, std::uint64_t argument) {
  return (argument & maybeSpurious) != 0 || (makesWay(operation) && argument != 0) ||
         operation == ObjectOp::CondSignal || operation == ObjectOp::BarrierArrive ||
         operation == ObjectOp::BlockTake || operation == ObjectOp::AskSystem;
}

bool carriesMutexKind(ObjectOp operation) {
  return operation == ObjectOp::MutexLock || operation == ObjectOp::MutexTryLock ||
         operation == ObjectOp::MutexTimedLock || operation == ObjectOp::MutexUnlock;
}

ObjectEffect applyOperation(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome) {
  if ((argument & maybeSpurious) == 0)
    return apply(state, thread, operation, argument, outcome);
  ObjectEffect effect = apply(state, thread, operation, argument & ~maybeSpurious, 0);
  if (effect.result != ok)
    return effect;
  if (outcome != 0)
    effect = enabled(state, spuriousResult(operation));
  effect.outcomes = 2;
  return effect;
}

} // namespace revisit
