// epoll in instrumented code. A level-triggered watch is what a poll reports. An edge-triggered one also needs an edge:
// each operation on a watched stream adds one to the counter of the watch, after the operation, as the kernel does.
// Where the order of what is ready counts (ready.c), all operations on watched streams tell the sets; otherwise only
// those on openings with an edge-triggered watch do. The pass renames a program's calls to these functions.
#include "watches.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

_Static_assert(sizeof(MachineWatchSet) <= REVISIT_MACHINE_CONTENT - REVISIT_MACHINE_SET, "a set fits into its place");
_Static_assert(sizeof(MachineStream) <= REVISIT_MACHINE_SET, "the state of a stream stands before its watches");

static const uint32_t conditions =
    EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI | EPOLLRDNORM | EPOLLWRNORM | EPOLLERR | EPOLLHUP;

static void addEdge(MachineWatch* watch) {
  revisit_machine_add(&watch->edge, 1, REVISIT_MACHINE_TRIES);
}

// Whether some watch of the set is ready. Whoever looks keeps signals away, if need be.
static bool isSetReady(int place) {
  MachineWatchSet* const set = machineSet(place);
  pthread_mutex_lock(&set->lock);
  const bool isReady = revisit_watches_are_ready(set);
  pthread_mutex_unlock(&set->lock);
  return isReady;
}

static bool isEdgeOfTimer(const MachineWatch* watch) {
  return (watch->events & EPOLLET) != 0 && watch->entry.kind == MachineTimer;
}

// What a poll of the opening tells; of an edge-triggered timer, only where its expiry was not reported.
static unsigned looksLike(const MachineWatch* watch) {
  if (isEdgeOfTimer(watch) && revisit_timer_expiry(watch->entry.reads) == watch->reported)
    return 0;
  if (watch->entry.kind == MachineSet)
    return isSetReady(watch->entry.reads) ? watch->events & (EPOLLIN | EPOLLRDNORM) : 0;
  return revisit_machine_poll(watch->entry, (watch->events | machineAlways) & conditions, REVISIT_MACHINE_TRIES);
}

// The streams whose operations are edges of the opening: one that it reads, and one that it writes to. `process`: whose
// signals those of a signalfd are.
static int streamsOf(MachineEntry entry, unsigned process, MachineStream* streams[2]) {
  streams[0] = entry.kind == MachineSignals ? revisit_signals_of(process) : machineStream(entry.reads);
  streams[1] = machineStream(entry.writes);
  return entry.reads == entry.writes ? 1 : 2;
}

// Whether the operation on the stream is one of the opening: what is put there is for those that read it, and what is
// taken is for those that write to it.
static bool concerns(const MachineWatch* watch, const MachineStream* stream, uint32_t events) {
  const bool isForReaders = (events & EPOLLIN) != 0, isForWriters = (events & EPOLLOUT) != 0;
  if (watch->entry.kind == MachineSignals) // the kernel does not say what for
    return true;
  const bool isOfReads = isForReaders && watch->entry.kind != MachineQueue;
  const MachineStream* const place = machineStream(isOfReads ? watch->entry.reads : watch->entry.writes);
  return (isForReaders == isForWriters || place == stream) && ((watch->events | machineAlways) & events) != 0;
}

// That this word is shared says that several sets watch an opening exclusively, in some run.
static uint64_t exclusive;

bool revisit_watches_count_waits(void) {
  return revisit_machine_is_needed(&exclusive) != 0;
}

static bool isExclusive(const MachineWatch* watch) {
  return (watch->events & EPOLLEXCLUSIVE) != 0;
}

// Whether a thread that waits for the set was woken; only where that counts. `always`: sets that watch the watch's set
// are told also if it was in the list of its set before.
static bool wakeWatch(MachineWatch* watch, bool always) {
  if (machineNeedsEdge(watch))
    addEdge(watch);
  if (!revisit_watches_have_order())
    return false;
  MachineWatchSet* const set = machineSet(watch->set);
  pthread_mutex_lock(&set->lock);
  const bool wasLinked = watch->isLinked;
  revisit_watch_link(set, watch);
  const bool wakes = revisit_watches_count_waits() && set->waiting != 0;
  if (wakes) {
    set->waiting--;
    set->woken++;
  }
  const bool tellsOuter = watch->isLinked && (always || !wasLinked);
  pthread_mutex_unlock(&set->lock);
  if (tellsOuter)
    revisit_machine_wake(machineStream(watch->set), EPOLLIN | EPOLLRDNORM);
  return wakes;
}

// As in the kernel, the watch that was added last is the first to be woken; exclusive ones come after all others, one
// after the other until a thread waited for its set.
void revisit_machine_wake(MachineStream* stream, uint32_t events) {
  pthread_mutex_lock(&stream->watching);
  for (int i = stream->watcherCount; i-- > 0;)
    if (!isExclusive(stream->watchers[i]) && concerns(stream->watchers[i], stream, events))
      wakeWatch(stream->watchers[i], true);
  bool isOver = false;
  for (int i = 0; i < stream->watcherCount && !isOver; i++)
    if (isExclusive(stream->watchers[i]) && concerns(stream->watchers[i], stream, events))
      isOver = wakeWatch(stream->watchers[i], true);
  pthread_mutex_unlock(&stream->watching);
}

