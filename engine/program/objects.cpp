#include "program/objects.h"

#include <bit>

namespace revisit {

namespace {

using namespace object_result;

ObjectEffect enabled(const ObjectState& after, std::uint64_t result = ok) {
  return {true, result, after, 1};
}

ObjectEffect applyMutex(ObjectState state, ThreadId thread, ObjectOp operation, std::uint64_t argument) {
  const std::uint32_t self = thread.value() + 1;
  const bool mine = state.owner == self;
  if (carriesMutexKind(operation) && state.owner == 0)
    state.kind = static_cast<MutexKind>(argument);
  switch (operation) {
  case ObjectOp::MutexInit:
    return enabled({0, 0, static_cast<MutexKind>(argument), 0, 0});
  case ObjectOp::MutexDestroy:
    return enabled(state, state.owner == 0 ? ok : busy);
  case ObjectOp::MutexUnlock:
    if (!mine)
      return enabled(state, state.kind == MutexKind::Normal ? misuse : notPermitted);
    if (--state.count == 0)
      state.owner = 0;
    return enabled(state);
  default:
    break;
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
  return {false, ok, state, 1};
}

ObjectEffect applySemaphore(ObjectState state, ObjectOp operation, std::uint64_t argument) {
  switch (operation) {
  case ObjectOp::SemInit:
    state.count = static_cast<std::uint32_t>(argument);
    return enabled(state);
  case ObjectOp::SemPost:
    state.count++;
    return enabled(state);
  case ObjectOp::SemGet:
    return enabled(state, state.count);
  case ObjectOp::SemWait:
  case ObjectOp::SemTryWait:
    if (state.count > 0) {
      state.count--;
      return enabled(state);
    }
    return operation == ObjectOp::SemTryWait ? enabled(state, again) : ObjectEffect{false, ok, state, 1};
  default:
    return enabled(state);
  }
}

ObjectEffect applyCondition(ObjectState state, ThreadId thread, ObjectOp operation, unsigned outcome) {
  const std::uint64_t self = std::uint64_t{1} << (thread.value() % 64);
  switch (operation) {
  case ObjectOp::CondWait:
    state.waiting |= self;
    return enabled(state);
  case ObjectOp::CondWake:
    if ((state.woken & self) == 0)
      return {false, ok, state, 1};
    state.woken &= ~self;
    return enabled(state);
  case ObjectOp::CondBroadcast:
    state.woken |= state.waiting;
    state.waiting = 0;
    return enabled(state);
  case ObjectOp::CondSignal: {
    if (state.waiting == 0)
      return enabled(state);
    const auto waiters = static_cast<unsigned>(std::popcount(state.waiting));
    std::uint64_t rest = state.waiting;
    for (unsigned skipped = 0; skipped < outcome; skipped++)
      rest &= rest - 1;
    const std::uint64_t chosen = rest & (~rest + 1);
    state.waiting &= ~chosen;
    state.woken |= chosen;
    return {true, ok, state, waiters};
  }
  default:
    return enabled(state);
  }
}

} // namespace

bool carriesMutexKind(ObjectOp operation) {
  return operation == ObjectOp::MutexLock || operation == ObjectOp::MutexTryLock ||
         operation == ObjectOp::MutexTimedLock || operation == ObjectOp::MutexUnlock;
}

ObjectEffect applyOperation(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome) {
  if (operation <= ObjectOp::MutexDestroy)
    return applyMutex(state, thread, operation, argument);
  if (operation <= ObjectOp::SemDestroy)
    return applySemaphore(state, operation, argument);
  return applyCondition(state, thread, operation, outcome);
}

} // namespace revisit
