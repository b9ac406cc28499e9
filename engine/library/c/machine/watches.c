// epoll in instrumented code. A set looks at the openings that it watches, in the order in which they were added, and
// goes on behind the last one that it reported. A level-triggered watch is what a poll reports. An edge-triggered one
// also needs an edge: each operation on a watched stream adds one to the counter of the watch, after the operation, as
// the kernel does. Operations on openings without an edge-triggered watch know nothing of sets.
#include "machine.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

typedef struct MachineWatchSet {
  pthread_mutex_t lock;
  int count, next;
  MachineWatch watches[MachineWatches];
} MachineWatchSet;

_Static_assert(sizeof(MachineWatchSet) <= REVISIT_MACHINE_CONTENT - REVISIT_MACHINE_SET, "a set fits into its place");
_Static_assert(sizeof(MachineStream) <= REVISIT_MACHINE_SET, "the state of a stream stands before its watches");

static MachineWatchSet* setAt(int place) {
  return (MachineWatchSet*)((char*)machineStream(place) + REVISIT_MACHINE_SET);
}

static const uint32_t always = EPOLLERR | EPOLLHUP;
static const uint32_t conditions =
    EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI | EPOLLRDNORM | EPOLLWRNORM | EPOLLERR | EPOLLHUP;

// A timer tells nobody when it expires; its edges are its expirations, which stay until they are read.
static bool needsEdge(const MachineWatch* watch) {
  return (watch->events & EPOLLET) != 0 && watch->entry.kind != MachineTimer;
}

static void addEdge(MachineWatch* watch) {
  revisit_machine_add(&watch->edge, 1, REVISIT_MACHINE_TRIES);
}

static unsigned looksLike(const MachineWatch* watch) {
  return revisit_machine_poll(watch->entry, (watch->events | always) & conditions, REVISIT_MACHINE_TRIES);
}

// The streams whose operations are edges of the opening: one that it reads, and one that it writes to.
static int streamsOf(MachineEntry entry, MachineStream* streams[2]) {
  streams[0] = machineStream(entry.reads);
  streams[1] = machineStream(entry.writes);
  return entry.reads == entry.writes ? 1 : 2;
}

void revisit_machine_wake(MachineStream* stream, uint32_t events) {
  pthread_mutex_lock(&stream->watching);
  for (int i = 0; i < stream->watcherCount; i++) {
    MachineWatch* const watch = stream->watchers[i];
    if (needsEdge(watch) && ((watch->events | always) & events) != 0)
      addEdge(watch);
  }
  pthread_mutex_unlock(&stream->watching);
}

static void addWatcher(MachineStream* stream, MachineWatch* watch) {
  pthread_mutex_lock(&stream->watching);
  if (stream->watcherCount == MachineWatchers)
    revisit_machine_stop("epoll_ctl: more than 16 watches of one opening");
  stream->watchers[stream->watcherCount++] = watch;
  pthread_mutex_unlock(&stream->watching);
}

// The streams of its opening forget the watch.
static void removeWatcher(MachineEntry entry, const MachineWatch* watch) {
  MachineStream* streams[2];
  const int count = streamsOf(entry, streams);
  for (int each = 0; each < count; each++) {
    MachineStream* const stream = streams[each];
    pthread_mutex_lock(&stream->watching);
    for (int i = 0; i < stream->watcherCount; i++)
      if (stream->watchers[i] == watch) {
        stream->watchers[i] = stream->watchers[--stream->watcherCount];
        break;
      }
    pthread_mutex_unlock(&stream->watching);
  }
}

// From now on the operations on these streams tell that they are watched. What is ready already is an edge.
static void beginEdges(MachineWatch* watch) {
  MachineStream* streams[2];
  const int count = streamsOf(watch->entry, streams);
  for (int i = 0; i < count; i++)
    revisit_machine_watch(machineObject(watch->entry.kind, streams[i]));
  if (looksLike(watch) != 0)
    addEdge(watch);
}

static bool isSame(MachineEntry a, MachineEntry b) {
  return a.kind == b.kind && a.reads == b.reads && a.writes == b.writes;
}

void revisit_machine_unwatch(MachineEntry entry) {
  if (entry.kind == MachineSet)
    return;
  MachineStream* const stream = machineStream(entry.reads);
  for (;;) {
    pthread_mutex_lock(&stream->watching);
    MachineWatch* found = NULL;
    for (int i = 0; i < stream->watcherCount && found == NULL; i++)
      if (isSame(stream->watchers[i]->entry, entry))
        found = stream->watchers[i];
    pthread_mutex_unlock(&stream->watching);
    if (found == NULL)
      return;
    MachineWatchSet* const set = setAt(found->set);
    pthread_mutex_lock(&set->lock);
    found->isUsed = false;
    pthread_mutex_unlock(&set->lock);
    removeWatcher(entry, found);
  }
}

