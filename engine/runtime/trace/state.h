// The state of one instrumented process: the runtime's only globals, and the threads it schedules. Thread rule: exactly
// one thread of the program runs at a time (it has the baton); only that thread accesses this state.
#pragma once

#include "abi/channel.h"
#include "runtime/schedule/thread.h"

#include <cstddef>
#include <cstdint>
#include <new>

namespace revisit::runtime {

enum class Phase : std::uint8_t {
  Plain,    // no plan in the environment, or too early in the process to know
  Setup,    // the zygote before main: hooks and objects work, but nothing is recorded
  Exploring // a run
};

constexpr std::size_t maxModules = 64;
constexpr std::size_t maxForeign = 4 * maxModules;

struct ModuleData {
  RevisitRange range;
  std::uint64_t initialised; // the end of the part whose content is in the file
  bool isThreadLocal;        // main's copy
};

struct Runtime {
  Runtime() { new (threads) Thread; } // main

  Phase phase = Phase::Plain;
  bool internal = false; // the runtime itself is calling library functions
  RevisitChannel* channel = nullptr;
  int socket = -1;
  Thread* current = nullptr;
  // Threads begin in prepareSlot. Until then they are zero, as static memory is: memory that nobody touched costs
  // nothing in a fork. An initialiser would touch it.
  alignas(Thread) unsigned char threads[maxThreads * sizeof(Thread)];
  std::uint64_t stores = 0;  // all stores of this run
  std::uint64_t changes = 0; // those that may have changed memory
  std::uint64_t events = 0;
  RevisitRange foreign[maxForeign]; // data of system libraries, and constants of all modules
  std::size_t foreignCount = 0;
  RevisitRange instrumented[maxModules]; // modules that call the runtime
  std::size_t instrumentedCount = 0;
  ModuleData data[2 * maxModules]; // the writable data of those modules
  std::size_t dataCount = 0;
  std::uint64_t codeBegin = 0; // the runtime's own code
  std::uint64_t codeEnd = 0;
  std::uint64_t libcBegin = 0; // the C library
  std::uint64_t libcEnd = 0;
  std::uint64_t errnoOffset = 0; // from a thread's base
  std::uint64_t dataBegin = 0;   // the runtime's own data
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
// The writable data of an instrumented module that contains all of this; null when there is none.
inline const ModuleData* dataAt(std::uint64_t begin, std::uint64_t end) {
  for (std::size_t i = 0; i < g_runtime.dataCount; i++)
    if (begin >= g_runtime.data[i].range.begin && end <= g_runtime.data[i].range.end)
      return &g_runtime.data[i];
  return nullptr;
}
inline bool isData(std::uint64_t begin, std::uint64_t end) {
  return dataAt(begin, end) != nullptr;
}
inline bool isMainsThreadLocal(std::uint64_t address) {
  const ModuleData* const data = dataAt(address, address + 1);
  return data != nullptr && data->isThreadLocal;
}
inline bool replaying() {
  return g_runtime.channel != nullptr && g_runtime.channel->replay.on != 0;
}
// Whether the calling thread is executing a function that the debugger called to evaluate an expression. Walks the
// frames.
bool calledByDebugger();
// Whether the program's actions are recorded and scheduled.
inline bool exploring() {
  return g_runtime.phase == Phase::Exploring && !g_runtime.internal && !(replaying() && calledByDebugger());
}
// Whether the runtime provides objects and memory itself: during a run and before it. The same holds for everything
// that would differ from run to run: time, randomness, the process.
inline bool ownObjects() {
  return g_runtime.phase == Phase::Setup ? !g_runtime.internal : exploring();
}
inline Thread& me() {
  return *g_runtime.current;
}
inline Thread& threadAt(unsigned slot) {
  return reinterpret_cast<Thread*>(g_runtime.threads)[slot];
}
// The calling thread; before a run, main.
inline Thread& caller() {
  return g_runtime.current != nullptr ? me() : threadAt(0);
}

// While an object of this class exists, interposed functions that libraries call on the runtime's behalf are the real
// ones.
class Internal {
public:
  Internal() : m_before(g_runtime.internal) { g_runtime.internal = true; }
  ~Internal() { g_runtime.internal = m_before; }
  Internal(const Internal&) = delete;
  Internal& operator=(const Internal&) = delete;

private:
  bool m_before;
};

// The next definition of an interposed function; looked up once.
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
/* A function that instrumented code calls. These functions are in a separate section: see watchdog.cpp. */
#define REVISIT_HOOK REVISIT_EXPORT __attribute__((section("revisit_hooks")))

} // namespace revisit::runtime
