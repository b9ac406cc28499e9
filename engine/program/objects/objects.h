// Synchronisation objects as state machines. The operations on one object form a chain; an operation is scheduled only
// when the machine enables it. The runtime's objects behave in exactly the same way.
#pragma once

#include "program/objects/object_operations.h"
#include "program/thread_set.h"

namespace revisit {

struct ObjectState {
  std::uint32_t owner = 0; // mutex: owner; rwlock: writer; once: the thread inside. Thread + 1; 0: none
  std::uint32_t count = 0; // mutex: depth of the owner; semaphore: permits; rwlock: locks for reading; barrier:
                           // arrivals; handle: 1 once its thread was joined or detached; stream: units in it;
                           // counter: the low half of its number
  // Barrier: arrivals that complete a round; condition variable: the mutex of the waiting threads; cancellation: the
  // mark of the object at which the thread waited or waits since its last cancellation point. Stream: units that were
  // taken so far; counter: the high half.
  std::uint32_t limit = 0;
  MutexKind kind = MutexKind::Normal;
  bool destroyed = false; // until it is initialised again
  bool over = false;      // its memory was freed; until it is initialised again
  // Once: the routine has returned. Robust mutex: nobody can take it any more. Cancellation: it was requested. Ending:
  // the thread has ended.
  bool done = false;
  // Barrier: some thread of this round uses the result of its wait. Robust mutex: a thread ended as its owner, and what
  // it protects was not mended since.
  bool asked = false;
  bool writersGone = false, readersGone = false; // stream: nobody will put, or take, anything any more
  bool writersClosed = false;                    // stream: because they closed their descriptors
  bool watched = false;                          // stream, counter: somebody wants to know of each operation

