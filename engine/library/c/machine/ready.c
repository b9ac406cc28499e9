// Which watches of a set are ready, and in which order, in instrumented code. The kernel has a list: a wake-up puts a
// watch behind it, a wait takes those that it finds idle out, and a level-triggered one that it reports goes behind it
// again. The list is one chain for all that the set watches. So there is none until a run shows a wait that finds
// several watches ready: before that, threads that write to different members stay independent.
#include "watches.h"

#include <stddef.h>
#include <string.h>

// That this word is shared says that the order counts.
static uint64_t order;

bool revisit_watches_have_order(void) {
  return revisit_machine_is_needed(&order) != 0;
}

void revisit_watches_need_order(void) {
  revisit_machine_need(&order);
}

void revisit_watch_link_at(MachineWatchSet* set, MachineWatch* watch, int at) {
  if (!watch->isUsed || watch->isOff || watch->isLinked)
    return;
  watch->isLinked = true;
  for (int i = set->linked++; i > at; i--)
    set->list[i] = set->list[i - 1];
  set->list[at] = (uint8_t)(watch - set->watches);
}

void revisit_watch_link(MachineWatchSet* set, MachineWatch* watch) {
  revisit_watch_link_at(set, watch, set->linked);
}

static void removeAt(MachineWatchSet* set, int at) {
  revisit_machine_round_changes();
  set->watches[set->list[at]].isLinked = false;
  set->linked--;
  for (int i = at; i < set->linked; i++)
    set->list[i] = set->list[i + 1];
}

void revisit_watch_unlink(MachineWatchSet* set, const MachineWatch* watch) {
  for (int i = 0; i < set->linked; i++)
    if (&set->watches[set->list[i]] == watch) {
      removeAt(set, i);
      return;
    }
}

static bool isOf(const MachineWatch* watch, MachineKind kind) {
  return watch->isUsed && !watch->isOff && watch->entry.kind == kind;
}

// Timers tell nobody that they expired, and that may have been before or after the others became ready. One that is in
// the list since an earlier report may have been set anew.
static void linkTimers(MachineWatchSet* set, MachineNextTimer* timer) {
  for (int i = 0; i < set->count; i++) {
    MachineWatch* const watch = &set->watches[i];
    if (!isOf(watch, MachineTimer))
      continue;
    if (!revisit_watch_is_ready(watch))
      revisit_timer_note(timer, watch->entry.reads);
    else if (!watch->isLinked)
      revisit_watch_link_at(set, watch, set->linked - (int)revisit_machine_choose((unsigned)set->linked + 1));
  }
}

// Another thread or process that waits on the set would find this signalfd idle, and take its watch out of the list.
static bool isReadyForSome(const MachineWatch* watch) {
  return isOf(watch, MachineSignals) &&
         (watch->process != revisit_machine_process() || revisit_signals_are_mine(watch->entry));
}

static void report(const MachineWatch* watch, unsigned ready, struct epoll_event* to) {
  to->events = ready;
  to->data.u64 = watch->data;
}

int revisit_watches_report(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer) {
  int found = 0;
  linkTimers(set, timer);
  for (int left = set->linked; left > 0 && found < room; left--) {
    MachineWatch* const watch = &set->watches[set->list[0]];
    removeAt(set, 0);
    const unsigned ready = revisit_watch_take(watch);
    if (ready == 0) {
      if (isOf(watch, MachineTimer) && watch->entry.reads == timer->place)
        timer->behind = found;
      continue;
    }
    report(watch, ready, &to[found++]);
    if ((watch->events & EPOLLET) == 0)
      revisit_watch_link(set, watch);
  }
  return found;
}

int revisit_watches_find(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer) {
  int found = 0;
  for (int i = 0; i < set->count; i++) {
    MachineWatch* const watch = &set->watches[i];
    if (found == room) {
      if (revisit_watch_is_ready(watch))
        revisit_watches_need_order();
      continue;
    }
    const unsigned ready = revisit_watch_take(watch);
    if (ready != 0 && (found != 0 || isReadyForSome(watch)))
      revisit_watches_need_order();
    if (ready != 0)
      report(watch, ready, &to[found++]);
    else if (isOf(watch, MachineTimer))
      revisit_timer_note(timer, watch->entry.reads);
  }
  return found;
}

bool revisit_watches_are_ready(MachineWatchSet* set) {
  MachineNextTimer timer = {-1, 0, -1};
  if (!revisit_watches_have_order()) {
    for (int i = 0; i < set->count; i++)
      if (revisit_watch_is_ready(&set->watches[i]))
        return true;
    return false;
  }
  linkTimers(set, &timer);
  while (set->linked != 0) {
    if (revisit_watch_is_ready(&set->watches[set->list[0]]))
      return true;
    removeAt(set, 0);
  }
  return false;
}
