// One thread of the program as the runtime schedules it. Plain data. Thread rule: as state.h, which contains all
// threads.
#pragma once

#include "abi/channel.h"
#include "abi/hooks.h"
#include "program/fingerprint.h"
#include "program/objects/objects.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace revisit::runtime {

constexpr std::size_t maxThreads = REVISIT_MAX_THREADS;
static_assert(maxThreads <= ThreadSet::capacity);

enum class ThreadState : std::uint8_t {
  Absent,
  Running, // has the baton, or is creating a thread that has it
  Parked,  // just before its next event, or after a failed round of a waiting loop
  Ended,   // its function returned; can be joined
  Stopped  // exit, error, false assume, bound
};

// The next action of a parked thread.
struct Pending {
  LabelKind kind = LabelKind::Read;
  bool awaiting = false; // not at an event: after a failed round, waiting for a change
  bool silent = false;   // Object: not a call of the program
  bool looping = false;  // not at an event: in a long loop, while other threads may run
  // After the event the thread goes on in the code that called the runtime, and nothing but its result is left over.
  bool isPlain = false;
  ObjectOp operation = ObjectOp::MutexInit;
  std::uint64_t object = 0;
  std::uint64_t argument = 0;
  unsigned preferred = 0; // Object: its outcome where the plan does not say it
  std::uint16_t child = 0;
  std::uint32_t chain = 0;
  std::uint16_t lockBatch = 0; // Label::lockBatch
};

// What a round of a waiting loop was told by an object.
struct AwaitedObject {
  std::uint64_t address, argument, result;
  ObjectOp operation;
};

struct AwaitRead {
  std::uint64_t address;
  std::uint64_t value;
  std::uint32_t size;
};

// Numbers of copies of uninitialised memory on their way to a function, and back from one (__revisit_gives).
struct PassedCopies {
  std::uint64_t to = 0;
  std::uint32_t which = 0; // a bit for each argument
  std::uint32_t numbers[REVISIT_MAX_GIVEN] = {};
  std::uint64_t from = 0;
  std::uint32_t result = 0;
};

// Data of pthread_cleanup_push in C code: a jump buffer for the handler, and the buffer pushed before it.
using CleanupBuffer = __pthread_unwind_buf_t;

struct ExitHandler {
  void (*function)(void*);
  void* argument;
  ExitHandler* next;
};

// See own_objects.h.
struct OwnObject {
  std::uint64_t address;
  ObjectOp initialisation;
};

struct InitialisedObject {
  std::uint64_t begin, end;
  std::uint32_t chain; // of the initialising call
};

// See beginBulk.
struct Bulk {
  unsigned kind = 0; // the record's kind; 0: no copy or fill is in progress
  std::uint64_t to = 0, before = 0, bytes = 0;
  unsigned flags = 0;
  unsigned events = 0;
};

// The return addresses of an access that has no record.
struct Callers {
  static constexpr unsigned maxDepth = 64;
  std::uint64_t frame = 0; // the innermost frame
  unsigned depth = 0;
  std::uint32_t records = 0; // the number of records in the trace at that time
  std::uint64_t pcs[maxDepth];
};

// See held_blocks.h.
struct HeldBlocks {
  struct Pair {
    std::uint64_t block;
    std::uint64_t container; // the block that contains the pointer; 0: it is not in the heap
  };
  bool mayBeAny = false;
  std::uint32_t count = 0;
  Pair pairs[48] = {};
};

// See arenas.h.
struct HeapHalf {
  std::uint64_t next = 0;   // bump pointer; 0: nothing was handed out yet
  std::uint64_t blocks = 0; // the number handed out
  // The ends of the mapped memory: for the blocks, for the list of their addresses, for their headers, and for the bits
  // of fresh_memory.h.
  std::uint64_t bytesEnd = 0, listEnd = 0, headersEnd = 0, freshEnd = 0;
};

constexpr std::size_t maxEnteredLoops = 16;
constexpr std::size_t maxAwaitReads = 64;
constexpr std::uint32_t maxAwaitedObjects = 16;
constexpr std::size_t maxOwnObjects = 64;
constexpr std::size_t maxKeys = 1024; // as in the C library

