// The next step of a thread (Label) and what it learns by doing it (Observation). Explorers and programs communicate in
// these terms; nothing here depends on a process.
#pragma once

#include "base/ids.h"
#include "program/error_kind.h"

#include <cstdint>

namespace revisit {

// A value as a thread sees it: a concrete number of at most 64 bits, or an expression of the pool. An expression is
// used when the value is symbolic or wider than 64 bits (then it may be a constant).
struct Value {
  std::uint64_t bits = 0;
  ExprId expr;

  static Value concrete(std::uint64_t bits) { return {bits, {}}; }
  static Value of(ExprId expr) { return {0, expr}; }
  bool isExpr() const { return expr.valid(); }
  friend bool operator==(const Value&, const Value&) = default;
};

enum class LabelKind : std::uint8_t {
  // Scheduled: a thread stops before each of these, and a plan lists them.
  Read,  // observes the location's value
  Write, // stores `value`
  Rmw,   // observes the old value and stores op(old, value)
  Cas,   // observes the old value and whether it equalled `expected`; if so stores `value`
  Fence,
  Object, // an operation on a synchronisation object; observes its result
  Create, // starts thread `child` with the argument `value`; `argument` is the address of its function
  Join,   // waits for the end of thread `child`; observes the value of its End label
  // Not scheduled: the thread decides it alone.
  Constraint, // a symbolic condition (value, width 1); observes which side was taken
  Assume,     // a constraint whose FALSE side blocks the thread; a concrete true condition is never an event
  Enumerate,  // a symbolic number that must become concrete; observes the number
  // Terminal: the thread does nothing afterwards.
  End,         // the thread's function returned
  Exit,        // the process exits here: exit, main's return
  Error,       // an error of kind `error`
  Blocked,     // a false assume
  AwaitFailed, // a round of a waiting loop failed; the thread waits until something that the round read changes
  Cut,         // a bound was reached
  Unsupported  // an unsupported operation
};

constexpr bool isScheduled(LabelKind kind) {
  return kind <= LabelKind::Join;
}
constexpr bool isTerminal(LabelKind kind) {
  return kind >= LabelKind::End;
}
constexpr bool isMemory(LabelKind kind) {
  return kind <= LabelKind::Cas;
}
constexpr bool readsMemory(LabelKind kind) {
  return kind == LabelKind::Read || kind == LabelKind::Rmw || kind == LabelKind::Cas;
}

// Kinds that are alike for most of what is asked of a step.
enum class LabelGroup : std::uint8_t {
  Access, // to memory
  Fence,
  Object,
  Thread,    // its creation, its join
  Condition, // the thread decides alone which side it takes
  Number,    // and here, which number an expression has
  Ending     // of the thread
};

constexpr LabelGroup groupOf(LabelKind kind) {
  switch (kind) {
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas:
    return LabelGroup::Access;
  case LabelKind::Fence:
    return LabelGroup::Fence;
  case LabelKind::Object:
    return LabelGroup::Object;
  case LabelKind::Create:
  case LabelKind::Join:
    return LabelGroup::Thread;
  case LabelKind::Constraint:
  case LabelKind::Assume:
    return LabelGroup::Condition;
  case LabelKind::Enumerate:
    return LabelGroup::Number;
  case LabelKind::End:
  case LabelKind::Exit:
  case LabelKind::Error:
  case LabelKind::Blocked:
  case LabelKind::AwaitFailed:
  case LabelKind::Cut:
  case LabelKind::Unsupported:
    break;
  }
  return LabelGroup::Ending;
}

// Whether the step decides something about the inputs.
constexpr bool isDecision(LabelKind kind) {
  switch (groupOf(kind)) {
  case LabelGroup::Condition:
  case LabelGroup::Number:
    return true;
  case LabelGroup::Access:
  case LabelGroup::Fence:
  case LabelGroup::Object:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return false;
}

// How a thread ends with a label.
enum class Ending : std::uint8_t { None, Returned, Exit, Error, Blocked, AwaitFailed, Cut, Unsupported };

constexpr Ending endingOf(LabelKind kind) {
  switch (kind) {
  case LabelKind::End:
    return Ending::Returned;
  case LabelKind::Exit:
    return Ending::Exit;
  case LabelKind::Error:
    return Ending::Error;
  case LabelKind::Blocked:
    return Ending::Blocked;
  case LabelKind::AwaitFailed:
    return Ending::AwaitFailed;
  case LabelKind::Cut:
    return Ending::Cut;
  case LabelKind::Unsupported:
    return Ending::Unsupported;
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas:
  case LabelKind::Fence:
  case LabelKind::Object:
  case LabelKind::Create:
  case LabelKind::Join:
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
    break;
  }
  return Ending::None;
}

enum class RmwOp : std::uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin,
  UIncWrap,
  UDecWrap,
  FAdd,
  FSub,
  FMax,
  FMin,
  Insert // replaces the label's bytes inside a larger location: a store to a part of it
};

// How an access relates to the lifetime of its memory (a heap block or a local variable).
enum class Lifetime : std::uint8_t {
  Observed,     // it observes whether the lifetime is over (Observation::memory)
  Ends,         // Write: free, or the return of the function
  Begins,       // Write: the same memory is handed out again
  Owned,        // an access by the memory's owner: never after the end of the lifetime, and a store begins a new one
  NeedsContent, // like Observed; it also observes whether anything was stored since the lifetime began
  Destroys,     // Write: a destructor ends the object in the memory; the memory itself stays, for the next object
  NeedsObject,  // like Observed; it also observes whether a destructor was the last to write
  OwnedObject   // like Owned, of a read that observes this
};

// C11's memory orders; Plain is a non-atomic access.
enum class MemoryOrder : std::uint8_t { Plain, Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

enum class ObjectOp : std::uint8_t {
  MutexInit,
  MutexLock,
  MutexTryLock,
  MutexTimedLock,
  MutexUnlock,
  MutexDestroy,
  SemInit,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  SemGet,
  SemDestroy,
  CondInit,
  CondWait,
  CondWake,
  CondTimedWake,
  CondSignal,
  CondBroadcast,
  CondDestroy,
  RwlockInit,
  RwlockRead,
  RwlockTryRead,
  RwlockTimedRead,
  RwlockWrite,
  RwlockTryWrite,
  RwlockTimedWrite,
  RwlockUnlock,
  RwlockDestroy,
  OnceInit,
  OnceEnter,
  OnceLeave,
  OnceAbort,
  BarrierInit,
  BarrierArrive,
  BarrierPass,
  BarrierDestroy,
  HandleJoin, // joins a thread by its handle: the step before the wait for its end
  HandleDetach,
  BlockTake, // takes memory for a block of the heap, on the heap of the thread. See applyOperation
  AskSystem, // asks for memory or a thread, where that may fail; on an object of the thread's own. See applyOperation
  // Bytes or messages on their way, and counters: see streams.h.
  StreamPut,
  StreamTryPut,
  StreamTake,
  StreamTryTake,
  StreamLook,
  StreamAwait,
  StreamCount,
  StreamShut,
  CounterPut,
  CounterTryPut,
  CounterTake,
  CounterTryTake,
  CounterLook,
  CounterAwait,
  StreamWatch,
  MutexAbandon,    // the thread ends while it holds a robust mutex
  MutexConsistent, // its next owner has mended what the mutex protects
  CancelRequest,   // of a thread, whose object it is
  CancelPoint,     // of that thread: where it looks whether it is to end
  CondCancel,      // ends a thread's wait because it was cancelled; so do the other two
  SemCancel,
  EndCancel,
  EndReach, // the thread has ended
  EndAwait, // another thread waits for that, or looks whether it is so
  EndTry,
  EndTimed
};

enum class MutexKind : std::uint8_t { Normal, Recursive, ErrorCheck, Robust, RobustRecursive, RobustErrorCheck };

constexpr bool isRobust(MutexKind kind) {
  return kind >= MutexKind::Robust;
}
// The kind without robustness.
constexpr MutexKind withoutRobust(MutexKind kind) {
  return isRobust(kind) ? static_cast<MutexKind>(static_cast<int>(kind) - static_cast<int>(MutexKind::Robust)) : kind;
}

struct Label {
  LabelKind kind = LabelKind::End;
  RmwOp rmw = RmwOp::Exchange;
  MemoryOrder order = MemoryOrder::Plain;
  MemoryOrder failureOrder = MemoryOrder::Plain; // Cas
  ObjectOp operation = ObjectOp::MutexInit;
  ErrorKind error = ErrorKind::Assertion;
  bool awaits = false;     // memory: inside a round of a waiting loop; see mayOnlyRead
  bool awaitStart = false; // memory: the first event of such a round. AwaitFailed: the round has no event
  bool inUnboundedLoop =
      false; // Rmw, Cas: inside a loop whose number of rounds is not known; see mayOnlyRead, neverStores
  // Rmw: the program ignores the old value, the update commutes with others that have a commuting operator, and it is
  // in no round of a waiting loop. The thread observes nothing.
  bool blind = false;
  // Write, or a store to a part: of a copy of memory that nothing was stored to, so that nothing was stored here
  // either.
  bool uninitialised = false;
  bool unlessSame = false; // Rmw: stands for a store that counts only if it changes the value; see mayOnlyRead
  bool weak = false;       // Cas: it may also fail for no reason, without a store, although it reads the expected value
  // AwaitFailed: the end of a round that threads do together, each its part, and that leads back to the same state of
  // the whole program. Its events may change memory.
  bool endsJointRound = false;
  bool isDetour = false; // AwaitFailed: a shorter history leads to the same state, so the thread is left here
  // Read: on behalf of the thread, for signals that were sent to it. AwaitFailed: of a call that waits in the system.
  bool isOfSystem = false;
  // Inside an atomic section that has a scheduled event: no other thread has an event since the previous one.
  bool continuesSection = false;
  Lifetime lifetime = Lifetime::Observed;
  // Object: locks that the thread takes at once have the same nonzero number, another one than those that it took at
  // once before. The thread releases those that it already has instead of waiting for the next one for ever.
  std::uint16_t lockBatch = 0;
  std::uint16_t offset = 0; // memory: first byte accessed inside the location
  std::uint16_t size = 0;   // memory: bytes accessed; 0 stands for the whole location
  LocationId location;
  ObjectId object;
  ThreadId child;
  Value value;    // written / operand / desired / condition / enumerated expression / start argument / returned value
  Value expected; // Cas
  // Memory: HandlerFacts. Object: MutexKind (init, first use), a semaphore's count. End, Exit: sum of one for each heap
  // block that the thread allocated, minus that of each block that it freed: the total over all threads is 0 when
  // nothing leaks. Create: the address of the new thread's function. Cut: CutBy. AwaitFailed: the number of events of
  // the round, which the explorer found by its states; 0 when the round's events are marked (awaits, awaitStart). If it
  // is covered: the number of events that the shorter history leaves out.
  std::uint64_t argument = 0;
  PositionId position; // in the source; not part of a label's meaning

