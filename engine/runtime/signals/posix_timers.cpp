// timer_create and its relatives. Thread rule: called by the program's threads; during a run only by the one that has
// the baton.
#include "runtime/processes/processes.h"
#include "runtime/schedule/start.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/pending.h"
#include "runtime/signals/timer_places.h"
#include "runtime/signals/timers.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t perSecond = 1000000000;
constexpr unsigned timersOfThread = REVISIT_TIMERS_OF_THREAD;

itimerspec specOf(const TimerSetting& setting) {
  const auto timeOf = [](std::uint64_t time) {
    return timespec{static_cast<time_t>(time / perSecond), static_cast<long>(time % perSecond)};
  };
  return {timeOf(setting.interval), timeOf(setting.time)};
}

unsigned timerNumber(timer_t timer) {
  return static_cast<unsigned>(word(timer));
}
// A copy of a process has none of its timers.
bool isTimer(timer_t timer) {
  return word(timer) < maxThreads * timersOfThread && !isAlarm(timerNumber(timer)) &&
         threadAt(timerNumber(timer) / timersOfThread).process == me().process &&
         TimerPlaces(timerNumber(timer)).made().is;
}

// How the timer tells its expirations; false: not so.
bool takeNotification(const sigevent& event, TimerMade& made) {
  made.notify = static_cast<std::uint8_t>(event.sigev_notify);
  made.signal = static_cast<std::uint8_t>(event.sigev_signo);
  made.target = static_cast<std::uint16_t>(ownProcess());
  const bool isSignalGood = isSignal(event.sigev_signo);
  switch (event.sigev_notify) {
  case SIGEV_NONE:
  case SIGEV_THREAD:
    return true;
  case SIGEV_SIGNAL:
    return isSignalGood;
  case SIGEV_THREAD_ID: {
    const auto slot = static_cast<std::uint64_t>(event._sigev_un._tid) - REVISIT_MACHINE_IDENTIFIER;
    made.target = static_cast<std::uint16_t>(slot);
    return isSignalGood && slot < g_runtime.channel->slotCount;
  }
  default:
    return false;
  }
}

} // namespace

REVISIT_EXPORT int timer_create(clockid_t clock, sigevent* given, timer_t* timer) noexcept {
  if (!exploring())
    return REVISIT_REAL(timer_create)(clock, given, timer);
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
    return failRefused("timer_create", "the time that a program computes is not followed", EINVAL);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME)
    return failed(EINVAL);
  Thread& self = me();
  if (self.timers + 1 >= timersOfThread)
    reachLimit("a thread makes more than 7 timers");
  const unsigned number = self.slot * timersOfThread + self.timers + 1;
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  event.sigev_value.sival_int = static_cast<int>(number);
  if (given != nullptr)
    serviceRead(word(given), &event, sizeof event);
  TimerMade made;
  made.is = true;
  made.clock = static_cast<std::uint8_t>(clock);
  if (!takeNotification(event, made))
    return failed(EINVAL);
  self.timers++;
  const TimerPlaces places(number);
  places.store(TimerPlaces::Value, word(event.sigev_value.sival_ptr));
  if (made.notify == SIGEV_THREAD)
    places.store(TimerPlaces::Function, word(reinterpret_cast<void*>(event.sigev_notify_function)));
  places.store(TimerPlaces::Made, made.bits());
  serviceStore(word(timer), number, sizeof *timer);
  return 0;
}

REVISIT_EXPORT int timer_settime(timer_t timer, int flags, const itimerspec* value, itimerspec* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(timer_settime)(timer, flags, value, before);
  itimerspec given = {};
  serviceRead(word(value), &given, sizeof given);
  if (!isTimer(timer) || !isTime(given.it_value) || !isTime(given.it_interval))
    return failed(EINVAL);
  std::uint64_t time = nanosecondsOf(given.it_value);
  if (time != 0 && (flags & TIMER_ABSTIME) != 0) {
    timespec now = {};
    clock_gettime(TimerPlaces(timerNumber(timer)).made().clock, &now);
    time = time > nanosecondsOf(now) ? time - nanosecondsOf(now) : 1;
  }
  const TimerSetting left = setTimer(timerNumber(timer), {time, time != 0 ? nanosecondsOf(given.it_interval) : 0});
  if (before == nullptr)
    return 0;
  const itimerspec told = specOf(left);
  serviceWrite(word(before), &told, sizeof told);
  return 0;
}

REVISIT_EXPORT int timer_gettime(timer_t timer, itimerspec* value) noexcept {
  if (!exploring())
    return REVISIT_REAL(timer_gettime)(timer, value);
  if (!isTimer(timer))
    return failed(EINVAL);
  const itimerspec told = specOf(settingOf(timerNumber(timer)));
  serviceWrite(word(value), &told, sizeof told);
  return 0;
}

// Those that were missed because a signal was not taken yet are not counted.
REVISIT_EXPORT int timer_getoverrun(timer_t timer) noexcept {
  if (!exploring())
    return REVISIT_REAL(timer_getoverrun)(timer);
  if (!isTimer(timer))
    return failed(EINVAL);
  if (settingOf(timerNumber(timer)).interval != 0)
    tellLimit("timer_getoverrun: no expiration of a timer is missed");
  return 0;
}

REVISIT_EXPORT int timer_delete(timer_t timer) noexcept {
  if (!exploring())
    return REVISIT_REAL(timer_delete)(timer);
  if (!isTimer(timer))
    return failed(EINVAL);
  setTimer(timerNumber(timer), {});
  TimerPlaces(timerNumber(timer)).store(TimerPlaces::Made, 0);
  return 0;
}
