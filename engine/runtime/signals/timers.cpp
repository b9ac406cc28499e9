#include "runtime/signals/timers.h"

#include "abi/services.h"
#include "runtime/memory/access.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/threads.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/signals/timer_places.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t nano = 1000000000, micro = 1000000;

void sendExpiration(const TimerPlaces& timer, unsigned number) {
  const TimerMade made = timer.made();
  if (isAlarm(number))
    addPending(ownProcess(), {SIGALRM, SI_KERNEL, 0, number});
  else if (made.notify == SIGEV_SIGNAL || made.notify == SIGEV_THREAD_ID)
    addPending(made.target, {static_cast<int>(made.signal), SI_TIMER, timer.load(TimerPlaces::Value), number});
}

[[noreturn]] void stopExpiring() {
  char message[128];
  std::snprintf(message, sizeof message,
                "a timer whose handler or thread runs again and again is followed for %u expirations",
                REVISIT_EXPIRATIONS);
  reachLimit(message);
}

void startExpiration(unsigned timer, std::uint64_t setting);
bool startsThreads(unsigned timer);

// A thread that is an expiration: of which timer, and of which of its settings.
void* expire(void* what) {
  const auto number = static_cast<unsigned>(word(what) & 0xffffffff);
  const std::uint64_t mine = word(what) >> 32;
  const TimerPlaces timer(number);
  setMask(~neverBlocked);
  nameThread(isAlarm(number) ? "alarm" : "timer");
  timer.operateLock(ObjectOp::MutexLock);
  const bool isSet = timer.load(TimerPlaces::Time) != 0 && timer.load(TimerPlaces::Setting) == mine;
  const bool isRepeated = isSet && timer.load(TimerPlaces::Interval) != 0;
  const bool startsThread = startsThreads(number);
  const std::uint64_t count = isRepeated ? timer.load(TimerPlaces::Count) : 0;
  if (isSet && !isRepeated)
    timer.store(TimerPlaces::Time, 0);
  if (isRepeated && startsThread)
    timer.store(TimerPlaces::Count, count + 1);
  if (isSet && count < REVISIT_EXPIRATIONS)
    sendExpiration(timer, number);
  timer.operateLock(ObjectOp::MutexUnlock);
  if (count == REVISIT_EXPIRATIONS)
    stopExpiring();
  if (!isSet || !startsThread)
    return nullptr;
  if (isRepeated)
    startExpiration(number, mine);
  setMask(0);
  const auto function = reinterpret_cast<void (*)(sigval)>(timer.load(TimerPlaces::Function));
  sigval value;
  value.sival_ptr = reinterpret_cast<void*>(timer.load(TimerPlaces::Value));
  noteCallback(function);
  function(value);
  return nullptr;
}

bool startsThreads(unsigned timer) {
  return !isAlarm(timer) && TimerPlaces(timer).made().notify == SIGEV_THREAD;
}

void startExpiration(unsigned timer, std::uint64_t setting) {
  startInternal(expire, setting << 32 | timer, !startsThreads(timer));
}

bool isTime(const timeval& time) {
  return time.tv_sec >= 0 && time.tv_usec >= 0 && time.tv_usec < static_cast<suseconds_t>(micro);
}

std::uint64_t nanosecondsOf(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * nano + static_cast<std::uint64_t>(time.tv_usec) * 1000;
}

itimerval valueOf(const TimerSetting& setting) {
  const auto timeOf = [](std::uint64_t time) {
    return timeval{static_cast<time_t>(time / nano), static_cast<suseconds_t>(time % nano / 1000)};
  };
  return {timeOf(setting.interval), timeOf(setting.time)};
}

int refuseComputed(const char* function) {
  return failRefused(function, "the time that a program computes is not followed", EINVAL);
}

} // namespace

