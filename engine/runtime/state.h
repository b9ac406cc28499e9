// The state of one instrumented process: the runtime's only globals, and the threads it schedules.
// Thread rule: exactly one thread of the program runs at a time (the baton); only the one that runs touches this.
#pragma once

#include "program/objects.h"
#include "runtime/abi/channel.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace revisit::runtime {

constexpr std::size_t maxThreads = REVISIT_MAX_THREADS;
static_assert(maxThreads <= ThreadSet::capacity);

enum class Phase : std::uint8_t {
  Plain,    // no plan in the environment, or too early in the process to know
  Setup,    // the zygote: before main, hooks and objects work but nothing is recorded
  Exploring // a run
};

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

// See arenas.h.
struct HeapHalf {
  std::uint64_t next = 0;   // bump pointer
  std::uint64_t blocks = 0; // handed out
};

constexpr std::size_t maxAwaitReads = 64;
constexpr std::size_t maxOwnObjects = 64;
constexpr std::size_t maxKeys = 256;
constexpr std::size_t maxModules = 64;
constexpr std::size_t maxForeign = 4 * maxModules;

struct Thread {
  std::uint16_t slot = 0;
  ThreadState state = ThreadState::Absent;
  Pending pending;
  int creatorWaiting = -1; // slot of the creator that gets the baton at this thread's first stop
  bool detached = false;
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
  std::uint32_t awaitReads = 0;
  AwaitRead awaitRead[maxAwaitReads];
  std::uint64_t awaitStores = 0; // all stores of the run when the round failed
  std::uint32_t awaitChain = 0;
  std::uint32_t idleRounds = 0; // failed rounds since its last event
  // Bounded loops.
  std::uint64_t sharedReads = 0;
  std::uint64_t loopReads[16] = {};

  OwnObject ownObjects[maxOwnObjects];
  std::uint32_t ownObjectsSeen = 0;
  std::uint64_t ownObjectsLow = 0, ownObjectsHigh = 0;

  ExitHandler* localDestructors = nullptr;
  std::uint32_t keysMade = 0; // of thread-specific data
  const void* keyValues[maxKeys] = {};

  // The carrier's.
  bool prepared = false;      // has its thread-local block
  int lender = 0;             // the process in which an OS thread lends that block, and waits to carry this thread
  std::uint64_t handle = 0;   // its pthread_t, which is its thread-local base
  void (*body)() = nullptr;   // what it runs on its user stack
  void* context = nullptr;    // fiber context; an OS thread only starts from it
  std::uint32_t baton = 0;    // futex word of an OS thread
  std::uint64_t liveFrom = 0; // while it stands: the lowest address of its stack that is in use
  bool heapMapped = false;
  HeapHalf heap[2]; // of its arena
};

struct Runtime {
  Phase phase = Phase::Plain;
  bool internal = false; // the runtime itself is calling into libraries
  RevisitChannel* channel = nullptr;
  int socket = -1;
  Thread* current = nullptr;
  Thread threads[maxThreads];
  std::uint64_t stores = 0; // all stores of this run
  std::uint64_t events = 0;
  std::uint64_t eventsAtHalf = ~0ull; // when the trace was half full
  RevisitRange foreign[maxForeign];   // where system libraries keep their data, and all modules their constants
  std::size_t foreignCount = 0;
  RevisitRange instrumented[maxModules]; // modules that call the runtime
  std::size_t instrumentedCount = 0;
  std::uint64_t codeBegin = 0; // the runtime's own text
  std::uint64_t codeEnd = 0;
  std::uint64_t dataBegin = 0; // its own data
  std::uint64_t dataEnd = 0;
};

extern Runtime g_runtime;

inline bool isForeign(std::uint64_t address) {
  for (std::size_t i = 0; i < g_runtime.foreignCount; i++)
    if (address >= g_runtime.foreign[i].begin && address < g_runtime.foreign[i].end)
      return true;
  return false;
}
inline bool isInstrumented(std::uint64_t address) {
  for (std::size_t i = 0; i < g_runtime.instrumentedCount; i++)
    if (address >= g_runtime.instrumented[i].begin && address < g_runtime.instrumented[i].end)
      return true;
  return false;
}
inline bool replaying() {
  return g_runtime.channel != nullptr && g_runtime.channel->replay.on != 0;
}
// Whether a function that the debugger calls to evaluate an expression is under way in this very thread. Walks frames.
bool calledByDebugger();
// What the program does is followed: it is recorded, and takes its turn.
inline bool exploring() {
  return g_runtime.phase == Phase::Exploring && !g_runtime.internal && !(replaying() && calledByDebugger());
}
// Objects and memory are the runtime's own: while a run is followed, and before it.
inline bool ownObjects() {
  return g_runtime.phase == Phase::Setup ? !g_runtime.internal : exploring();
}
inline Thread& me() {
  return *g_runtime.current;
}
inline Thread& threadAt(unsigned slot) {
  return g_runtime.threads[slot];
}

// While one lives, interposed functions called by libraries on the runtime's behalf are the real ones.
class Internal {
public:
  Internal() : m_before(g_runtime.internal) { g_runtime.internal = true; }
  ~Internal() { g_runtime.internal = m_before; }
  Internal(const Internal&) = delete;
  Internal& operator=(const Internal&) = delete;

private:
  bool m_before;
};

// The next definition of an interposed function, found once.
void* findReal(const char* name);
template <class F> F* real(F*, const char* name, void*& cache) {
  if (cache == nullptr)
    cache = findReal(name);
  return reinterpret_cast<F*>(cache);
}
#define REVISIT_REAL(function)                                                                                         \
  ([]() {                                                                                                              \
    static void* cache;                                                                                                \
    return ::revisit::runtime::real(&::function, #function, cache);                                                    \
  }())

#define REVISIT_EXPORT extern "C" __attribute__((visibility("default")))

} // namespace revisit::runtime
