// Sets of watches (epoll): what watches.c and ready.c share.
#pragma once

#include "machine.h"

#include <sys/epoll.h>

typedef struct MachineWatchSet {
  pthread_mutex_t lock;
  int count;
  int linked; // watches in `list`
  // Where several sets watch an opening exclusively: threads that wait for the set, and those of them that were woken
  // but have not seen that.
  int waiting, woken;
  MachineWatch watches[MachineWatches];
  uint8_t list[MachineWatches]; // what was woken and not found idle since, in this order
} MachineWatchSet;

static inline MachineWatchSet* machineSet(int place) {
  return (MachineWatchSet*)((char*)machineStream(place) + REVISIT_MACHINE_SET);
}

// Whether the watch reports only after a wake-up. A timer wakes no watch when it expires: an edge-triggered watch of
// one remembers which expiry it has reported.
static inline bool machineNeedsEdge(const MachineWatch* watch) {
  return (watch->events & EPOLLET) != 0 && watch->entry.kind != MachineTimer;
}

static const uint32_t machineAlways = EPOLLERR | EPOLLHUP;

// watches.c

// Whether sets count the threads that wait for them: only where a watch is exclusive.
bool revisit_watches_count_waits(void);
// What the watch reports now; 0: nothing. Its edges are taken.
unsigned revisit_watch_take(MachineWatch* watch);
// Whether it would report something.
bool revisit_watch_is_ready(const MachineWatch* watch);

// ready.c

// Whether the order in which watches become ready counts. As long as no run has shown a wait that finds several of
// them, it does not, and there are no lists.
bool revisit_watches_have_order(void);
// From the next run on it does.
void revisit_watches_need_order(void);
// The watch may be ready. The lock of its set is held.
void revisit_watch_link(MachineWatchSet* set, MachineWatch* watch);
// The same behind the first `at` watches of the list.
void revisit_watch_link_at(MachineWatchSet* set, MachineWatch* watch, int at);
void revisit_watch_unlink(MachineWatchSet* set, const MachineWatch* watch);
// Reports at most that many watches, as the kernel does. The lock is held.
int revisit_watches_report(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer);
// The same without the list.
int revisit_watches_find(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer);
bool revisit_watches_are_ready(MachineWatchSet* set);