struct Thread {
  std::uint16_t slot = 0;
  ThreadState state = ThreadState::Absent;
  Pending pending;
  Fingerprint fingerprint; // of its state before the pending event
  HeldBlocks held;         // likewise
  // What the runtime is working on for the thread, in an operation of several events: see WorksOn.
  static constexpr std::uint32_t maxWork = 8;
  std::uint64_t worksOn[maxWork] = {};
  std::uint32_t works = 0;
  bool takesNewBlocks = false; // code that is not instrumented took a block: see mayRecycleFor
  bool isComposite = false;    // it executes an operation that consists of several events
  int creatorWaiting = -1;     // slot of the creator, which gets the baton at this thread's first stop
  bool createdDetached = false;
  bool spent = false; // it was joined or detached
  bool joined = false;
  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  bool returnsInt = false;           // the entry is one of C11 threads
  CleanupBuffer* cleanups = nullptr; // the handlers of C code, newest first
  // See cancellation.h.
  bool cancelDisabled = false, cancelAnywhere = false; // what pthread_setcancelstate and pthread_setcanceltype set
  bool leaving = false;                        // it was cancelled or calls pthread_exit: no further point counts
  std::uint64_t waitsAt = 0;                   // the object of its last cancellation point before a wait
  ObjectOp interruption = ObjectOp::EndCancel; // what ends that wait
  bool noteCancelled = false;                  // in a run that only finds out that it is cancelled
  std::uint64_t joinsInto = 0;                 // where the result goes of the thread that it tries to join
  // The robust mutexes that it holds, in the order in which it took them.
  static constexpr std::uint32_t maxRobust = 64;
  std::uint64_t robust[maxRobust] = {};
  std::uint32_t robustCount = 0;

  // See processes.h.
  std::uint16_t process = 0;        // the slot of the thread that its process began with
  std::uint16_t image = 0;          // the process whose memory it uses
  std::uint16_t onStackOf = 0;      // 1 + the slot whose stack it runs on; 0: its own
  bool hasExited = false;           // its process has ended
  bool madeThreads = false;         // it has made threads of its own process
  bool inherits = false;            // its process was copied from one with other threads, or from such a copy
  std::uint16_t inheritsFrom = 0;   // the slot of the thread that was copied then
  bool copies = false;              // it looks at what a copy of its process gets, and
  std::uint64_t copied = 0;         // a hash of what it has seen so
  std::uint64_t observed = 0;       // a hash of what its steps have shown to it, and as it was when the last round of a
  std::uint64_t observedBefore = 0; // waiting loop began

  std::uint32_t children = 0;
  std::uint32_t inputs = 0;
  std::uint16_t locksTogether = 0; // the number of the last group of locks that it took at once: 1 and 2 in turn
  bool locksNow = false;           // it is taking several locks
  std::uint32_t sectionDepth = 0;  // nesting depth of atomic sections
  std::uint32_t sectionEvents = 0; // its events since the outermost section began
  std::uint64_t slept = 0;         // nanoseconds not yet added to the clock
  std::uint32_t timeOuts = 0;      // its waits that ended by a time-out while there were others
  std::uint64_t lastTime = 0;      // the last time that it read
  std::uint32_t sameTimes = 0;     // how many times it read that time
  bool inBulk = false;             // inside a copy or fill
  // What its last load that may only be a copy found (__revisit_carried). The number beside the bit says which of the
  // latest addresses of uninitialised memory it read.
  std::uint32_t carried = 0, uninitialisedReads = 0;
  std::uint64_t uninitialised[64] = {};
  PassedCopies passed;
  bool discards = false;              // the program ignores the old value of its next exchange or update
  Bulk bulk;                          // the copy or fill in progress
  bool bulkIsOpen = false;            // the copy or fill has a record
  std::uint64_t touched = 0;          // bytes of its output whose reads were followed
  std::uint32_t descriptors = 0;      // the number that it has opened
  std::uint64_t mapped = 0;           // bytes of its area for mappings
  std::uint32_t serviceCalls = 0;     // calls of virtualised services: time, randomness
  std::uint32_t consecutive = 0;      // events since another thread had one
  std::uint32_t recordsSinceStep = 0; // replay: its records since its last step of the plan
  bool standing = false;              // replay: parked, or stopped by the runtime for the debugger