namespace revisit::runtime {

unsigned ownAlarm() {
  return me().process * REVISIT_TIMERS_OF_THREAD;
}

TimerSetting setTimer(unsigned number, const TimerSetting& setting) {
  if (isInChild() && startsThreads(number))
    unsupported("a timer that starts threads, in a process that fork has made");
  lookForSignals(); // before the call
  const TimerPlaces timer(number);
  timer.operateLock(ObjectOp::MutexLock);
  const TimerSetting before = {timer.load(TimerPlaces::Time), timer.load(TimerPlaces::Interval)};
  const std::uint64_t mine = timer.load(TimerPlaces::Setting) + 1;
  timer.store(TimerPlaces::Time, setting.time);
  timer.store(TimerPlaces::Setting, mine);
  if (before.interval != setting.interval)
    timer.store(TimerPlaces::Interval, setting.interval);
  if (setting.interval != 0)
    timer.store(TimerPlaces::Count, 0);
  timer.operateLock(ObjectOp::MutexUnlock);
  if (setting.time != 0 && (isAlarm(number) || timer.made().notify != SIGEV_NONE))
    startExpiration(number, mine);
  return before;
}

TimerSetting settingOf(unsigned number) {
  const TimerPlaces timer(number);
  timer.operateLock(ObjectOp::MutexLock);
  const TimerSetting setting = {timer.load(TimerPlaces::Time), timer.load(TimerPlaces::Interval)};
  timer.operateLock(ObjectOp::MutexUnlock);
  return setting;
}

void continueTimer(unsigned number, bool byHandler) {
  const TimerPlaces timer(number);
  if (timer.load(TimerPlaces::Interval) == 0)
    return;
  timer.operateLock(ObjectOp::MutexLock);
  const bool isSet = timer.load(TimerPlaces::Time) != 0 && timer.load(TimerPlaces::Interval) != 0;
  const std::uint64_t setting = timer.load(TimerPlaces::Setting);
  if (isSet && byHandler)
    timer.store(TimerPlaces::Count, timer.load(TimerPlaces::Count) + 1);
  timer.operateLock(ObjectOp::MutexUnlock);
  if (isSet)
    startExpiration(number, setting);
}

} // namespace revisit::runtime

REVISIT_EXPORT unsigned alarm(unsigned seconds) noexcept {
  if (!exploring())
    return REVISIT_REAL(alarm)(seconds);
  return static_cast<unsigned>((setTimer(ownAlarm(), {seconds * nano, 0}).time + nano - 1) / nano);
}

REVISIT_EXPORT useconds_t ualarm(useconds_t time, useconds_t interval) noexcept {
  if (!exploring())
    return REVISIT_REAL(ualarm)(time, interval);
  return static_cast<useconds_t>(setTimer(ownAlarm(), {time * 1000ull, interval * 1000ull}).time / 1000);
}

REVISIT_EXPORT int setitimer(__itimer_which_t which, const itimerval* value, itimerval* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(setitimer)(which, value, before);
  if (which != ITIMER_REAL)
    return refuseComputed("setitimer");
  itimerval given = {};
  serviceRead(word(value), &given, sizeof given);
  if (!isTime(given.it_value) || !isTime(given.it_interval))
    return failed(EINVAL);
  const std::uint64_t time = nanosecondsOf(given.it_value);
  const TimerSetting left = setTimer(ownAlarm(), {time, time != 0 ? nanosecondsOf(given.it_interval) : 0});
  if (before == nullptr)
    return 0;
  const itimerval told = valueOf(left);
  serviceWrite(word(before), &told, sizeof told);
  return 0;
}

REVISIT_EXPORT int getitimer(__itimer_which_t which, itimerval* value) noexcept {
  if (!exploring())
    return REVISIT_REAL(getitimer)(which, value);
  if (which != ITIMER_REAL)
    return refuseComputed("getitimer");
  const itimerval told = valueOf(settingOf(ownAlarm()));
  serviceWrite(word(value), &told, sizeof told);
  return 0;
}