  // Equal apart from `position`.
  friend bool sameStep(const Label& a, const Label& b);
};

bool sameStep(const Label& a, const Label& b);

// Whether the thread that ends so is inside an atomic section: a false assume or an endless wait. Then the section as a
// whole never happened.
inline bool endsInsideSection(const Label& last) {
  return last.continuesSection && (last.kind == LabelKind::Blocked || last.kind == LabelKind::AwaitFailed);
}

// The lifetime state of memory that an access observes. After Over, the thread continues with an Error. So it does
// after Fresh (handed out, and nothing stored since, or only a copy of such memory), unless the access is itself a
// copy, and after Destroyed (nothing stored since the destructor of the object there). Only an access that needs
// content distinguishes Fresh from Alive, and only one that needs an object Destroyed.
enum class MemoryLife : std::uint8_t { Alive, Over, Fresh, Destroyed };

// Whether the access ends the lifetime of its memory or of what is in it, or begins a new one.
constexpr bool changesLife(Lifetime lifetime) {
  return lifetime == Lifetime::Ends || lifetime == Lifetime::Begins || lifetime == Lifetime::Destroys;
}
inline bool changesLife(const Label& label) {
  return changesLife(label.lifetime);
}
// Whether the access observes that the object in its memory was destroyed.
constexpr bool seesDestroyed(Lifetime lifetime) {
  return lifetime == Lifetime::NeedsContent || lifetime == Lifetime::NeedsObject || lifetime == Lifetime::OwnedObject;
}
// Whether the owner of the memory accesses it.
constexpr bool isOwned(Lifetime lifetime) {
  return lifetime == Lifetime::Owned || lifetime == Lifetime::OwnedObject;
}

// Whether updates with these two operators have the same result in both orders.
constexpr bool commute(RmwOp one, RmwOp other) {
  const auto isSum = [](RmwOp op) { return op == RmwOp::Add || op == RmwOp::Sub; };
  const auto isLattice = [](RmwOp op) {
    return op == RmwOp::And || op == RmwOp::Or || op == RmwOp::Xor || (op >= RmwOp::Max && op <= RmwOp::UMin);
  };
  return (isSum(one) && isSum(other)) || (one == other && isLattice(one));
}

// Whether the value read decides if the label stores. A compare-and-swap stores when it reads the expected value. A
// read-modify-write inside a loop that may be a waiting loop stores when it changes the value; when it would store the
// value that it read, it is a read, and there is no new write in coherence. So a round that changed nothing (`while
// (exchange(&lock, 1));` on a taken lock) consists of reads. If it fails, the thread waits until a value that it read
// changes. Only the round that ends the loop, or one that changed memory, is part of the execution. The store of a
// vtable pointer by a destructor is such an update too (unlessSame): most of them store what is there, which races with
// nothing.
constexpr bool mayOnlyRead(const Label& label) {
  return label.kind == LabelKind::Cas || (label.kind == LabelKind::Rmw && label.rmw != RmwOp::Insert &&
                                          (label.awaits || label.inUnboundedLoop || label.unlessSame));
}

// Whether the compare-and-swap would store what it expects, inside a loop that may be a waiting loop. Like an update
// there that changes nothing, it is a read, whether it succeeds or not.
constexpr bool neverStores(const Label& label) {
  return label.kind == LabelKind::Cas && label.inUnboundedLoop && label.expected == label.value;
}

// The result of a thread's label. Two observations lead to the same next label exactly when they are equal.
struct Observation {
  Value value;                           // value read, result of an object operation, number enumerated
  bool taken = false;                    // Constraint, Assume: the side; mayOnlyRead(): whether it stored
  MemoryLife memory = MemoryLife::Alive; // reads and read-modify-writes
  friend bool operator==(const Observation&, const Observation&) = default;
};

// What the thread learns of what happened at its label.
inline Observation observedBy(const Label& label, const Observation& seen) {
  return label.blind ? Observation{} : seen;
}

} // namespace revisit
