// Random numbers: functions of the thread and of the number of its calls, or of the state that the caller passes.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/services/external_calls.h"
#include "runtime/services/services.h"

#include <cstdlib>
#include <sys/random.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace revisit::runtime {

std::uint64_t nextRandom() {
  std::uint64_t mixed = (std::uint64_t{caller().slot} << 32 | ++caller().serviceCalls) * 0x9e3779b97f4a7c15ull;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
  return mixed ^ (mixed >> 31);
}

} // namespace revisit::runtime

namespace {

void tellSystemRandom() {
  tellLimit("a random number of the system: one that was made up stands for all that it can be");
}

bool g_wasAskedBefore = false; // for the system's random numbers, before the run

// The system's random numbers are other ones in each run. Those of rand and the like follow from the seed.
std::uint64_t systemRandom() {
  if (exploring())
    tellSystemRandom();
  else
    g_wasAskedBefore = true;
  return nextRandom();
}

void fill(void* to, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 8) {
    const std::uint64_t value = systemRandom();
    serviceWrite(word(to) + at, &value, bytes - at < 8 ? bytes - at : 8);
  }
}

double fraction() {
  return static_cast<double>(nextRandom() >> 11) / 9007199254740992.0;
}

} // namespace

void revisit::runtime::tellRandomBefore() {
  if (g_wasAskedBefore)
    tellSystemRandom();
}

REVISIT_EXPORT int rand() noexcept {
  return ownObjects() ? static_cast<int>(nextRandom() & RAND_MAX) : REVISIT_REAL(rand)();
}

REVISIT_EXPORT long random() noexcept {
  return ownObjects() ? static_cast<long>(nextRandom() & RAND_MAX) : REVISIT_REAL(random)();
}

// A seed has no effect: the numbers are the same in every run anyway.
REVISIT_EXPORT void srand(unsigned seed) noexcept {
  if (!ownObjects())
    REVISIT_REAL(srand)(seed);
}

REVISIT_EXPORT void srandom(unsigned seed) noexcept {
  if (!ownObjects())
    REVISIT_REAL(srandom)(seed);
}

REVISIT_EXPORT void srand48(long seed) noexcept {
  if (!ownObjects())
    REVISIT_REAL(srand48)(seed);
}

REVISIT_EXPORT int rand_r(unsigned* state) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(rand_r)(state);
  unsigned copy;
  serviceRead(word(state), &copy, sizeof copy);
  const int result = REVISIT_REAL(rand_r)(&copy);
  serviceWrite(word(state), &copy, sizeof copy);
  return result;
}

REVISIT_EXPORT double drand48() noexcept {
  return ownObjects() ? fraction() : REVISIT_REAL(drand48)();
}

REVISIT_EXPORT long lrand48() noexcept {
  return ownObjects() ? static_cast<long>(nextRandom() & RAND_MAX) : REVISIT_REAL(lrand48)();
}

REVISIT_EXPORT long mrand48() noexcept {
  return ownObjects() ? static_cast<std::int32_t>(nextRandom()) : REVISIT_REAL(mrand48)();
}

REVISIT_EXPORT ssize_t getrandom(void* to, std::size_t bytes, unsigned flags) {
  if (!ownObjects())
    return REVISIT_REAL(getrandom)(to, bytes, flags);
  fill(to, bytes);
  return static_cast<ssize_t>(bytes);
}

REVISIT_EXPORT int getentropy(void* to, std::size_t bytes) {
  if (!ownObjects())
    return REVISIT_REAL(getentropy)(to, bytes);
  fill(to, bytes);
  return 0;
}

REVISIT_EXPORT std::uint32_t arc4random() noexcept {
  return ownObjects() ? static_cast<std::uint32_t>(systemRandom()) : REVISIT_REAL(arc4random)();
}

REVISIT_EXPORT std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(arc4random_uniform)(bound);
  return bound == 0 ? 0 : static_cast<std::uint32_t>(systemRandom() % bound);
}

REVISIT_EXPORT void arc4random_buf(void* to, std::size_t bytes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(arc4random_buf)(to, bytes);
  fill(to, bytes);
}
