// What a thread does next (Label) and what it learns from it (Observation). These are the words in which explorers and
// programs talk; nothing here knows a process.
#pragma once

#include "base/ids.h"
#include "program/error_kind.h"

#include <cstdint>

namespace revisit {

// A value as a thread sees it: a concrete number of at most 64 bits, or an expression of the pool. An expression is
// used when the value is symbolic, or wider than 64 bits (then possibly a constant).
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
  Cas,   // observes the old value and whether it equalled `expected`; stores `value` if so
  Fence,
  Object, // an operation on a synchronisation object; observes its result
  Create, // starts thread `child` with the argument `value`; `argument` is the address of its function
  Join,   // waits for the end of thread `child`; observes the value of its End label
  // Not scheduled: decided by the thread alone.
  Constraint, // a symbolic condition (value, width 1); observes which side was taken
  Assume,     // a constraint whose FALSE side blocks the thread; a concrete one is never an event when true
  Enumerate,  // a symbolic number that must become concrete; observes the number
  // Terminal: the thread does nothing after these.
  End,         // the thread's function returned
  Exit,        // the process exits here: exit, main's return
  Error,       // an error of kind `error`
  Blocked,     // a false assume
  AwaitFailed, // one round of a waiting loop saw nothing that lets it go on; the thread waits for its reads to change
  Cut,         // a bound was reached
  Unsupported  // the program does here what cannot be followed
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
  Insert // replaces the label's bytes inside a larger location: a store of another shape
};

// What an access has to do with the life of the memory it touches: a block of the heap, a local variable.
enum class Lifetime : std::uint8_t {
  Observed,    // it sees whether that life is over (Observation::memory)
  Ends,        // Write: free, the return of the function
  Begins,      // Write: the same memory is given out again
  Owned,       // by the one whose memory it is: never too late, and a store begins a new life
  NeedsContent // as Observed; and it sees whether anything was stored there since the life began
};

// C11's orders; Plain is a non-atomic access.
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
  HandleJoin,  // of a thread's handle: what comes before the wait for its end
  HandleDetach
};

enum class MutexKind : std::uint8_t { Normal, Recursive, ErrorCheck };

struct Label {
  LabelKind kind = LabelKind::End;
  RmwOp rmw = RmwOp::Exchange;
  MemoryOrder order = MemoryOrder::Plain;
  MemoryOrder failureOrder = MemoryOrder::Plain; // Cas
  ObjectOp operation = ObjectOp::MutexInit;
  ErrorKind error = ErrorKind::Assertion;
  bool awaits = false;     // memory: inside one round of a waiting loop; see mayOnlyRead
  bool awaitStart = false; // memory: the first event of such a round. AwaitFailed: the round has no event
  bool joined = false;     // inside an atomic section that has a scheduled event: nothing comes between the two
  Lifetime lifetime = Lifetime::Observed;
  // Object: locks that the thread takes at once bear the same number, other than 0. It gives back those it has already
  // rather than wait for the next one for ever.
  std::uint16_t together = 0;
  std::uint16_t offset = 0; // memory: first byte inside the location
  std::uint16_t size = 0;   // memory: bytes touched; 0 stands for the whole location
  LocationId location;
  ObjectId object;
  ThreadId child;
  Value value;    // written / operand / desired / condition / enumerated expression / start argument / returned value
  Value expected; // Cas
  // Object: MutexKind (init and first use), count of a semaphore. End, Exit: the sum of a number for each block of the
  // heap that the thread was given, less that of each block that it freed: over all threads 0 when nothing is left.
  // Create: where the new thread's function stands.
  std::uint64_t argument = 0;
  PositionId position; // where in the source; not part of what a label means

  // Equal apart from `position`.
  friend bool sameStep(const Label& a, const Label& b);
};

bool sameStep(const Label& a, const Label& b);

// What an access finds its memory to be. Who finds it Over goes on with an Error, and so does who finds it Fresh: given
// out, and nothing stored in it since. Only an access that needs content tells Fresh from Alive.
enum class MemoryLife : std::uint8_t { Alive, Over, Fresh };

// Whether it depends on the value read if the label stores. A compare-and-swap stores when it finds what it expects. A
// read-modify-write inside a round of a waiting loop stores when it changes the value; when it would store what it read
// it is a read and no new write in coherence. So a round that changed nothing (`while (exchange(&lock, 1));` on a taken
// lock) is a round of reads: if it fails, the thread waits until what it read changes, and only the round that ends the
// loop, or one that did change memory, is part of the execution.
constexpr bool mayOnlyRead(const Label& label) {
  return label.kind == LabelKind::Cas || (label.kind == LabelKind::Rmw && label.rmw != RmwOp::Insert && label.awaits);
}

// What a thread learnt by doing its label. Two observations lead to the same next label exactly when they are equal.
struct Observation {
  Value value;                           // value read, result of an object operation, number enumerated
  bool taken = false;                    // Constraint, Assume: the side; mayOnlyRead: whether it stored
  MemoryLife memory = MemoryLife::Alive; // reads and read-modify-writes
  friend bool operator==(const Observation&, const Observation&) = default;
};

} // namespace revisit
