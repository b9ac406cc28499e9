// Time, sleep, randomness and process identity: functions of the thread and its calls, so that runs repeat. Processes
// that would escape the run are refused.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/access.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"

#include <cstdlib>
#include <ctime>
#include <spawn.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t firstSecond = 1700000000;
constexpr std::uint64_t tickMicroseconds = 10;
constexpr int pretendedPid = 4242;

std::uint64_t microseconds() {
  return tickMicroseconds * ++me().serviceCalls;
}

std::uint64_t nextRandom() {
  std::uint64_t mixed = (std::uint64_t{me().slot} << 32 | ++me().serviceCalls) * 0x9e3779b97f4a7c15ull;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
  return mixed ^ (mixed >> 31);
}

std::uint64_t addressOf(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

} // namespace

REVISIT_EXPORT time_t time(time_t* result) noexcept {
  if (!exploring())
    return REVISIT_REAL(time)(result);
  const std::uint64_t now = firstSecond + microseconds() / 1000000;
  if (result != nullptr)
    serviceStore(addressOf(result), now, sizeof *result);
  return static_cast<time_t>(now);
}

REVISIT_EXPORT int clock_gettime(clockid_t clock, timespec* result) noexcept {
  if (!exploring())
    return REVISIT_REAL(clock_gettime)(clock, result);
  const std::uint64_t now = microseconds();
  serviceStore(addressOf(&result->tv_sec), firstSecond + now / 1000000, 8);
  serviceStore(addressOf(&result->tv_nsec), now % 1000000 * 1000, 8);
  return 0;
}

REVISIT_EXPORT int gettimeofday(timeval* __restrict result, void* __restrict zone) noexcept {
  if (!exploring())
    return REVISIT_REAL(gettimeofday)(result, zone);
  const std::uint64_t now = microseconds();
  serviceStore(addressOf(&result->tv_sec), firstSecond + now / 1000000, 8);
  serviceStore(addressOf(&result->tv_usec), now % 1000000, 8);
  return 0;
}

REVISIT_EXPORT clock_t clock() noexcept {
  return exploring() ? static_cast<clock_t>(microseconds()) : REVISIT_REAL(clock)();
}

REVISIT_EXPORT unsigned sleep(unsigned seconds) {
  return exploring() ? 0 : REVISIT_REAL(sleep)(seconds);
}

REVISIT_EXPORT int usleep(useconds_t time) {
  return exploring() ? 0 : REVISIT_REAL(usleep)(time);
}

REVISIT_EXPORT int nanosleep(const timespec* time, timespec* rest) {
  return exploring() ? 0 : REVISIT_REAL(nanosleep)(time, rest);
}

REVISIT_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  return exploring() ? 0 : REVISIT_REAL(clock_nanosleep)(clock, flags, time, rest);
}

REVISIT_EXPORT int rand() noexcept {
  return exploring() ? static_cast<int>(nextRandom() & RAND_MAX) : REVISIT_REAL(rand)();
}

REVISIT_EXPORT long random() noexcept {
  return exploring() ? static_cast<long>(nextRandom() & RAND_MAX) : REVISIT_REAL(random)();
}

REVISIT_EXPORT pid_t getpid() noexcept {
  return exploring() ? pretendedPid : REVISIT_REAL(getpid)();
}

REVISIT_EXPORT pid_t fork() noexcept {
  if (exploring())
    unsupported("fork: the program would leave the exploration");
  return REVISIT_REAL(fork)();
}

REVISIT_EXPORT pid_t vfork() noexcept {
  if (exploring())
    unsupported("vfork: the program would leave the exploration");
  return fork();
}

REVISIT_EXPORT int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
  if (exploring())
    unsupported("exec: the program would leave the exploration");
  return REVISIT_REAL(execve)(path, arguments, environment);
}

REVISIT_EXPORT int system(const char* command) {
  if (exploring())
    unsupported("system: the program would leave the exploration");
  return REVISIT_REAL(system)(command);
}

REVISIT_EXPORT int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  if (exploring())
    unsupported("posix_spawn: the program would leave the exploration");
  return REVISIT_REAL(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}