int revisit_libc_epoll_create1(int flags) {
  if (!revisit_machine_runs())
    return epoll_create1(flags);
  if ((flags & ~EPOLL_CLOEXEC) != 0)
    return (int)revisit_machine_result(-EINVAL);
  return (int)revisit_machine_result(revisit_machine_new(MachineSet, 0));
}

int revisit_libc_epoll_create(int size) {
  if (!revisit_machine_runs())
    return epoll_create(size);
  return size <= 0 ? (int)revisit_machine_result(-EINVAL) : revisit_libc_epoll_create1(0);
}

// A watch belongs to the number and to the opening.
static MachineWatch* findWatch(MachineWatchSet* set, int descriptor, MachineEntry entry) {
  for (int i = 0; i < set->count; i++) {
    MachineWatch* const watch = &set->watches[i];
    if (watch->isUsed && watch->descriptor == descriptor && isSame(watch->entry, entry))
      return watch;
  }
  return NULL;
}

static MachineWatch* freeWatch(MachineWatchSet* set) {
  for (int i = 0; i < set->count; i++)
    if (!set->watches[i].isUsed)
      return &set->watches[i];
  if (set->count == MachineWatches)
    revisit_machine_stop("epoll_ctl: more than 64 watches in one set");
  return &set->watches[set->count++];
}

static long addWatch(int place, int descriptor, MachineEntry entry, const struct epoll_event* event) {
  MachineWatchSet* const set = setAt(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry) != NULL ? NULL : freeWatch(set);
  if (watch != NULL) {
    watch->isUsed = true;
    watch->isOff = false;
    watch->set = place;
    watch->descriptor = descriptor;
    watch->entry = entry;
    watch->events = event->events;
    watch->data = event->data.u64;
  }
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL)
    return -EEXIST;
  if (entry.kind == MachineSet)
    return 0;
  MachineStream* streams[2];
  const int count = streamsOf(entry, streams);
  for (int i = 0; i < count; i++)
    addWatcher(streams[i], watch);
  if (needsEdge(watch))
    beginEdges(watch);
  return 0;
}

static long changeWatch(int place, int descriptor, MachineEntry entry, const struct epoll_event* event) {
  MachineWatchSet* const set = setAt(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry);
  if (watch != NULL) {
    watch->events = event->events;
    watch->data = event->data.u64;
    watch->isOff = false;
  }
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL)
    return -ENOENT;
  if (needsEdge(watch))
    beginEdges(watch);
  return 0;
}

static long deleteWatch(int place, int descriptor, MachineEntry entry) {
  MachineWatchSet* const set = setAt(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry);
  if (watch != NULL)
    watch->isUsed = false;
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL)
    return -ENOENT;
  if (entry.kind != MachineSet)
    removeWatcher(entry, watch);
  return 0;
}

static long controlSet(int number, int operation, int descriptor, const struct epoll_event* event) {
  const MachineEntry set = revisit_machine_entry(number), watched = revisit_machine_entry(descriptor);
  if (watched.kind == MachineNothing)
    return descriptor >= 0 && descriptor <= 2 ? -EPERM : -EBADF;
  if (watched.kind == MachineFile)
    return -EPERM;
  if (set.kind != MachineSet || number == descriptor)
    return set.kind == MachineNothing ? -EBADF : -EINVAL;
  if (operation != EPOLL_CTL_DEL && (event->events & EPOLLEXCLUSIVE) != 0)
    revisit_machine_stop("epoll_ctl: EPOLLEXCLUSIVE");
  if (operation != EPOLL_CTL_DEL && watched.kind == MachineSet && (event->events & EPOLLET) != 0)
    revisit_machine_stop("epoll_ctl: an edge-triggered watch on a set");
  if (operation != EPOLL_CTL_DEL && watched.kind == MachineSignals && (event->events & EPOLLET) != 0)
    revisit_machine_stop("epoll_ctl: an edge-triggered watch on a signalfd");
  switch (operation) {
  case EPOLL_CTL_ADD:
    return addWatch(set.reads, descriptor, watched, event);
  case EPOLL_CTL_MOD:
    return changeWatch(set.reads, descriptor, watched, event);
  case EPOLL_CTL_DEL:
    return deleteWatch(set.reads, descriptor, watched);
  default:
    return -EINVAL;
  }
}

