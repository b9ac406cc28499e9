// One thread of the program, as the runtime schedules it. Plain data.
// Thread rule: as state.h, which holds all of them.
#pragma once

#include "program/objects.h"
#include "runtime/abi/channel.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace revisit::runtime {

constexpr std::size_t maxThreads = REVISIT_MAX_THREADS;
static_assert(maxThreads <= ThreadSet::capacity);

enum class ThreadState : std::uint8_t {
  Absent,
  Running, // has the baton, or waits inside its creation of a thread that has it
  Parked,  // just before its next event, or waiting after a failed round of a waiting loop
  Ended,   // its function returned; can be joined
  Stopped  // exit, error, false assume, bound
};

// What a parked thread is about to do.
struct Pending {
  LabelKind kind = LabelKind::Read;
  bool awaiting = false; // not at an event: a failed round, waiting for a change
  bool silent = false;   // Object: no call of the program's does it
  bool looping = false;  // not at an event: a long loop, while others may go first
  ObjectOp operation = ObjectOp::MutexInit;
  std::uint64_t object = 0;
  std::uint64_t argument = 0;
  std::uint16_t child = 0;
  std::uint32_t chain = 0;
  std::uint16_t together = 0; // Label::together
};

struct AwaitRead {
  std::uint64_t address;
  std::uint64_t value;
  std::uint32_t size;
};

// What pthread_cleanup_push of C code leaves: a jump to the handler, and the buffer pushed before it.
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
  std::uint32_t chain; // of the call
};

// See beginBulk.
struct Bulk {
  unsigned kind = 0; // of the record that describes the copy or fill; 0: no copy or fill is in progress
  std::uint64_t to = 0, before = 0, bytes = 0;
  unsigned flags = 0;
};

// The return addresses of an access that has no record.
struct Callers {
  static constexpr unsigned maxDepth = 64;
  std::uint64_t frame = 0; // of the innermost
  unsigned depth = 0;
  std::uint32_t records = 0; // how many the trace had
  std::uint64_t pcs[maxDepth];
};

// See arenas.h.
struct HeapHalf {
  std::uint64_t next = 0;   // bump pointer; 0: nothing was handed out
  std::uint64_t blocks = 0; // handed out
  // Where what is mapped ends: of the blocks, the list of them, their headers, and the bits of fresh_memory.h.
  std::uint64_t bytesEnd = 0, listEnd = 0, headersEnd = 0, freshEnd = 0;
};

constexpr std::size_t maxAwaitReads = 64;
constexpr std::size_t maxOwnObjects = 64;
constexpr std::size_t maxKeys = 1024; // as the C library has

struct Thread {
  std::uint16_t slot = 0;
  ThreadState state = ThreadState::Absent;
  Pending pending;
  int creatorWaiting = -1; // slot of the creator that gets the baton at this thread's first stop
  bool createdDetached = false;
  bool spent = false; // somebody joined or detached it
  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  bool returnsInt = false;           // the entry is a C11 one
  CleanupBuffer* cleanups = nullptr; // the handlers of C code, newest first

  std::uint32_t children = 0;
  std::uint32_t inputs = 0;
  std::uint16_t locksTogether = 0;    // how often it took several locks at once
  bool locksNow = false;              // it is taking them
  std::uint32_t sectionDepth = 0;     // atomic sections that it is inside
  std::uint32_t sectionEvents = 0;    // its events since the outermost one began
  std::uint64_t slept = 0;            // nanoseconds that the clock does not know of
  std::uint64_t lastTime = 0;         // that it saw
  std::uint32_t sameTimes = 0;        // how often it saw that
  bool inBulk = false;                // inside a copy or fill
  bool discards = false;              // nobody looks at the old value of its next exchange
  Bulk bulk;                          // that one
  bool bulkIsOpen = false;            // it has a record
  std::uint64_t touched = 0;          // bytes of its output that were read where that is seen
  std::uint32_t descriptors = 0;      // that it has opened
  std::uint64_t mapped = 0;           // bytes of its area for mappings
  std::uint32_t serviceCalls = 0;     // of virtualised services: time, randomness
  std::uint32_t consecutive = 0;      // events since another thread had one
  std::uint32_t recordsSinceStep = 0; // replay: its records behind its last step of the plan
  bool standing = false;              // replay: parked, or stopped by the runtime for the debugger

  // Waiting loops.
  bool inAwait = false;
  bool awaitOverflow = false;
  bool awaitShared = false;  // the round read something shared
  bool awaitChanged = false; // an update of the round changed memory
  std::uint32_t awaitLoop = 0;
  bool awaitIsPending = false;  // the round has no record yet that says that it began
  bool awaitIsRecorded = false; // the trace knows that the thread is in a round
  std::uint32_t awaitReads = 0;
  AwaitRead awaitRead[maxAwaitReads];
  std::uint64_t awaitStores = 0; // all stores of the run when the round failed
  std::uint32_t awaitChain = 0;
  std::uint32_t idleRounds = 0; // failed rounds since its last event
  // Bounded loops.
  std::uint64_t sharedReads = 0;
  std::uint64_t loopReads[16] = {};
  std::uint32_t loopAlone[16] = {}; // rounds that do not count, for no other thread was there yet

  OwnObject ownObjects[maxOwnObjects];
  std::uint32_t ownObjectsSeen = 0;
  InitialisedObject initialised[maxOwnObjects] = {};
  std::uint32_t initialisedSeen = 0;
  std::uint64_t ownObjectsLow = 0, ownObjectsHigh = 0; // of both kinds

  ExitHandler* localDestructors = nullptr;
  std::uint32_t keysMade = 0; // of thread-specific data
  const void* keyValues[maxKeys] = {};

  Callers lastAccess;

  // The carrier's.
  bool prepared = false;      // has its thread-local block
  int lender = 0;             // the process in which an OS thread lends that block, and waits to carry this thread
  std::uint64_t handle = 0;   // its pthread_t, which is its thread-local base
  std::uint64_t stackBytes = 0;
  std::uint64_t stackAsked = 0; // what it would have without red zones
  std::uint64_t stackLooked = 0; // below this address its use without them is to be looked at
  void (*body)() = nullptr;   // what it runs on its user stack
  void* context = nullptr;    // fiber context; an OS thread only starts from it
  std::uint32_t baton = 0;    // futex word of an OS thread
  std::uint64_t keptFrom = ~0ull; // of main: the lowest address of a variable that others may still use when it returned
  bool stackNoted = false;    // it has notes of its variables
  std::uint64_t frameTop = 0; // the stack pointer of the innermost instrumented function that calls others
  std::uint64_t openedFrom = ~0ull; // the lowest address of frames of other code that call instrumented functions
  std::uint64_t liveFrom = 0; // while it stands: the lowest address of its stack that is in use
  HeapHalf heap[2]; // of its arena
};

} // namespace revisit::runtime
