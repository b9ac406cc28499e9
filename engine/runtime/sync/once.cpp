// One-time initialisation: pthread_once and the guards of function-local statics. A routine that ran before the run has
// marked the object's memory as done; a run only reads that mark. Thread rule: called by the program's threads; during
// a run only by the one that has the baton.
#include "runtime/memory/own_objects.h"
#include "runtime/services/external_calls.h"
#include "runtime/sync/object_table.h"
#include "runtime/sync/once_routine.h"
#include "runtime/trace/raw.h"

#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// The value that the C library and the C++ library store when the routine has run.
constexpr std::uint64_t onceDone = 2;
constexpr std::uint64_t guardDone = 1;

// Whether the object's memory has to be marked, because a library's own code reads it.
bool marksMemory(std::uint64_t address) {
  return !exploring() || isForeign(address);
}

// Whether the caller has to run the routine. Once a thread knows that it has run, further calls are not events.
bool enter(std::uint64_t address) {
  if (exploring() && knowsDone(address))
    return false;
  if (operate(address, ObjectOp::OnceEnter, 0) == object_result::mustRun)
    return true;
  if (exploring())
    noteDone(address);
  return false;
}

void leave(std::uint64_t address, bool returned) {
  operate(address, returned ? ObjectOp::OnceLeave : ObjectOp::OnceAbort, 0);
  if (exploring() && returned)
    noteDone(address);
}

void endRoutine(unsigned long address, int returned) {
  if (returned != 0 && marksMemory(address))
    rawStore(address, onceDone, sizeof(pthread_once_t));
  leave(address, returned != 0);
}

} // namespace

REVISIT_EXPORT int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!ownObjects())
    return REVISIT_REAL(pthread_once)(control, routine);
  const auto address = addressOf(control);
  if (rawLoad(address, sizeof *control) != onceDone && enter(address)) {
    noteCallback(routine);
    revisit_run_once(routine, endRoutine, address);
  }
  return 0;
}

extern "C" {
int __cxa_guard_acquire(std::uint64_t*);
void __cxa_guard_release(std::uint64_t*) noexcept;
void __cxa_guard_abort(std::uint64_t*) noexcept;
}

REVISIT_EXPORT int __cxa_guard_acquire(std::uint64_t* guard) {
  if (!ownObjects())
    return REVISIT_REAL(__cxa_guard_acquire)(guard);
  const auto address = addressOf(guard);
  objectAt(address).isGuard = true;
  return (rawLoad(address, 1) & guardDone) == 0 && enter(address) ? 1 : 0;
}

REVISIT_EXPORT void __cxa_guard_release(std::uint64_t* guard) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(__cxa_guard_release)(guard);
  const auto address = addressOf(guard);
  if (marksMemory(address))
    rawStore(address, guardDone, 1);
  leave(address, true);
}

REVISIT_EXPORT void __cxa_guard_abort(std::uint64_t* guard) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(__cxa_guard_abort)(guard);
  leave(addressOf(guard), false);
}