int revisit_libc_epoll_ctl(int set, int operation, int descriptor, struct epoll_event* event) {
  if (!revisit_machine_runs())
    return epoll_ctl(set, operation, descriptor, event);
  return (int)revisit_machine_result(controlSet(set, operation, descriptor, event));
}

// What the watch reports now; 0: nothing. Its edges are taken.
static unsigned takeReport(MachineWatch* watch) {
  if (!watch->isUsed || watch->isOff)
    return 0;
  if (needsEdge(watch) && revisit_machine_remove(&watch->edge, 0, REVISIT_MACHINE_TRIES) < 0)
    return 0;
  const unsigned ready = looksLike(watch);
  if (ready != 0 && (watch->events & EPOLLONESHOT) != 0)
    watch->isOff = true;
  return ready;
}

static int report(MachineWatchSet* set, struct epoll_event* to, int room, MachineNextTimer* timer) {
  int found = 0;
  timer->place = -1;
  pthread_mutex_lock(&set->lock);
  const int count = set->count, first = set->next;
  for (int i = 0; i < count && found < room; i++) {
    const int at = (first + i) % count;
    const MachineWatch* const watch = &set->watches[at];
    const unsigned ready = takeReport(&set->watches[at]);
    if (ready == 0 && watch->isUsed && !watch->isOff && watch->entry.kind == MachineTimer)
      revisit_timer_note(timer, watch->entry.reads);
    if (ready == 0)
      continue;
    to[found].events = ready;
    to[found].data.u64 = watch->data;
    found++;
    if (found == room)
      set->next = (at + 1) % count;
  }
  pthread_mutex_unlock(&set->lock);
  return found;
}

// What a timer of the set reports that has just expired.
static int reportTimer(MachineWatchSet* set, int place, struct epoll_event* to) {
  int found = 0;
  pthread_mutex_lock(&set->lock);
  for (int i = 0; i < set->count && found == 0; i++) {
    MachineWatch* const watch = &set->watches[i];
    if (watch->entry.kind != MachineTimer || watch->entry.reads != place)
      continue;
    const unsigned ready = takeReport(watch);
    if (ready == 0)
      continue;
    to->events = ready;
    to->data.u64 = watch->data;
    found = 1;
  }
  pthread_mutex_unlock(&set->lock);
  return found;
}

bool revisit_machine_set_is_ready(int place) {
  MachineWatchSet* const set = setAt(place);
  bool isReady = false;
  pthread_mutex_lock(&set->lock);
  for (int i = 0; i < set->count && !isReady; i++) {
    const MachineWatch* const watch = &set->watches[i];
    if (!watch->isUsed || watch->isOff)
      continue;
    if (needsEdge(watch) &&
        revisit_machine_look_at_counter((void*)&watch->edge, REVISIT_MACHINE_READABLE, REVISIT_MACHINE_TRIES) == 0)
      continue;
    isReady = looksLike(watch) != 0;
  }
  pthread_mutex_unlock(&set->lock);
  return isReady;
}

// Looks at the set as a poll looks at its descriptors: see polling.c. One that does not wait looks for no signal.
static long reportWhenReady(MachineWatchSet* set, struct epoll_event* to, int room, int64_t limit,
                            const uint64_t* blocked, MachineNextTimer* timer) {
  const bool mayEnd = limit != 0 && revisit_machine_waits_in_rounds(blocked) != 0, inRounds = limit < 0;
  long problem = 0;
  int found;
  if (inRounds)
    revisit_machine_begin_rounds();
  for (;;) {
    found = report(set, to, room, timer);
    if (found == 0 && mayEnd)
      problem = revisit_machine_interrupted(REVISIT_MACHINE_BREAKS, blocked);
    if (!inRounds || found != 0 || problem != 0 || timer->place >= 0)
      break;
    revisit_machine_round_failed();
  }
  if (inRounds)
    revisit_machine_end_rounds();
  return problem != 0 ? problem : found;
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
    found = reportWhenReady(setAt(entry.reads), to, room, limit, blocked, &timer);
  while (found == 0 && timer.place >= 0 && revisit_timer_waits(&timer, false, &limit));
  if (found > 0 && found < room && timer.place >= 0 && revisit_timer_waits(&timer, true, &limit))
    found += reportTimer(setAt(entry.reads), timer.place, to + found);
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