static void addWatcher(MachineStream* stream, MachineWatch* watch) {
  pthread_mutex_lock(&stream->watching);
  if (stream->watcherCount == MachineWatchers)
    revisit_machine_stop("epoll_ctl: more than 16 watches of one opening");
  for (int i = 0; i < stream->watcherCount; i++)
    if ((stream->watchers[i]->events & watch->events & EPOLLEXCLUSIVE) != 0 && stream->watchers[i]->set != watch->set) {
      revisit_machine_need(&exclusive);
      revisit_watches_need_order(); // only what was woken is in a list
    }
  stream->watchers[stream->watcherCount++] = watch;
  pthread_mutex_unlock(&stream->watching);
}

// The streams of its opening forget the watch.
static void removeWatcher(MachineEntry entry, const MachineWatch* watch) {
  MachineStream* streams[2];
  const int count = streamsOf(entry, watch->process, streams);
  for (int each = 0; each < count; each++) {
    MachineStream* const stream = streams[each];
    pthread_mutex_lock(&stream->watching);
    for (int i = 0; i < stream->watcherCount; i++)
      if (stream->watchers[i] == watch) {
        stream->watcherCount--;
        for (int next = i; next < stream->watcherCount; next++)
          stream->watchers[next] = stream->watchers[next + 1];
        break;
      }
    pthread_mutex_unlock(&stream->watching);
  }
}

// From now on the operations on the streams of the opening tell that they are watched, if that counts for this watch.
static bool tells(const MachineWatch* watch) {
  MachineStream* streams[2];
  if (!machineNeedsEdge(watch) && !revisit_watches_have_order())
    return false;
  const MachineKind kind = watch->entry.kind;
  const int count = kind == MachineSet || kind == MachineTimer || kind == MachineSignals
                        ? 0
                        : streamsOf(watch->entry, watch->process, streams);
  for (int i = 0; i < count; i++)
    revisit_machine_watch(machineObject(kind, streams[i]));
  return true;
}

// What is ready already counts as woken.
static void begin(MachineWatch* watch) {
  if (tells(watch) && looksLike(watch) != 0)
    wakeWatch(watch, false);
}

static bool isSame(MachineEntry a, MachineEntry b) {
  return a.kind == b.kind && a.reads == b.reads;
}

// The lock of the set is held. The streams of the opening still know of the watch.
static void endWatch(MachineWatchSet* set, MachineWatch* watch) {
  if (watch->isLinked)
    revisit_watch_unlink(set, watch);
  watch->isOff = true;
  watch->descriptor = -1;
}

// Its place is free then for another watch.
static void forgetWatch(MachineWatchSet* set, MachineEntry entry, MachineWatch* watch) {
  removeWatcher(entry, watch);
  pthread_mutex_lock(&set->lock);
  watch->isUsed = false;
  pthread_mutex_unlock(&set->lock);
}

void revisit_machine_unwatch(MachineEntry entry) {
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
    MachineWatchSet* const set = machineSet(found->set);
    pthread_mutex_lock(&set->lock);
    const bool ends = found->descriptor >= 0; // otherwise another thread forgets it
    if (ends)
      endWatch(set, found);
    pthread_mutex_unlock(&set->lock);
    if (ends)
      forgetWatch(set, entry, found);
  }
}

// The watch stays where it is in its set; only what it looks at is another.
static void follow(MachineWatch* watch, MachineEntry before, MachineEntry now) {
  MachineStream* streams[2];
  MachineWatchSet* const set = machineSet(watch->set);
  removeWatcher(before, watch);
  pthread_mutex_lock(&set->lock);
  watch->entry = now;
  pthread_mutex_unlock(&set->lock);
  const int count = streamsOf(now, watch->process, streams);
  for (int i = 0; i < count; i++)
    addWatcher(streams[i], watch);
}

void revisit_machine_become(int descriptor, MachineEntry before, MachineEntry now, bool wakes) {
  MachineStream* const stream = machineStream(before.reads);
  MachineWatch* found[MachineWatchers];
  int count = 0;
  pthread_mutex_lock(&stream->watching);
  for (int i = 0; i < stream->watcherCount; i++)
    if (isSame(stream->watchers[i]->entry, before))
      found[count++] = stream->watchers[i];
  pthread_mutex_unlock(&stream->watching);
  for (int i = 0; i < count; i++) {
    follow(found[i], before, now);
    if (tells(found[i]) && wakes)
      wakeWatch(found[i], true);
  }
  revisit_machine_open(descriptor, now);
}

