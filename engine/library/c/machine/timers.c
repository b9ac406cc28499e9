// timerfd in instrumented code. The clock stands still unless a thread has waited, so a timer expires where a thread
// waits for it and nothing else is ready: then the clock shows its time. What was ready may also have come after the
// timer: that is a choice. Timers expire in the order of their times. The pass renames a program's calls to these
// functions.
#include "machine.h"

#include <errno.h>
#include <revisit.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>

// In the place of the timer.
typedef struct MachineTime {
  int64_t due;      // nanoseconds on the clock; 0: not armed
  int64_t interval; // 0: once
  uint64_t expirations;
  uint64_t expiries; // times that `expirations` was 0 and is not any more
  uint64_t armed;    // a counter: 1 while it is armed, for those that wait for that
} MachineTime;

static const int64_t second = 1000000000;

static MachineTime* timeAt(int place) {
  return (MachineTime*)machineContent(machineStream(place));
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return machineTime(time);
}

// The lock is held.
static void setDue(MachineTime* timer, int64_t due) {
  const bool wasArmed = timer->due != 0;
  timer->due = due;
  if (!wasArmed && due != 0)
    revisit_machine_add(&timer->armed, 1, REVISIT_MACHINE_TRIES);
  else if (wasArmed && due == 0)
    revisit_machine_remove(&timer->armed, 0, REVISIT_MACHINE_TRIES);
}

// Counts what has expired by this time. The lock is held.
static void catchUp(MachineTime* timer, int64_t time) {
  if (timer->due == 0 || timer->due > time)
    return;
  timer->expiries += timer->expirations++ == 0;
  setDue(timer, timer->interval == 0 ? 0 : timer->due + timer->interval);
  if (timer->due != 0 && timer->due <= time) {
    const int64_t missed = (time - timer->due) / timer->interval + 1;
    timer->expirations += (uint64_t)missed;
    timer->due += missed * timer->interval;
  }
}

int64_t revisit_timer_rest(int place) {
  MachineStream* const stream = machineStream(place);
  MachineTime* const timer = timeAt(place);
  pthread_mutex_lock(&stream->writing);
  int64_t rest = -1;
  if (timer->expirations == 0 && timer->due != 0) {
    const int64_t time = now();
    catchUp(timer, time);
    rest = timer->expirations != 0 ? 0 : timer->due - time;
  } else if (timer->expirations != 0)
    rest = 0;
  pthread_mutex_unlock(&stream->writing);
  return rest;
}

uint64_t revisit_timer_expiry(int place) {
  if (revisit_timer_rest(place) != 0)
    return 0;
  MachineStream* const stream = machineStream(place);
  pthread_mutex_lock(&stream->writing);
  const uint64_t number = timeAt(place)->expirations == 0 ? 0 : timeAt(place)->expiries;
  pthread_mutex_unlock(&stream->writing);
  return number;
}

int revisit_libc_timerfd_create(int clock, int flags) {
  if (!revisit_machine_runs())
    return timerfd_create(clock, flags);
  if ((flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) != 0 ||
      (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME && clock != CLOCK_BOOTTIME))
    return (int)revisit_machine_result(-EINVAL);
  int place;
  return (int)revisit_machine_result(revisit_machine_new(MachineTimer, flags, &place));
}

static bool isTime(struct timespec time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < second;
}

static struct timespec timeOf(int64_t count) {
  return (struct timespec){count / second, count % second};
}

static struct itimerspec stateOf(const MachineTime* timer, int64_t time) {
  const int64_t rest = timer->due == 0 ? 0 : timer->due > time ? timer->due - time : 1;
  return (struct itimerspec){timeOf(timer->interval), timeOf(rest)};
}

static MachineEntry timerWith(int descriptor, long* problem) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  *problem = entry.kind == MachineTimer ? 0 : entry.kind == MachineNothing ? -EBADF : -EINVAL;
  return entry;
}

