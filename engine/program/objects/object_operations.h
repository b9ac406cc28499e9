// The operations on synchronisation objects: one row for each says what it is. The predicates, the state machines
// (objects.h), the happens-before edges and the words are made of these columns. Stateless.
#pragma once

#include "base/enumerators.h"
#include "program/label.h"

#include <array>
#include <optional>

namespace revisit {

enum class ObjectKind : std::uint8_t {
  Mutex,
  Semaphore,
  Condition,
  Rwlock,
  Once,
  Barrier,
  Handle,
  Heap,
  System,
  Stream,
  Counter,
  Cancellation,
  Ending
};

// What an operation does to its object. Operations of one kind with one role differ in Refused only.
enum class ObjectRole : std::uint8_t {
  Initialise,
  Destroy,
  Lock,       // a mutex, or a rwlock for writing
  LockShared, // a rwlock for reading
  Unlock,
  TakePermit,
  AddPermit,
  Look, // tells the count in its state
  Wait, // joins those that wait for a condition variable
  Wake, // continues after that
  Signal,
  Broadcast,
  Enter, // a once routine, if it has not run
  Leave,
  Abort,
  Arrive, // at a barrier
  Pass,
  Spend,     // the handle of a thread: its join or detachment
  TakeBlock, // of the heap
  Ask,       // the system for what may be short
  Put,       // into a stream, or onto a counter
  Take,      // what was put there
  LookFor,   // tells which of the conditions in its argument hold
  Shut,      // nobody will put anything into a stream any more, or nobody will take anything
  Watch,     // from now on, operations tell that somebody wants to know of them
  Abandon,   // a mutex whose owner ends
  Mend,      // such a mutex
  Request,   // that the thread end
  Heed,      // such a request
  Interrupt, // a thread's wait
  Reach,     // the end of the thread
  AwaitEnd
};

// What an operation does where the state of its object does not let it happen.
enum class Refused : std::uint8_t {
  Never, // it is possible in every state
  Tells, // so is this one, which changes nothing and tells what it finds
  Waits, // it is not enabled
  Fails,
  TimesOut
};

// In how many ways an operation can happen.
enum class Outcomes : std::uint8_t {
  One,
  ForWriters, // if its argument says so: it may also fail because it makes way for a waiting writer
  Several
};

struct ObjectOperation {
  ObjectOp operation;
  ObjectKind kind;
  ObjectRole role;
  Refused refused;
  Outcomes outcomes;
  const char* name;           // in witnesses
  const char* words;          // for users
  const char* success = "";   // what came of it, if it could have failed
  const char* verb = nullptr; // "locks"; null: as in `words`
};

// In the order of ObjectOp.
inline constexpr auto objectOperations = [] {
  using enum ObjectOp;
  using enum ObjectKind;
  using enum ObjectRole;
  using enum Refused;
  using enum Outcomes;
  return std::to_array<ObjectOperation>({
      {MutexInit, Mutex, Initialise, Never, One, "mutex-init", "mutex init"},
      {MutexLock, Mutex, Lock, Waits, One, "mutex-lock", "lock", "", "locks"},
      {MutexTryLock, Mutex, Lock, Fails, One, "mutex-try-lock", "try lock", "got it"},
      {MutexTimedLock, Mutex, Lock, TimesOut, One, "mutex-timed-lock", "timed lock", "got it"},
      {MutexUnlock, Mutex, Unlock, Never, One, "mutex-unlock", "unlock", "", "unlocks"},
      {MutexDestroy, Mutex, Destroy, Never, One, "mutex-destroy", "mutex destroy"},
      {SemInit, Semaphore, Initialise, Never, One, "semaphore-init", "sem init"},
      {SemWait, Semaphore, TakePermit, Waits, One, "semaphore-wait", "sem wait"},
      {SemTryWait, Semaphore, TakePermit, Fails, One, "semaphore-try-wait", "sem try wait", "got it"},
      {SemTimedWait, Semaphore, TakePermit, TimesOut, One, "semaphore-timed-wait", "sem timed wait", "got it"},
      {SemPost, Semaphore, AddPermit, Never, One, "semaphore-post", "sem post"},
      {SemGet, Semaphore, Look, Tells, One, "semaphore-get", "sem get value"},
      {SemDestroy, Semaphore, Destroy, Never, One, "semaphore-destroy", "sem destroy"},
      {CondInit, Condition, Initialise, Never, One, "condition-init", "cond init"},
      {CondWait, Condition, Wait, Never, One, "condition-wait", "wait", "", "waits for"},
      {CondWake, Condition, Wake, Waits, One, "condition-wake", "wake", "", "wakes up from"},
      {CondTimedWake, Condition, Wake, TimesOut, One, "condition-timed-wake", "timed wake", "in time", "wakes up from"},
      {CondSignal, Condition, Signal, Never, Several, "condition-signal", "signal", "", "signals"},
      {CondBroadcast, Condition, Broadcast, Never, One, "condition-broadcast", "broadcast", "", "broadcasts"},
      {CondDestroy, Condition, Destroy, Never, One, "condition-destroy", "cond destroy"},
      {RwlockInit, Rwlock, Initialise, Never, One, "rwlock-init", "rwlock init"},
      {RwlockRead, Rwlock, LockShared, Waits, One, "rwlock-read", "read lock"},
      {RwlockTryRead, Rwlock, LockShared, Fails, ForWriters, "rwlock-try-read", "try read lock", "got it"},
      {RwlockTimedRead, Rwlock, LockShared, TimesOut, ForWriters, "rwlock-timed-read", "timed read lock", "got it"},
      {RwlockWrite, Rwlock, Lock, Waits, One, "rwlock-write", "write lock"},
      {RwlockTryWrite, Rwlock, Lock, Fails, One, "rwlock-try-write", "try write lock", "got it"},
      {RwlockTimedWrite, Rwlock, Lock, TimesOut, One, "rwlock-timed-write", "timed write lock", "got it"},
      {RwlockUnlock, Rwlock, Unlock, Never, One, "rwlock-unlock", "rwlock unlock"},
      {RwlockDestroy, Rwlock, Destroy, Never, One, "rwlock-destroy", "rwlock destroy"},
      {OnceInit, Once, Initialise, Never, One, "once-init", "once init"},
      {OnceEnter, Once, Enter, Waits, One, "once-enter", "once enter", "already done"},
      {OnceLeave, Once, Leave, Never, One, "once-leave", "once leave"},
      {OnceAbort, Once, Abort, Never, One, "once-abort", "once give up"},
      {BarrierInit, Barrier, Initialise, Never, One, "barrier-init", "barrier init"},
      {BarrierArrive, Barrier, Arrive, Never, Several, "barrier-arrive", "arrive"},
      {BarrierPass, Barrier, Pass, Waits, One, "barrier-pass", "pass"},
      {BarrierDestroy, Barrier, Destroy, Never, One, "barrier-destroy", "barrier destroy"},
      {HandleJoin, Handle, Spend, Never, One, "thread-begin-join", "begin join"},
      {HandleDetach, Handle, Spend, Never, One, "thread-detach", "detach"},
      {BlockTake, Heap, TakeBlock, Never, Several, "block-take", "take memory"},
      {AskSystem, System, Ask, Never, Several, "ask-system", "ask for", "granted"},
      {StreamPut, Stream, Put, Waits, One, "stream-put", "write", "", "writes to"},
      {StreamTryPut, Stream, Put, Fails, One, "stream-try-put", "try write", "written", "writes to"},
      {StreamTake, Stream, Take, Waits, One, "stream-take", "read", "", "reads from"},
      {StreamTryTake, Stream, Take, Fails, One, "stream-try-take", "try read", "read", "reads from"},
      {StreamLook, Stream, LookFor, Tells, One, "stream-look", "poll", "", "polls"},
      {StreamAwait, Stream, LookFor, Waits, One, "stream-await", "wait for", "", "waits for"},
      {StreamCount, Stream, Look, Tells, One, "stream-count", "count bytes"},
      {StreamShut, Stream, Shut, Never, One, "stream-shut", "close end", "", "closes an end of"},
      {CounterPut, Counter, Put, Waits, One, "counter-put", "add", "", "adds to"},
      {CounterTryPut, Counter, Put, Fails, One, "counter-try-put", "try add", "added", "adds to"},
      {CounterTake, Counter, Take, Waits, One, "counter-take", "take", "", "takes from"},
      {CounterTryTake, Counter, Take, Fails, One, "counter-try-take", "try take", "taken", "takes from"},
      {CounterLook, Counter, LookFor, Tells, One, "counter-look", "poll counter", "", "polls"},
      {CounterAwait, Counter, LookFor, Waits, One, "counter-await", "wait for counter", "", "waits for"},
      {StreamWatch, Stream, Watch, Never, One, "stream-watch", "begin to watch"},
      {MutexAbandon, Mutex, Abandon, Never, One, "mutex-abandon", "end as owner", "", "ends as the owner of"},
      {MutexConsistent, Mutex, Mend, Never, One, "mutex-consistent", "make consistent", "", "makes consistent"},
      {CancelRequest, Cancellation, Request, Never, One, "cancel-request", "cancel", "", "cancels"},
      {CancelPoint, Cancellation, Heed, Tells, One, "cancel-point", "cancellation point"},
      {CondCancel, Condition, Interrupt, Never, One, "condition-cancel", "cancel wait", "", "ends a wait for"},
      {SemCancel, Semaphore, Interrupt, Never, One, "semaphore-cancel", "cancel sem wait", "", "ends a wait for"},
      {EndCancel, Ending, Interrupt, Never, One, "end-cancel", "cancel join", "", "ends a wait for"},
      {EndReach, Ending, Reach, Never, One, "end-reach", "end"},
      {EndAwait, Ending, AwaitEnd, Waits, One, "end-await", "await end"},
      {EndTry, Ending, AwaitEnd, Fails, One, "end-try", "try join", "ended"},
      {EndTimed, Ending, AwaitEnd, TimesOut, One, "end-timed", "timed join", "ended"},
  });
}();
static_assert(hasRowForEach<ObjectOp, objectOperations.size()>);
static_assert([] {
  for (std::size_t i = 0; i < objectOperations.size(); i++)
    if (objectOperations[i].operation != static_cast<ObjectOp>(i))
      return false;
  return true;
}());

constexpr const ObjectOperation& rowOf(ObjectOp operation) {
  return objectOperations[static_cast<std::size_t>(operation)];
}
constexpr ObjectKind kindOf(ObjectOp operation) {
  return rowOf(operation).kind;
}
constexpr ObjectRole roleOf(ObjectOp operation) {
  return rowOf(operation).role;
}

struct ObjectKindWords {
  const char* name;  // in witnesses
  const char* words; // for users
};

// In the order of ObjectKind.
inline constexpr auto objectKinds = std::to_array<ObjectKindWords>({
    {"mutex", "mutex"},
    {"semaphore", "semaphore"},
    {"condition", "condition variable"},
    {"rwlock", "read-write lock"},
    {"once", "once object"},
    {"barrier", "barrier"},
    {"thread", "thread"},
    {"heap", "heap"},
    {"system", "system"},
    {"stream", "stream"},
    {"counter", "counter"},
    {"cancellation", "cancellation"},
    {"ending", "end of a thread"},
});
static_assert(hasRowForEach<ObjectKind, objectKinds.size()>);

constexpr const ObjectKindWords& rowOf(ObjectKind kind) {
  return objectKinds[static_cast<std::size_t>(kind)];
}

// Whether threads hold objects of this kind.
constexpr bool isLock(ObjectKind kind) {
  return kind == ObjectKind::Mutex || kind == ObjectKind::Rwlock;
}

// Whether the object is one of the thread's own, so that no other thread decides what the operation results in.
constexpr bool isOwn(ObjectKind kind) {
  return kind == ObjectKind::Heap || kind == ObjectKind::System;
}

constexpr bool isInit(ObjectOp operation) {
  return roleOf(operation) == ObjectRole::Initialise;
}
constexpr bool isDestroy(ObjectOp operation) {
  return roleOf(operation) == ObjectRole::Destroy;
}

// Whether the operation may also fail when its argument says so and the lock is held for reading, by any thread: in a
// lock that prefers writers it fails because of a waiting writer. Whether a writer actually waits is not part of the
// state machine.
constexpr bool makesWay(ObjectOp operation) {
  return rowOf(operation).outcomes == Outcomes::ForWriters;
}
// Whether threads that wait with this operation are such writers.
constexpr bool waitsToWrite(ObjectOp operation) {
  const ObjectOperation& row = rowOf(operation);
  return row.kind == ObjectKind::Rwlock && row.role == ObjectRole::Lock && row.refused != Refused::Fails;
}

// Whether the operation fails instead of waiting, or tells in which state the object is. A timed wait for a condition
// variable is none: the thread has left those that wait.
constexpr bool isAttempt(ObjectOp operation) {
  const ObjectOperation& row = rowOf(operation);
  return row.refused != Refused::Never && row.refused != Refused::Waits && row.role != ObjectRole::Wake;
}

// Whether the operation can tell the state of the object and leave it as it is: a failed attempt, a look for which
// a thread may have waited, the end of what can be read.
constexpr bool canOnlyTell(ObjectOp operation) {
  const ObjectOperation& row = rowOf(operation);
  return isAttempt(operation) || row.role == ObjectRole::LookFor ||
         (row.kind == ObjectKind::Stream && row.role == ObjectRole::Take);
}

// The first operation on objects of this kind that has the role; none if there is none.
constexpr std::optional<ObjectOp> operationWith(ObjectKind kind, ObjectRole role) {
  for (const ObjectOperation& row : objectOperations)
    if (row.kind == kind && row.role == role)
      return row.operation;
  return std::nullopt;
}

// Whether the step is one of a thread that waits to lock this lock for writing, or does so.
inline bool waitsToWrite(const Label& step, ObjectId lock) {
  return step.kind == LabelKind::Object && step.object == lock && waitsToWrite(step.operation);
}

// Whether the step is this operation; whether it is one on such an object.
inline bool isOperation(const Label& step, ObjectOp operation) {
  return step.kind == LabelKind::Object && step.operation == operation;
}
inline bool isOperationOn(const Label& step, ObjectKind kind) {
  return step.kind == LabelKind::Object && kindOf(step.operation) == kind;
}

} // namespace revisit