  // Condition variable: threads that wait and were not woken, and threads that were woken but have not continued.
  // Barrier: threads of this round, threads whose round is complete, and the serial thread of each complete round.
  // Rwlock: each thread's number of read locks, one binary digit per set.
  // `interrupted`: threads whose wait for the object ends, now or when it begins, because they were cancelled.
  // Condition variable: of those that wait or were woken, `serial` are the ones whose wait may end so; of the
  // interrupted ones, those that a signal had woken before.
  enum Set { waiting, woken, serial, interrupted, setCount };
  std::array<ThreadSet, setCount> sets;
  friend bool operator==(const ObjectState&, const ObjectState&) = default;
};

// Results that a thread observes: Linux's POSIX error numbers where one applies.
namespace object_result {
constexpr std::uint64_t ok = 0;
constexpr std::uint64_t notPermitted = 1;  // EPERM
constexpr std::uint64_t badDescriptor = 9; // EBADF (a stream whose descriptor is closed during the call)
// EAGAIN (semaphore trywait; more than maxReadLocks; no thread). CondWake: cancelled, though it was woken: the thread
// is to signal again, so that it takes no signal away from others.
constexpr std::uint64_t again = 11;
constexpr std::uint64_t noMemory = 12;             // ENOMEM
constexpr std::uint64_t busy = 16;                 // EBUSY
constexpr std::uint64_t invalid = 22;              // EINVAL (a barrier for zero threads)
constexpr std::uint64_t brokenPipe = 32;           // EPIPE
constexpr std::uint64_t deadlock = 35;             // EDEADLK
constexpr std::uint64_t timedOut = 110;            // ETIMEDOUT
constexpr std::uint64_t cancelled = 125;           // ECANCELED: the thread is to end
constexpr std::uint64_t ownerDead = 130;           // EOWNERDEAD: the mutex is taken, and its last owner has ended
constexpr std::uint64_t notRecoverable = 131;      // ENOTRECOVERABLE
constexpr std::uint64_t serialThread = 0xffffffff; // PTHREAD_BARRIER_SERIAL_THREAD
constexpr std::uint64_t mustRun = (1u << 17) + 1;  // OnceEnter: the routine has not run, so this thread runs it
constexpr std::uint64_t spurious = (1u << 17) + 2; // CondWait: the wait is over, though nobody ends it
constexpr std::uint64_t counted = 1ull << 63;      // of Look, beside the number that it found: no error number
// The operation is a misuse; the thread's next label is an Error.
constexpr std::uint64_t misuse = 1u << 16;              // unlock by a thread that does not hold it: UnlockNotOwner
constexpr std::uint64_t destroyed = (1u << 16) + 2;     // use of a destroyed object: LockMisuse
constexpr std::uint64_t inUse = (1u << 16) + 3;         // destroyed or initialised while it is held or waited for
constexpr std::uint64_t uninitialised = (1u << 16) + 4; // use of a barrier that was never initialised
constexpr std::uint64_t freed = (1u << 16) + 5;         // use of an object whose memory was freed: UseAfterFree
constexpr std::uint64_t spent = (1u << 16) + 6;         // a handle that was joined or detached before: ThreadMisuse
constexpr std::uint64_t initialised = (1u << 16) + 7;   // initialised twice, not destroyed in between
constexpr std::uint64_t otherMutex = (1u << 16) + 8;    // a wait with a mutex other than that of the waiting threads
constexpr std::uint64_t notHeld = (1u << 16) + 9;       // made consistent by a thread that does not hold it
} // namespace object_result

constexpr bool isMisuse(std::uint64_t result) {
  return result == object_result::misuse || (result >= object_result::destroyed && result <= object_result::notHeld);
}
// Requires isMisuse(result).
constexpr ErrorKind misuseKind(std::uint64_t result) {
  return result == object_result::misuse  ? ErrorKind::UnlockNotOwner
         : result == object_result::freed ? ErrorKind::UseAfterFree
         : result == object_result::spent ? ErrorKind::ThreadMisuse
                                          : ErrorKind::LockMisuse;
}

// The argument of a destruction that is caused by the end of the object's memory, or of the object around it. It is not
// an error if the object was destroyed before.
constexpr std::uint64_t endOfMemory = 1u << 16;

// Part of the argument of an initialisation. It is set when the thread has initialised the object before, and knows of
// nothing that ended it except possibly a destruction by another thread.
constexpr std::uint64_t initialisedBefore = 1ull << 32;

// Part of the argument of a wait on a condition variable that may end for no reason, or of an attempt that may fail for
// none. Where the operation would have the result ok, it has a second outcome: nothing changes. The wait's result is
// then `spurious`, and no CondWake follows; the attempt's result is that of one that came too late. A thread that wakes
// up for no reason never was among the waiting threads: a signal in between that woke another one may wake that one
// all the same, and one that would have woken this thread alone comes after its wake-up in another execution.
constexpr std::uint64_t maybeSpurious = 1ull << 40;
// Whether this is such an operation, and the outcome is that one.
constexpr bool isSpurious(std::uint64_t argument, std::uint32_t outcome) {
  return (argument & maybeSpurious) != 0 && outcome != 0;
}

// Part of the argument of a wait that ends if the thread is cancelled.
constexpr std::uint64_t cancellable = 1ull << 41;

// What a CancelRequest results in, apart from the mark of an object at which the thread may wait, which has its highest
// bit of 32 set: nothing more is to be done, or the thread may be cancelled anywhere.
constexpr std::uint64_t anywhere = 1;
constexpr std::uint64_t markOfWait = 1u << 31;

// Whether a lock with this result was taken.
constexpr bool isTaken(std::uint64_t result) {
  return result == object_result::ok || result == object_result::ownerDead;
}

struct ObjectEffect {
  bool enabled = false;
  std::uint64_t result = object_result::ok;
  ObjectState after;
  // The number of possible outcomes here (a signal may wake any waiter); the label's `outcome` is less than that.
  unsigned outcomes = 1;
};

constexpr unsigned maxOfferedBlocks = 15;
constexpr unsigned maxReadLocks = 7; // per thread on one rwlock; the next one gives EAGAIN

// The effect of `operation` by `thread` in this state. `argument` is the label's. O(threads in its sets).
// MutexLock: disabled while another thread holds the mutex, and for a relock of a Normal mutex by its owner. `argument`
// of a lock and an unlock: the MutexKind, which determines that of the mutex at its first use.
// CondWait enqueues the thread; `argument` identifies the mutex, 0 stands for any. (A separate MutexUnlock follows it,
// and a separate MutexLock follows the wake.) CondWake is enabled once the thread was woken. CondTimedWake is always
// enabled, and times out if the thread was not woken. CondSignal wakes the `outcome`-th waiter in thread order.
// RwlockRead: disabled while a thread holds the lock for writing. RwlockWrite: also while any thread, including this
// one, holds it for reading. For the thread that holds it for writing, both give EDEADLK. See makesWay.
// OnceEnter: disabled while a thread is inside. OnceInit: `argument` 1 if the routine has run.
// BarrierArrive: if a thread of the round uses the result of its wait (`argument` 1), the last arrival has as many
// outcomes as the round has threads: the serial thread, in thread order. BarrierPass, the thread's next step, is
// enabled once the round of its arrival is complete, and changes nothing.
// BlockTake: its result is the outcome. 0: a new block; otherwise which of the blocks that the thread took before, and
// that are offered to it (BlockFacts). `argument`: their number, at most maxOfferedBlocks, and 16 times the bytes.
// AskSystem: succeeds, or fails with the error number `argument`; or how much is transferred (streams.h).
// Streams and counters: streams.h.
// MutexAbandon frees a robust mutex. The next lock has the result ownerDead. Unless MutexConsistent follows, the unlock
// makes all later locks fail with notRecoverable.
// CancelRequest: `limit` of the state. CancelPoint: cancelled after a request; otherwise it stores `argument` there.
// CondCancel, SemCancel, EndCancel: the wait of the thread `argument`, if it is cancellable, has the result cancelled,
// now or when it begins; a wait that is over is not affected, nor is a destroyed object.
ObjectEffect applyOperation(const ObjectState& state, ThreadId thread, ObjectOp operation, std::uint64_t argument,
                            unsigned outcome = 0);

// Whether this operation may have more than one outcome in some state.
constexpr bool mayDiffer(ObjectOp operation, std::uint64_t argument) {
  const Outcomes outcomes = rowOf(operation).outcomes;
  return (argument & maybeSpurious) != 0 || outcomes == Outcomes::Several ||
         (outcomes == Outcomes::ForWriters && argument != 0);
}

// Of the blocks that are offered to a BlockTake, and of which these (bits) can be taken, the one to take; 0: a new one.
// It is the first of the longest run of free blocks in a circle. So the blocks of a queue follow each other, the blocks
// of a stack are always the same, and fewer states differ in names than if the first free block was taken.
std::uint32_t preferredBlock(std::uint32_t free, unsigned offered);

// For a rwlock: the thread's number of read locks.
unsigned readLocksOf(const ObjectState& state, ThreadId thread);

} // namespace revisit