int revisit_libc_timerfd_settime(int descriptor, int flags, const struct itimerspec* wanted,
                                 struct itimerspec* before) {
  if (!revisit_machine_runs())
    return timerfd_settime(descriptor, flags, wanted, before);
  long problem;
  const MachineEntry entry = timerWith(descriptor, &problem);
  if (problem == 0 && (!isTime(wanted->it_value) || !isTime(wanted->it_interval)))
    problem = -EINVAL;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  MachineStream* const stream = machineStream(entry.reads);
  MachineTime* const timer = timeAt(entry.reads);
  const int64_t time = now(), value = machineTime(wanted->it_value);
  pthread_mutex_lock(&stream->writing);
  catchUp(timer, time);
  const struct itimerspec old = stateOf(timer, time);
  setDue(timer, value == 0 ? 0 : (flags & TFD_TIMER_ABSTIME) != 0 ? value : time + value);
  timer->interval = machineTime(wanted->it_interval);
  timer->expirations = 0;
  pthread_mutex_unlock(&stream->writing);
  if (before != NULL)
    *before = old;
  return 0;
}

int revisit_libc_timerfd_gettime(int descriptor, struct itimerspec* to) {
  if (!revisit_machine_runs())
    return timerfd_gettime(descriptor, to);
  long problem;
  const MachineEntry entry = timerWith(descriptor, &problem);
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  MachineStream* const stream = machineStream(entry.reads);
  MachineTime* const timer = timeAt(entry.reads);
  const int64_t time = now();
  pthread_mutex_lock(&stream->writing);
  catchUp(timer, time);
  *to = stateOf(timer, time);
  pthread_mutex_unlock(&stream->writing);
  return 0;
}

long revisit_timer_read(MachineEntry entry, void* to, size_t bytes) {
  if (bytes < sizeof(uint64_t))
    return -EINVAL;
  MachineStream* const stream = machineStream(entry.reads);
  MachineTime* const timer = timeAt(entry.reads);
  const bool tries = (revisit_machine_how(entry) & REVISIT_MACHINE_TRIES) != 0;
  for (;;) {
    const int64_t rest = revisit_timer_rest(entry.reads);
    if (rest != 0 && !tries) {
      const long problem =
          rest < 0 ? revisit_machine_await_counter(&timer->armed, 0) : revisit_machine_interrupted(0, NULL);
      if (problem != 0)
        return problem;
      if (rest < 0)
        continue;
    }
    if (rest > 0 && !tries)
      revisit_machine_slept((uint64_t)rest);
    else if (rest != 0)
      return -EAGAIN;
    if (rest != 0)
      continue;
    pthread_mutex_lock(&stream->writing);
    const uint64_t count = timer->expirations;
    timer->expirations = 0;
    pthread_mutex_unlock(&stream->writing);
    if (count == 0) // another thread has read it
      continue;
    memcpy(to, &count, sizeof count);
    return sizeof count;
  }
}

void revisit_timer_note(MachineNextTimer* next, int place) {
  const int64_t rest = revisit_timer_rest(place);
  if (rest > 0 && (next->place < 0 || rest < next->rest))
    *next = (MachineNextTimer){place, rest, -1};
}

bool revisit_timer_waits(const MachineNextTimer* next, bool isReady, int64_t* limit) {
  if (!isReady && *limit >= 0 && next->rest > *limit)
    return false;
  if (isReady && !revisit_nondet_bool("a timer expires meanwhile"))
    return false;
  revisit_machine_waited((uint64_t)next->rest);
  if (!isReady && *limit >= 0)
    *limit -= next->rest;
  return true;
}

// The same by number: see numbers.c.

long revisit_number_timerfd_create(long a, long b) {
  return revisit_libc_timerfd_create((int)a, (int)b);
}

long revisit_number_timerfd_settime(long a, long b, long c, long d) {
  return revisit_libc_timerfd_settime((int)a, (int)b, (const struct itimerspec*)c, (struct itimerspec*)d);
}
