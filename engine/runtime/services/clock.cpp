// Time and sleep. There is one clock, which stands still while no thread sleeps. Reading it is a read of shared memory,
// so the order of two reads does not matter, and no thread ever sees a time earlier than one it has seen before. A
// thread's sleep advances the clock when that thread next reads the time. A thread that reads it again and again
// advances it by steps that double, so that a loop until a deadline ends. Thread rule: called by the program's threads;
// during a run only by the one that has the baton.
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/signals/delivery.h"

#include "runtime/schedule/cancellation.h"
#include "runtime/services/services.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <ctime>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <unistd.h>
#include <x86intrin.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t firstSecond = 1700000000;
constexpr std::uint64_t second = 1000000000;
constexpr std::uint32_t patience = 8; // reads of the same time before the clock advances
constexpr std::uint64_t firstStep = 1000000;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);

// Before a run the clock's memory does not exist yet: the time to store there.
std::uint64_t g_early = 0;

std::uint64_t moveClock(std::uint64_t step) {
  if (!exploring())
    return g_early += step;
  if (step == 0)
    return recordedLoad(REVISIT_CLOCK_ADDRESS, 8, sequential, REVISIT_FLAG_SERVICE);
  return step + recordedRmw(REVISIT_CLOCK_ADDRESS, step, 8, sequential, RmwOp::Add, REVISIT_FLAG_SERVICE);
}

std::uint64_t now() {
  Thread& self = caller();
  std::uint64_t step = self.slept;
  if (self.sameTimes >= patience) {
    step += firstStep << (self.sameTimes - patience < 16 ? self.sameTimes - patience : 16);
    self.sameTimes++;
  }
  const std::uint64_t time = moveClock(step);
  self.slept = 0;
  if (self.sameTimes < patience)
    self.sameTimes = time == self.lastTime ? self.sameTimes + 1 : 0;
  self.lastTime = time;
  return time;
}

int sleepFor(const timespec& time) {
  if (!isTime(time))
    return EINVAL;
  passTime(nanosecondsOf(time));
  return 0;
}

// Whether a handler interrupts a sleep that begins here. All of its time is left then: signals come at any time.
bool isInterrupted() {
  if (!exploring() || !mayBeInterrupted())
    return false;
  lookForSignals(); // before it begins
  return lookForSignals().handlers != 0;
}

// Converts an absolute time to the clock's count; 0 for times before its beginning.
std::uint64_t onTheClock(const timespec& time) {
  const auto seconds = static_cast<std::uint64_t>(time.tv_sec);
  return seconds < firstSecond ? 0 : (seconds - firstSecond) * second + static_cast<std::uint64_t>(time.tv_nsec);
}

// Sleeps until an absolute time. The thread reads the clock first.
int sleepUntil(const timespec& until) {
  const std::uint64_t time = now();
  if (const std::uint64_t wanted = onTheClock(until); wanted > time)
    passTime(wanted - time);
  return 0;
}

void noteTimeOut(Thread& self) {
  const bool isAlone = self.slot == 0 && self.children == 0;
  if (!exploring() || isAlone || g_runtime.channel->timeOuts == 0)
    return;
  if (self.timeOuts == g_runtime.channel->timeOuts)
    leave(CutBy::TimeOuts, chainHere());
  self.timeOuts++;
}

} // namespace

bool revisit::runtime::isTime(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < static_cast<long>(second);
}

std::uint64_t revisit::runtime::nanosecondsOf(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * second + static_cast<std::uint64_t>(time.tv_nsec);
}

timespec revisit::runtime::givenTime(const timespec* time) {
  timespec copy;
  serviceRead(word(time), &copy, sizeof copy);
  return copy;
}

int revisit::runtime::operateUntil(std::uint64_t address, ObjectOp operation, std::uint64_t argument,
                                   const timespec* until) {
  const timespec limit = givenTime(until);
  const auto result = static_cast<int>(operate(address, operation, argument));
  if (result == ETIMEDOUT && exploring())
    waitedUntil(limit);
  return result;
}

void revisit::runtime::waitedUntil(const timespec& until) {
  Thread& self = caller();
  if (const std::uint64_t wanted = onTheClock(until); wanted > self.lastTime + self.slept)
    self.slept = wanted - self.lastTime;
  noteTimeOut(self);
}

void revisit::runtime::waitedFor(const timespec& time) {
  waitedFor(nanosecondsOf(time));
}

void revisit::runtime::waitedFor(std::uint64_t nanoseconds) {
  passTime(nanoseconds);
  noteTimeOut(caller());
}