int revisit_libc_epoll_create1(int flags) {
  if (!revisit_machine_runs())
    return epoll_create1(flags);
  if ((flags & ~EPOLL_CLOEXEC) != 0)
    return (int)revisit_machine_result(-EINVAL);
  int place;
  return (int)revisit_machine_result(revisit_machine_new(MachineSet, 0, &place));
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
  MachineWatchSet* const set = machineSet(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry) != NULL ? NULL : freeWatch(set);
  if (watch != NULL) {
    watch->isUsed = true;
    watch->isOff = false;
    watch->isLinked = false;
    watch->set = place;
    watch->process = revisit_machine_process();
    watch->descriptor = descriptor;
    watch->entry = entry;
    watch->events = event->events;
    watch->data = event->data.u64;
    watch->reported = 0;
  }
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL)
    return -EEXIST;
  MachineStream* streams[2];
  const int count = streamsOf(entry, watch->process, streams);
  for (int i = 0; i < count; i++)
    addWatcher(streams[i], watch);
  begin(watch);
  return 0;
}

static long changeWatch(int place, int descriptor, MachineEntry entry, const struct epoll_event* event) {
  MachineWatchSet* const set = machineSet(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry);
  const bool isExclusive = watch != NULL && (watch->events & EPOLLEXCLUSIVE) != 0;
  if (watch != NULL && !isExclusive) {
    watch->events = event->events;
    watch->data = event->data.u64;
    watch->reported = 0;
    watch->isOff = false;
  }
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL || isExclusive)
    return watch == NULL ? -ENOENT : -EINVAL;
  begin(watch);
  return 0;
}

static long deleteWatch(int place, int descriptor, MachineEntry entry) {
  MachineWatchSet* const set = machineSet(place);
  pthread_mutex_lock(&set->lock);
  MachineWatch* const watch = findWatch(set, descriptor, entry);
  if (watch != NULL)
    endWatch(set, watch);
  pthread_mutex_unlock(&set->lock);
  if (watch == NULL)
    return -ENOENT;
  forgetWatch(set, entry, watch);
  return 0;
}

static long changeSet(MachineEntry set, int operation, int descriptor, MachineEntry watched,
                      const struct epoll_event* event) {
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

static long controlSet(int number, int operation, int descriptor, const struct epoll_event* event) {
  const MachineEntry set = revisit_machine_entry(number), watched = revisit_machine_entry(descriptor);
  if (watched.kind == MachineNothing)
    return descriptor >= 0 && descriptor <= 2 ? -EPERM : -EBADF;
  if (watched.kind == MachineFile)
    return -EPERM;
  if (set.kind != MachineSet || number == descriptor)
    return set.kind == MachineNothing ? -EBADF : -EINVAL;
  if (operation != EPOLL_CTL_DEL && (event->events & EPOLLEXCLUSIVE) != 0) {
    const uint32_t permitted = EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP | EPOLLWAKEUP | EPOLLET | EPOLLEXCLUSIVE;
    if (operation == EPOLL_CTL_MOD || watched.kind == MachineSet || (event->events & ~permitted) != 0)
      return -EINVAL;
  }
  const bool isSet = watched.kind == MachineSet, isSignals = watched.kind == MachineSignals;
  if (operation != EPOLL_CTL_DEL && (isSet || isSignals) && (event->events & EPOLLET) != 0)
    revisit_watches_need_order(); // only then sets tell who watches them, and signals wake
  if (isSignals)
    revisit_signals_are_watched();
  const unsigned process = revisit_machine_process();
  const bool isLocked = isSignals && revisit_signals_lock(process);
  const long result = changeSet(set, operation, descriptor, watched, event);
  revisit_signals_unlock(process, isLocked);
  return result;
}

int revisit_libc_epoll_ctl(int set, int operation, int descriptor, struct epoll_event* event) {
  if (!revisit_machine_runs())
    return epoll_ctl(set, operation, descriptor, event);
  return (int)revisit_machine_result(controlSet(set, operation, descriptor, event));
}

unsigned revisit_watch_take(MachineWatch* watch) {
  if (!watch->isUsed || watch->isOff)
    return 0;
  if (machineNeedsEdge(watch) && revisit_machine_remove(&watch->edge, 0, REVISIT_MACHINE_TRIES) < 0)
    return 0;
  const unsigned ready = looksLike(watch);
  if (ready != 0 && isEdgeOfTimer(watch))
    watch->reported = revisit_timer_expiry(watch->entry.reads);
  if (ready != 0 && (watch->events & EPOLLONESHOT) != 0)
    watch->isOff = true;
  return ready;
}

bool revisit_watch_is_ready(const MachineWatch* watch) {
  if (!watch->isUsed || watch->isOff)
    return false;
  return (!machineNeedsEdge(watch) ||
          revisit_machine_look_at_counter((void*)&watch->edge, REVISIT_MACHINE_READABLE, REVISIT_MACHINE_TRIES) != 0) &&
         looksLike(watch) != 0;
}

bool revisit_machine_set_is_ready(int place) {
  const unsigned process = revisit_machine_process();
  const bool isLocked = revisit_signals_lock(process);
  const bool isReady = isSetReady(place);
  revisit_signals_unlock(process, isLocked);
  return isReady;
}
