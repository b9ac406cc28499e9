// Waits for sets of watches in instrumented code: epoll_wait and its kin, and the timers that expire meanwhile. The
// pass renames a program's calls to these functions.
#include "watches.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

// `waits`: the thread waits for the set from now on if it finds nothing.
static int report(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer, bool waits) {
  timer->place = -1;
  const unsigned process = revisit_machine_process();
  const bool isLocked = revisit_signals_lock(process);
  pthread_mutex_lock(&set->lock);
  const int found = revisit_watches_have_order() ? revisit_watches_report(set, to, room, timer)
                                                 : revisit_watches_find(set, to, room, timer);
  if (found == 0 && waits)
    set->waiting++;
  pthread_mutex_unlock(&set->lock);
  revisit_signals_unlock(process, isLocked);
  return found;
}

static void endWait(MachineWatchSet* set) {
  pthread_mutex_lock(&set->lock);
  if (set->woken != 0)
    set->woken--;
  else
    set->waiting--;
  pthread_mutex_unlock(&set->lock);
}

// How many watches of the list are among the first `count` reports. All of the list was reported, and those that are
// level-triggered stand in it in the same order.
static int linkedAmong(const MachineWatchSet* set, const struct epoll_event* reports, int count) {
  int linked = 0;
  for (int i = 0; i < count && linked < set->linked; i++)
    if (set->watches[set->list[linked]].data == reports[i].data.u64)
      linked++;
  return linked;
}

// Reports a timer of the set that has just expired, besides the `found` reports. If it was not in the list, it expired
// before or after any of these became ready, which is a choice.
static int reportTimer(MachineWatchSet* set, const MachineNextTimer* timer, struct epoll_event* reports, int found) {
  const int at = timer->behind >= 0 ? timer->behind : found - (int)revisit_machine_choose((unsigned)found + 1);
  int more = 0;
  pthread_mutex_lock(&set->lock);
  for (int i = 0; i < set->count && more == 0; i++) {
    MachineWatch* const watch = &set->watches[i];
    if (watch->entry.kind != MachineTimer || watch->entry.reads != timer->place)
      continue;
    const unsigned ready = revisit_watch_take(watch);
    if (ready == 0)
      continue;
    if (!revisit_watches_have_order())
      revisit_watches_need_order();
    else if ((watch->events & EPOLLET) == 0)
      revisit_watch_link_at(set, watch, linkedAmong(set, reports, at));
    for (int j = found; j > at; j--)
      reports[j] = reports[j - 1];
    reports[at].events = ready;
    reports[at].data.u64 = watch->data;
    more = 1;
  }
  pthread_mutex_unlock(&set->lock);
  return more;
}

typedef struct Report {
  MachineWatchSet* set;
  struct epoll_event* to;
  int room;
  MachineNextTimer* timer;
  int found;
} Report;

static MachineRound lookAtSet(void* what) {
  Report* const all = what;
  all->found = report(all->set, all->to, all->room, all->timer, false);
  return all->found == 0 && all->timer->place >= 0 ? MachineRoundPauses : machineRound(all->found != 0);
}

// Looks at the set as a poll looks at its descriptors: see polling.c. One that does not wait looks for no signal.
static long reportWhenReady(MachineWatchSet* set, struct epoll_event* to, int room, int64_t limit,
                            const uint64_t* blocked, MachineNextTimer* timer) {
  Report all = {set, to, room, timer, 0};
  if (limit == 0) {
    lookAtSet(&all);
    return all.found;
  }
  const bool counts = revisit_watches_count_waits();
  if (counts)
    all.found = report(set, to, room, timer, true);
  if (all.found != 0)
    return all.found;
  const long problem = revisit_machine_go_round(lookAtSet, &all, limit < 0, REVISIT_MACHINE_BREAKS, blocked);
  if (counts)
    endWait(set);
  return problem != 0 && all.found == 0 ? problem : all.found;
}

// `limit` in nanoseconds; negative: none.
static long waitForSet(int number, struct epoll_event* to, int room, int64_t limit, const uint64_t* blocked) {
  const MachineEntry entry = revisit_machine_entry(number);
  if (entry.kind != MachineSet)
    return entry.kind == MachineNothing ? -EBADF : -EINVAL;
  if (room <= 0)
    return -EINVAL;
  MachineNextTimer timer;
  long found;
  do
    found = reportWhenReady(machineSet(entry.reads), to, room, limit, blocked, &timer);
  while (found == 0 && timer.place >= 0 && revisit_timer_waits(&timer, false, &limit));
  if (found > 0 && found < room && timer.place >= 0 && revisit_timer_waits(&timer, true, &limit))
    found += reportTimer(machineSet(entry.reads), &timer, to, (int)found);
  if (found == 0 && limit > 0)
    revisit_machine_waited((uint64_t)limit);
  return found;
}

int revisit_libc_epoll_wait(int set, struct epoll_event* to, int room, int milliseconds) {
  if (!revisit_machine_runs())
    return epoll_wait(set, to, room, milliseconds);
  pthread_testcancel();
  return (int)revisit_machine_result(waitForSet(set, to, room, machineLimit(milliseconds), NULL));
}

int revisit_libc_epoll_pwait(int set, struct epoll_event* to, int room, int milliseconds, const sigset_t* signals) {
  if (!revisit_machine_runs())
    return epoll_pwait(set, to, room, milliseconds, signals);
  pthread_testcancel();
  uint64_t blocked;
  return (int)revisit_machine_result(
      waitForSet(set, to, room, machineLimit(milliseconds), machineBlocked(signals, &blocked)));
}

// As a kernel that is older than the call.
int revisit_libc_epoll_pwait2(int set, struct epoll_event* to, int room, const struct timespec* limit,
                              const sigset_t* signals) {
  if (!revisit_machine_runs())
    return epoll_pwait2(set, to, room, limit, signals);
  return (int)revisit_machine_result(-ENOSYS);
}
