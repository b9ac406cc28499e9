// alarm and its relatives. A timer's signal comes at any later time: a thread of the runtime sends it, unless the timer
// was set anew before. Thread rule: called by the program's threads; during a run only by the one that has the baton.
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
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <sys/time.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t micro = 1000000;
constexpr std::uint64_t lockAt = REVISIT_ALARM_ADDRESS, timeAt = lockAt + 8, numberAt = lockAt + 16;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);

std::uint64_t load(std::uint64_t place) {
  return recordedLoad(place, 8, sequential, REVISIT_FLAG_SERVICE);
}
void store(std::uint64_t place, std::uint64_t value) {
  recordedStore(place, value, 8, sequential, REVISIT_FLAG_SERVICE);
}
void operateLock(ObjectOp operation) {
  operate(lockAt, operation, static_cast<std::uint64_t>(MutexKind::Normal));
}

// The thread of the timer with this number.
void* expire(void* number) {
  setMask(~neverBlocked);
  RevisitRecord& name = emit(REVISIT_THREAD_NAME);
  name.address = me().slot;
  name.extra = internString("alarm");
  operateLock(ObjectOp::MutexLock);
  const bool isSet = load(timeAt) != 0 && load(numberAt) == word(number);
  if (isSet)
    store(timeAt, 0);
  if (isSet)
    addPending(wholeProcess, {SIGALRM, SI_KERNEL, 0});
  operateLock(ObjectOp::MutexUnlock);
  return nullptr;
}

// Microseconds; 0: there is none. Returns what the timer was set to, if its signal has not come.
std::uint64_t setTimer(std::uint64_t time) {
  if (isInChild())
    unsupported("a timer in a process that fork has made");
  operateLock(ObjectOp::MutexLock);
  const std::uint64_t before = load(timeAt), number = load(numberAt) + 1;
  store(timeAt, time);
  store(numberAt, number);
  operateLock(ObjectOp::MutexUnlock);
  if (time == 0)
    return before;
  pthread_t handle;
  noteStack(word(&handle), word(&handle) + sizeof handle, Note::Open);
  startNewThread(&handle, expire, reinterpret_cast<void*>(number), true, false, stackOfThread());
  return before;
}

void requireOnce(const timeval& interval) {
  if (interval.tv_sec != 0 || interval.tv_usec != 0)
    tellLimit("a timer that expires again and again expires once");
}

bool isTime(const timeval& time) {
  return time.tv_sec >= 0 && time.tv_usec >= 0 && time.tv_usec < static_cast<suseconds_t>(micro);
}

} // namespace

REVISIT_EXPORT unsigned alarm(unsigned seconds) noexcept {
  if (!exploring())
    return REVISIT_REAL(alarm)(seconds);
  return static_cast<unsigned>((setTimer(seconds * micro) + micro - 1) / micro);
}

REVISIT_EXPORT useconds_t ualarm(useconds_t time, useconds_t interval) noexcept {
  if (!exploring())
    return REVISIT_REAL(ualarm)(time, interval);
  requireOnce({0, interval});
  return static_cast<useconds_t>(setTimer(time));
}

REVISIT_EXPORT int setitimer(__itimer_which_t which, const itimerval* value, itimerval* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(setitimer)(which, value, before);
  if (which != ITIMER_REAL)
    return failRefused("setitimer", "the time that a program computes is not followed", EINVAL);
  itimerval given = {};
  serviceRead(word(value), &given, sizeof given);
  if (!isTime(given.it_value) || !isTime(given.it_interval))
    return failed(EINVAL);
  const std::uint64_t time =
      static_cast<std::uint64_t>(given.it_value.tv_sec) * micro + static_cast<std::uint64_t>(given.it_value.tv_usec);
  if (time != 0)
    requireOnce(given.it_interval);
  const std::uint64_t left = setTimer(time);
  if (before == nullptr)
    return 0;
  itimerval told = {};
  told.it_value = {static_cast<time_t>(left / micro), static_cast<suseconds_t>(left % micro)};
  serviceWrite(word(before), &told, sizeof told);
  return 0;
}