  // Waiting loops.
  bool inAwait = false;
  bool awaitOverflow = false;
  bool awaitShared = false;      // the round read shared memory
  bool awaitChanged = false;     // an update of the round changed memory, or an operation an object
  bool awaitCancellable = false; // the round had a cancellation point
  std::uint32_t awaitLoop = 0;
  std::uint8_t awaitFlags = 0;  // of the record of the begin of its rounds
  bool awaitIsPending = false;  // the begin of the round is not recorded yet
  bool awaitIsRecorded = false; // the begin of the round is recorded
  std::uint32_t awaitReads = 0;
  AwaitRead awaitRead[maxAwaitReads];
  std::uint32_t awaitedObjects = 0; // more than there is room for: any event is a change
  AwaitedObject awaitedObject[maxAwaitedObjects];
  std::uint64_t awaitStores = 0; // stores of the whole run when the round failed, and its events
  std::uint64_t awaitEvents = 0;
  std::uint32_t awaitChain = 0;
  std::uint32_t idleRounds = 0; // failed rounds since its last event
  std::uint32_t timers = 0;     // that it has made
  // What sigaltstack has set. Handlers run on the thread's own stack all the same.
  std::uint64_t alternateStack = 0, alternateBytes = 0;
  const char* interruptedCall = nullptr; // not async-signal-safe, and handlers run in its middle
  std::uint32_t machineLocks = 0;        // mutexes of the machine that it holds: no handler runs meanwhile
  // Loops without a computable bound.
  std::uint64_t events = 0;      // scheduled events of this thread
  std::uint64_t sharedReads = 0; // those that read
  std::uint64_t updates = 0;     // read-modify-writes that changed memory
  std::uint32_t entered = 0;     // loops entered since its last event, and
  std::uint32_t enteredLoops[maxEnteredLoops] = {};

  OwnObject ownObjects[maxOwnObjects];
  std::uint32_t ownObjectsSeen = 0;
  InitialisedObject initialised[maxOwnObjects] = {};
  std::uint32_t initialisedSeen = 0;
  std::uint64_t ownObjectsLow = 0, ownObjectsHigh = 0; // the address range of both kinds of objects

  ExitHandler* localDestructors = nullptr;
  std::uint64_t destroyedLocal = 0; // the thread_local object whose destructor it runs
  std::uint32_t keysMade = 0;       // number of keys of thread-specific data that it created
  const void* keyValues[maxKeys] = {};

  // The stack of the instrumented function that called code which is not followed and is guarded; 0: there is none.
  std::uint64_t guardedFrom = 0;

  unsigned reaches = 0; // the content of a file that a call on the file accesses, plus 1

  // Handlers of signals that came between two steps and have not returned, and where the frames of the outermost begin.
  std::uint32_t interruptions = 0;
  std::uint64_t interruptedAt = 0;
  bool hasLooked = false; // for signals, just before its next step

  Callers lastAccess;

  // State of the carrier.
  bool prepared = false;    // its thread-local block exists
  int lender = 0;           // the process in which an OS thread provides that block and waits to carry this thread
  std::uint64_t handle = 0; // its pthread_t, which is its thread-local base
  std::uint64_t stackBytes = 0;
  std::uint64_t stackReserved = 0; // memory that is mapped for a stack that it has not got yet
  std::uint64_t stackAsked = 0;    // the stack size that it would have without red zones
  std::uint64_t stackLooked = 0;   // below this address, stack use without red zones must be checked
  void (*body)() = nullptr;        // the function that it runs on its user stack
  void* context = nullptr;         // fiber context; an OS thread only starts with it
  std::uint32_t baton = 0;         // futex word of an OS thread
  // Main only: the lowest address of a variable that other threads may still use after its return.
  std::uint64_t keptFrom = ~0ull;
  bool stackNoted = false;          // notes about its variables exist
  std::uint64_t frameTop = 0;       // the stack pointer of the innermost instrumented function that calls others
  std::uint64_t openedFrom = ~0ull; // the lowest address of uninstrumented frames that call instrumented functions
  std::uint64_t liveFrom = 0;       // while it is stopped: the lowest address in use on its stack
  std::uint64_t switchedFrom = 0;   // its stack when it last gave the baton away
  HeapHalf heap[2];                 // of its arena
};

} // namespace revisit::runtime
