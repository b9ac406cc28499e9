#include "program/objects/objects.h"

#include "program/choices.h"
#include "program/objects/lock_effects.h"
#include "program/objects/streams.h"

namespace revisit {

namespace {

using namespace object_result;

// Whether the object is held, or threads with a pending event wait for it. (A waiting thread without such an event
// finds it destroyed later.)
bool isInUse(const ObjectState& state, ObjectKind kind) {
  switch (kind) {
  case ObjectKind::Mutex:
    return state.owner != 0;
  case ObjectKind::Rwlock:
    return state.owner != 0 || state.count != 0;
  case ObjectKind::Condition:
  case ObjectKind::Barrier:
    return !state.sets[ObjectState::waiting].empty();
  case ObjectKind::Semaphore:
  case ObjectKind::Once:
  case ObjectKind::Handle:
  case ObjectKind::Heap:
  case ObjectKind::System:
  case ObjectKind::Stream:
  case ObjectKind::Counter:
  case ObjectKind::Cancellation:
  case ObjectKind::Ending:
    return false;
  }
  return false;
}

ObjectEffect initialise(const ObjectState& before, ObjectKind kind, std::uint64_t argument) {
  if (!before.destroyed && isInUse(before, kind) && (argument & beginsAnew) == 0)
    return enabled(before, inUse);
  if ((argument & initialisedBefore) != 0 && !before.destroyed)
    return enabled(before, initialised);
  argument &= initialisedBefore - 1;
  ObjectState state;
  switch (kind) {
  case ObjectKind::Mutex:
    state.kind = static_cast<MutexKind>(argument);
    break;
  case ObjectKind::Semaphore:
    state.count = static_cast<std::uint32_t>(argument);
    break;
  case ObjectKind::Once:
    state.done = argument != 0;
    break;
  case ObjectKind::Barrier:
    if (argument == 0)
      return enabled(before, invalid);
    // Threads of the last round may still have to pass: the destruction of a barrier waits for them.
    state.sets = before.sets;
    state.limit = static_cast<std::uint32_t>(argument);
    break;
  case ObjectKind::Condition:
  case ObjectKind::Rwlock:
  case ObjectKind::Handle:
  case ObjectKind::Heap:
  case ObjectKind::System:
  case ObjectKind::Stream:
  case ObjectKind::Counter:
  case ObjectKind::Cancellation:
  case ObjectKind::Ending:
    break;
  }
  return enabled(state);
}

ObjectEffect destroy(ObjectState state, ObjectKind kind, std::uint64_t argument) {
  if (!state.destroyed && isInUse(state, kind))
    return enabled(state, inUse);
  const bool ends = argument == endOfMemory;
  if (!ends && (state.over || state.destroyed))
    return enabled(state, state.over ? freed : destroyed);
  state.destroyed = true;
  state.over = ends;
  return enabled(state);
}

ObjectEffect request(ObjectState state) {
  state.done = true;
  return enabled(state, state.limit);
}

ObjectEffect heed(ObjectState state, std::uint64_t mark) {
  if (state.done)
    return enabled(state, cancelled);
  state.limit = static_cast<std::uint32_t>(mark);
  return enabled(state);
}

// Whether the thread's wait, which begins or goes on here, ends because it was cancelled. It can so once.
bool isInterrupted(ObjectState& state, ThreadId thread, std::uint64_t argument) {
  ThreadSet& interrupted = state.sets[ObjectState::interrupted];
  if ((argument & cancellable) == 0 || !interrupted.contains(thread))
    return false;
  interrupted.erase(thread);
  return true;
}

ObjectEffect interrupt(ObjectState state, ObjectKind kind, ThreadId thread) {
  if (state.destroyed)
    return enabled(state);
  ThreadSet &waiting = state.sets[ObjectState::waiting], &woken = state.sets[ObjectState::woken];
  ThreadSet &interrupted = state.sets[ObjectState::interrupted], &mayEnd = state.sets[ObjectState::serial];
  const bool waits = kind == ObjectKind::Condition && (waiting.contains(thread) || woken.contains(thread));
  if (waits && !mayEnd.contains(thread))
    return enabled(state);
  interrupted.insert(thread);
  if (waits && waiting.contains(thread)) {
    waiting.erase(thread);
    mayEnd.erase(thread);
    woken.insert(thread);
  }
  return enabled(state);
}

ObjectEffect awaitEnd(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument) {
  if (isInterrupted(state, thread, argument))
    return enabled(state, cancelled);
  return state.done ? enabled(state) : refuse(state, operation);
}

ObjectEffect takePermit(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument) {
  if (isInterrupted(state, thread, argument))
    return enabled(state, cancelled);
  if (state.count == 0)
    return refuse(state, operation);
  state.count--;
  return enabled(state);
}

ObjectEffect addPermit(ObjectState state) {
  state.count++;
  return enabled(state);
}

ObjectEffect wait(ObjectState state, ThreadId thread, std::uint64_t argument) {
  const std::uint64_t mutex = argument & ~cancellable;
  ThreadSet& waiting = state.sets[ObjectState::waiting];
  if (!waiting.empty() && mutex != state.limit && mutex != 0 && state.limit != 0)
    return enabled(state, otherMutex);
  state.limit = static_cast<std::uint32_t>(mutex);
  ThreadSet& interrupted = state.sets[ObjectState::interrupted];
  if ((argument & cancellable) != 0 && interrupted.contains(thread)) {
    state.sets[ObjectState::woken].insert(thread);
    return enabled(state);
  }
  interrupted.erase(thread); // of an earlier wait
  waiting.insert(thread);
  if ((argument & cancellable) != 0)
    state.sets[ObjectState::serial].insert(thread);
  return enabled(state);
}

ObjectEffect wake(ObjectState state, ThreadId thread, ObjectOp operation) {
  const bool wasWoken = state.sets[ObjectState::woken].contains(thread);
  if (!wasWoken && rowOf(operation).refused == Refused::Waits)
    return notEnabled(state);
  state.sets[ObjectState::waiting].erase(thread);
  state.sets[ObjectState::woken].erase(thread);
  ThreadSet &interrupted = state.sets[ObjectState::interrupted], &mayEnd = state.sets[ObjectState::serial];
  const bool wasInterrupted = wasWoken && interrupted.contains(thread), isLate = mayEnd.contains(thread);
  interrupted.erase(thread);
  mayEnd.erase(thread);
  if (wasInterrupted)
    return enabled(state, isLate ? again : cancelled);
  return enabled(state, wasWoken ? ok : timedOut);
}

ObjectEffect signal(ObjectState state, unsigned outcome) {
  ThreadSet& waiting = state.sets[ObjectState::waiting];
  if (waiting.empty())
    return enabled(state);
  const unsigned waiters = waiting.size();
  const ThreadId chosen = waiting.at(outcome);
  waiting.erase(chosen);
  state.sets[ObjectState::woken].insert(chosen);
  return {true, ok, state, waiters};
}

ObjectEffect broadcast(ObjectState state) {
  state.sets[ObjectState::woken].insert(state.sets[ObjectState::waiting]);
  state.sets[ObjectState::waiting].clear();
  return enabled(state);
}

// A count alone says nothing of a lock that is held for writing, and of a once object.
ObjectEffect look(const ObjectState& state) {
  return enabled(state, counted | state.count | (state.owner != 0 ? heldAlone : 0) | (state.done ? isDone : 0));
}

ObjectEffect enter(ObjectState state, ThreadId thread, ObjectOp operation) {
  if (state.done)
    return enabled(state);
  if (state.owner != 0)
    return refuse(state, operation);
  state.owner = thread.value() + 1;
  return enabled(state, mustRun);
}

ObjectEffect leave(ObjectState state, bool done) {
  state.owner = 0;
  state.done = done;
  return enabled(state);
}

// A thread is joined or detached once. The second operation is an error, even while the first still waits for the
// thread's end.
ObjectEffect spend(ObjectState state) {
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

ObjectEffect pass(const ObjectState& state, ThreadId thread, ObjectOp operation) {
  if (!state.sets[ObjectState::woken].contains(thread))
    return refuse(state, operation);
  return enabled(state, state.sets[ObjectState::serial].contains(thread) ? serialThread : ok);
}

ObjectEffect apply(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                   unsigned outcome) {
  const ObjectKind kind = kindOf(operation);
  const ObjectRole role = roleOf(operation);
  const bool isUse = role != ObjectRole::Initialise && role != ObjectRole::Destroy && role != ObjectRole::Pass &&
                     role != ObjectRole::Interrupt;
  if (isUse && (state.over || state.destroyed))
    return enabled(state, state.over ? freed : destroyed);
  if ((argument & onlyLooks) != 0 && (role == ObjectRole::Lock || role == ObjectRole::Enter))
    return look(state);
  switch (role) {
  case ObjectRole::Initialise:
    return initialise(state, kind, argument);
  case ObjectRole::Destroy:
    return destroy(state, kind, argument);
  case ObjectRole::Lock:
    return kind == ObjectKind::Mutex ? lockMutex(state, thread, operation, argument)
                                     : lockForWriting(state, thread, operation);
  case ObjectRole::LockShared:
    return lockForReading(state, thread, operation, argument, outcome);
  case ObjectRole::Unlock:
    return kind == ObjectKind::Mutex ? unlockMutex(state, thread, argument) : unlockRwlock(state, thread);
  case ObjectRole::TakePermit:
    return takePermit(state, thread, operation, argument);
  case ObjectRole::AddPermit:
    return addPermit(state);
  case ObjectRole::Look:
    return enabled(state, counted | state.count);
  case ObjectRole::Wait:
    return wait(state, thread, argument);
  case ObjectRole::Wake:
    return wake(state, thread, operation);
  case ObjectRole::Signal:
    return signal(state, outcome);
  case ObjectRole::Broadcast:
    return broadcast(state);
  case ObjectRole::Enter:
    return enter(state, thread, operation);
  case ObjectRole::Leave:
  case ObjectRole::Abort:
    return leave(state, role == ObjectRole::Leave);
  case ObjectRole::Arrive:
    return arrive(state, thread, argument != 0, outcome);
  case ObjectRole::Pass:
    return pass(state, thread, operation);
  case ObjectRole::Spend:
    return spend(state);
  case ObjectRole::TakeBlock:
    return {true, outcome, state, static_cast<unsigned>(argument % (maxOfferedBlocks + 1)) + 1};
  case ObjectRole::Ask:
    if ((argument & isChoice) != 0)
      return {true, choiceOf(outcome), state, static_cast<unsigned>(argument & ~isChoice)};
    if ((argument & isTransfer) != 0)
      return {true, transferOf(argument, outcome), state, lengthsBelow(argument) + 1};
    return {true, outcome == 0 ? ok : argument, state, 2};
  case ObjectRole::Put:
    return putUnits(state, operation, argument);
  case ObjectRole::Take:
    return takeUnits(state, operation, argument);
  case ObjectRole::LookFor:
    return lookFor(state, operation, argument);
  case ObjectRole::Shut:
    return shutStream(state, argument);
  case ObjectRole::Watch:
    return watchStream(state);
  case ObjectRole::Abandon:
    return abandon(state, thread);
  case ObjectRole::Mend:
    return mend(state, thread);
  case ObjectRole::Request:
    return request(state);
  case ObjectRole::Heed:
    return heed(state, argument);
  case ObjectRole::Interrupt:
    return interrupt(state, kind, ThreadId(static_cast<std::uint32_t>(argument & ~maybeSpurious)));
  case ObjectRole::Reach:
    return leave(state, true);
  case ObjectRole::AwaitEnd:
    return awaitEnd(state, thread, operation, argument);
  }
  return notEnabled(state);
}

// The result of the outcome for which there is no reason.
std::uint64_t spuriousResult(ObjectOp operation) {
  if (roleOf(operation) == ObjectRole::Wait)
    return spurious;
  return rowOf(operation).refused == Refused::TimesOut ? timedOut : resultOfFailure(operation);
}

} // namespace

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