void revisit::runtime::passTime(std::uint64_t nanoseconds) {
  caller().slept += nanoseconds;
}

void revisit::runtime::startClock() {
  rawStore(REVISIT_CLOCK_ADDRESS, g_early, 8);
}

REVISIT_EXPORT time_t time(time_t* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(time)(result);
  const std::uint64_t seconds = firstSecond + now() / second;
  if (result != nullptr)
    serviceStore(word(result), seconds, sizeof *result);
  return static_cast<time_t>(seconds);
}

REVISIT_EXPORT int clock_gettime(clockid_t clock, timespec* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(clock_gettime)(clock, result);
  const std::uint64_t time = now();
  serviceStore(word(&result->tv_sec), firstSecond + time / second, 8);
  serviceStore(word(&result->tv_nsec), time % second, 8);
  return 0;
}

REVISIT_EXPORT int timespec_get(timespec* result, int base) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(timespec_get)(result, base);
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, result) == 0 ? base : 0;
}

REVISIT_EXPORT int clock_getres(clockid_t clock, timespec* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(clock_getres)(clock, result);
  if (result != nullptr) {
    serviceStore(word(&result->tv_sec), 0, 8);
    serviceStore(word(&result->tv_nsec), 1, 8);
  }
  return 0;
}

REVISIT_EXPORT int gettimeofday(timeval* __restrict result, void* __restrict zone) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(gettimeofday)(result, zone);
  const std::uint64_t time = now();
  serviceStore(word(&result->tv_sec), firstSecond + time / second, 8);
  serviceStore(word(&result->tv_usec), time % second / 1000, 8);
  return 0;
}

REVISIT_EXPORT clock_t clock() noexcept {
  return ownObjects() ? static_cast<clock_t>(now() / (second / CLOCKS_PER_SEC)) : REVISIT_REAL(clock)();
}

REVISIT_EXPORT unsigned sleep(unsigned seconds) {
  if (!ownObjects())
    return REVISIT_REAL(sleep)(seconds);
  if (isInterrupted())
    return seconds;
  sleepFor({static_cast<time_t>(seconds), 0});
  cancellationPoint();
  return 0;
}

REVISIT_EXPORT int usleep(useconds_t time) {
  if (!ownObjects())
    return REVISIT_REAL(usleep)(time);
  if (isInterrupted())
    return failed(EINTR);
  sleepFor({static_cast<time_t>(time / 1000000), static_cast<long>(time % 1000000) * 1000});
  cancellationPoint();
  return 0;
}

REVISIT_EXPORT int nanosleep(const timespec* time, timespec* rest) {
  if (!ownObjects())
    return REVISIT_REAL(nanosleep)(time, rest);
  const timespec wanted = givenTime(time);
  const bool isLeft = isInterrupted();
  if (isLeft && rest != nullptr)
    serviceWrite(word(rest), &wanted, sizeof wanted);
  const int problem = isLeft ? EINTR : sleepFor(wanted);
  cancellationPoint();
  if (problem == 0)
    return 0;
  errno = problem;
  return -1;
}

REVISIT_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!ownObjects())
    return REVISIT_REAL(clock_nanosleep)(clock, flags, time, rest);
  const timespec wanted = givenTime(time);
  if (isInterrupted()) {
    if ((flags & TIMER_ABSTIME) == 0 && rest != nullptr)
      serviceWrite(word(rest), &wanted, sizeof wanted);
    return EINTR;
  }
  const int result = (flags & TIMER_ABSTIME) != 0 ? sleepUntil(wanted) : sleepFor(wanted);
  cancellationPoint();
  return result;
}

REVISIT_EXPORT clock_t times(tms* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(times)(result);
  const auto ticks = static_cast<clock_t>(now() / (second / 100));
  const tms all = {ticks, 0, 0, 0};
  if (result != nullptr)
    serviceWrite(word(result), &all, sizeof all);
  return ticks;
}

REVISIT_EXPORT int getrusage(__rusage_who_t who, struct rusage* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getrusage)(who, result);
  const std::uint64_t time = now();
  struct rusage all = {};
  all.ru_utime.tv_sec = static_cast<time_t>(time / second);
  all.ru_utime.tv_usec = static_cast<suseconds_t>(time % second / 1000);
  serviceWrite(word(result), &all, sizeof all);
  return 0;
}

// What instructions that read the time stamp counter give: one tick for each nanosecond.
REVISIT_EXPORT std::uint64_t revisit_counter() noexcept {
  return ownObjects() ? firstSecond * second + now() : __rdtsc();
}
