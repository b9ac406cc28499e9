// One-time initialisation: pthread_once and the guards of function-local statics, as a mutex and a flag.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/access.h"
#include "runtime/object_table.h"
#include "runtime/raw.h"

#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint32_t acquire = static_cast<std::uint32_t>(MemoryOrder::Acquire);
constexpr std::uint32_t release = static_cast<std::uint32_t>(MemoryOrder::Release);
constexpr std::uint64_t onceDone = 2;

std::uint64_t loadFlag(std::uint64_t address, std::uint32_t size) {
  return exploring() && !isForeign(address) ? recordedLoad(address, size, acquire, REVISIT_FLAG_SERVICE)
                                            : rawLoad(address, size);
}

void storeFlag(std::uint64_t address, std::uint64_t value, std::uint32_t size) {
  if (exploring() && !isForeign(address))
    recordedStore(address, value, size, release, REVISIT_FLAG_SERVICE);
  else
    rawStore(address, value, size);
}

void lock(std::uint64_t address) {
  operate(address, ObjectOp::MutexLock, 0);
}
void unlock(std::uint64_t address) {
  operate(address, ObjectOp::MutexUnlock, 0);
}

} // namespace

REVISIT_EXPORT int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!ownObjects())
    return REVISIT_REAL(pthread_once)(control, routine);
  const auto address = reinterpret_cast<std::uint64_t>(control);
  if (loadFlag(address, sizeof *control) == onceDone)
    return 0;
  lock(address);
  if (loadFlag(address, sizeof *control) != onceDone) {
    routine();
    storeFlag(address, onceDone, sizeof *control);
  }
  unlock(address);
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
  const auto address = reinterpret_cast<std::uint64_t>(guard);
  lock(address);
  if (loadFlag(address, 1) == 0)
    return 1;
  unlock(address);
  return 0;
}

REVISIT_EXPORT void __cxa_guard_release(std::uint64_t* guard) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(__cxa_guard_release)(guard);
  const auto address = reinterpret_cast<std::uint64_t>(guard);
  storeFlag(address, 1, 1);
  unlock(address);
}

REVISIT_EXPORT void __cxa_guard_abort(std::uint64_t* guard) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(__cxa_guard_abort)(guard);
  unlock(reinterpret_cast<std::uint64_t>(guard));
}
