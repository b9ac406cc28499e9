// inotify in instrumented code: a queue of events for each descriptor, which what the program does with files fills.
// All watches have one lock, so that each queue has the events in the order in which they happened. The pass renames a
// program's calls to these functions.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { MostWatches = 128, MostEvents = 8192 };

typedef struct Watch {
  unsigned node; // plus 1; 0: the watch is free
  int place;     // of the queue
  int number;    // as the program knows it
  uint32_t mask;
} Watch;

// What all threads share.
typedef struct Watching {
  pthread_mutex_t lock;
  uint64_t isNeeded; // for revisit_machine_need
  uint32_t cookie;
  int count; // of the watches that were ever in use at once
  Watch watches[MostWatches];
} Watching;

// The content of a queue: which parts of its texts are events.
typedef struct Event {
  uint32_t at, bytes;
} Event;
typedef struct Queue {
  int lastNumber; // of a watch
  uint32_t stored;
  Event events[MostEvents];
  char texts[];
} Queue;

_Static_assert(sizeof(Watching) <= REVISIT_MACHINE_WATCHING_BYTES, "all watches fit into their place");

static Watching* watching(void) {
  return (Watching*)REVISIT_MACHINE_WATCHING;
}
static Queue* queueOf(MachineStream* stream) {
  return (Queue*)machineContent(stream);
}

bool revisit_notices_are_needed(void) {
  return revisit_machine_is_needed(&watching()->isNeeded) != 0;
}

// One that is the same as the last one that nobody has read yet says nothing. The lock is held.
static void put(int place, const struct inotify_event* event) {
  MachineStream* const stream = machineStream(place);
  Queue* const queue = queueOf(stream);
  const uint32_t bytes = sizeof *event + event->len;
  if (stream->written != 0) {
    const Event last = queue->events[stream->written - 1];
    if (last.bytes == bytes && memcmp(queue->texts + last.at, event, bytes) == 0 &&
        revisit_machine_count(machineObject(MachineNotices, stream)) != 0)
      return;
  }
  if (stream->written == MostEvents || sizeof *queue + queue->stored + bytes > MachineContentBytes)
    revisit_machine_stop("inotify: more than 8,192 events, or 900 KiB of them");
  queue->events[stream->written] = (Event){queue->stored, bytes};
  memcpy(queue->texts + queue->stored, event, bytes);
  const long done = revisit_machine_put(machineObject(MachineNotices, stream), 1, MostEvents, REVISIT_MACHINE_TRIES);
  queue->stored += bytes;
  stream->written++;
  if ((done & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(stream, EPOLLIN | EPOLLRDNORM);
}

static void endWatch(Watch* watch) {
  const struct inotify_event event = {watch->number, IN_IGNORED, 0, 0};
  watch->node = 0;
  put(watch->place, &event);
}

// The event with a name as the kernel gives it: with at least one NUL behind it, to a whole number of headers.
static void tell(Watch* watch, uint32_t mask, uint32_t cookie, const char* name) {
  if ((watch->mask & mask & IN_ALL_EVENTS) == 0)
    return;
  _Alignas(struct inotify_event) char whole[MachineNameBytes + 2 * sizeof(struct inotify_event)];
  struct inotify_event* const event = (struct inotify_event*)whole;
  memset(whole, 0, sizeof whole);
  event->wd = watch->number;
  event->mask = mask;
  event->cookie = cookie;
  if (name != NULL) {
    const size_t length = strlen(name);
    event->len = (uint32_t)((length / sizeof *event + 1) * sizeof *event);
    memcpy(event->name, name, length);
  }
  put(watch->place, event);
  if ((watch->mask & IN_ONESHOT) != 0)
    endWatch(watch);
}

// Tells all that watch the node. The lock is held.
static void tellAll(unsigned node, uint32_t mask, uint32_t cookie, const char* name) {
  Watching* const all = watching();
  for (int i = 0; i < all->count; i++)
    if (all->watches[i].node == node + 1)
      tell(&all->watches[i], mask, cookie, name);
}

static uint32_t withKind(unsigned node, uint32_t mask) {
  return mask | (revisit_file_kind(node) == S_IFDIR ? IN_ISDIR : 0);
}

// What is told of the node has a name in its folder, too.
static void tellBoth(unsigned folder, const char* name, unsigned node, uint32_t what) {
  const uint32_t mask = withKind(node, what);
  if (folder != 0)
    tellAll(folder, mask, 0, name);
  tellAll(node, mask, 0, NULL);
}

// A node that has neither a name nor a descriptor is gone.
static void endIfGone(unsigned node) {
  struct stat status;
  if (revisit_file_status(node, &status) < 0 || machineNode(node)->openings != 0)
    return;
  const bool isFolder = (status.st_mode & S_IFMT) == S_IFDIR;
  if (isFolder ? machineLoad(&machineNode(node)->isRemoved) == 0 : status.st_nlink != 0)
    return;
  Watching* const all = watching();
  for (int i = 0; i < all->count; i++)
    if (all->watches[i].node == node + 1) {
      tell(&all->watches[i], IN_DELETE_SELF, 0, NULL);
      if (all->watches[i].node != 0)
        endWatch(&all->watches[i]);
    }
}

static bool begin(void) {
  if (!revisit_notices_are_needed())
    return false;
  pthread_mutex_lock(&watching()->lock);
  return true;
}
static void end(void) {
  pthread_mutex_unlock(&watching()->lock);
}

void revisit_notice_name(const MachineName* at, unsigned what) {
  if (!begin())
    return;
  tellAll(at->folder, withKind(at->node, what), 0, at->text);
  end();
}

void revisit_notice_node(unsigned node, unsigned what) {
  if (!begin())
    return;
  tellAll(node, withKind(node, what), 0, NULL);
  end();
}

void revisit_notice_opened(MachineEntry entry, const MachineName* at) {
  if (!begin())
    return;
  MachineOpening* const opening = machineOpening(entry);
  machineNode(opening->node)->openings++;
  opening->folder = at->hasName ? at->folder : 0;
  opening->moves = machineNode(opening->node)->moves;
  memcpy(opening->name, at->text, at->hasName ? strlen(at->text) + 1 : 0);
  tellBoth(opening->folder, opening->name, opening->node, IN_OPEN);
  end();
}

static const char* nameOf(unsigned record) {
  return machineMine(record / MachineChanges)->change[record % MachineChanges].text;
}

// The calling thread's change of the name.
static unsigned recordOf(const MachineName* at) {
  const unsigned thread = revisit_machine_thread();
  const MachineMine* const mine = machineMine(thread);
  unsigned i = 0;
  while (i < mine->changes && mine->change[i].name != at->name)
    i++;
  return thread * MachineChanges + i;
}

// By the name that the file has now. The lock is held.
static void tellOf(const MachineOpening* opening, uint32_t what) {
  const MachineNode* const node = machineNode(opening->node);
  const bool hasMoved = opening->moves != node->moves;
  tellBoth(hasMoved ? node->movedTo : opening->folder, hasMoved ? nameOf(node->movedRecord) : opening->name,
           opening->node, what);
}

void revisit_notice_opening(MachineEntry entry, unsigned what) {
  if (!begin())
    return;
  tellOf(machineOpening(entry), what);
  end();
}

void revisit_notice_closed(MachineEntry entry) {
  if (!begin())
    return;
  const MachineOpening* const opening = machineOpening(entry);
  tellOf(opening, (opening->access & O_ACCMODE) == O_RDONLY ? IN_CLOSE_NOWRITE : IN_CLOSE_WRITE);
  if (machineNode(opening->node)->openings != 0)
    machineNode(opening->node)->openings--;
  endIfGone(opening->node);
  end();
}

// What nobody has open is gone before those around it are told.
void revisit_notice_removed(const MachineName* at) {
  if (!begin())
    return;
  const uint32_t mask = withKind(at->node, IN_DELETE);
  if ((mask & IN_ISDIR) == 0)
    tellAll(at->node, IN_ATTRIB, 0, NULL);
  endIfGone(at->node);
  tellAll(at->folder, mask, 0, at->text);
  end();
}

void revisit_notice_moved(const MachineName* from, const MachineName* to) {
  if (!begin())
    return;
  MachineNode* const node = machineNode(from->node);
  const uint32_t cookie = ++watching()->cookie;
  node->moves++;
  node->movedTo = to->folder;
  node->movedRecord = recordOf(to);
  tellAll(from->folder, withKind(from->node, IN_MOVED_FROM), cookie, from->text);
  tellAll(to->folder, withKind(from->node, IN_MOVED_TO), cookie, to->text);
  tellAll(from->node, IN_MOVE_SELF, 0, NULL);
  if (to->node != 0) {
    tellAll(to->node, withKind(to->node, IN_ATTRIB), 0, NULL);
    if (to->kind == S_IFDIR)
      machineStore(&machineNode(to->node)->isRemoved, 1);
    endIfGone(to->node);
  }
  end();
}

// Which events are in the queue: the number of the first; negative: there is none.
static long firstIn(MachineEntry entry, unsigned how, size_t most, size_t* count) {
  const long taken = revisit_stream_take(entry.kind, machineStream(entry.reads), most, how);
  if (taken == -EBADF)
    revisit_machine_stop("a descriptor is closed while another thread reads from it");
  if (taken < 0)
    return taken;
  const size_t part = (size_t)(taken & REVISIT_MACHINE_RESULT);
  *count = part & ((1u << REVISIT_MACHINE_UNIT_BITS) - 1);
  return (long)(part >> REVISIT_MACHINE_UNIT_BITS);
}

long revisit_notices_read(MachineEntry entry, void* to, size_t bytes) {
  const Queue* const queue = queueOf(machineStream(entry.reads));
  unsigned how = revisit_machine_how(entry);
  size_t done = 0, count;
  for (;; how |= REVISIT_MACHINE_TRIES) {
    const long next = firstIn(entry, how | REVISIT_MACHINE_KEEPS, 1, &count);
    if (next < 0)
      return done != 0 ? (long)done : next;
    if (queue->events[next].bytes > bytes - done)
      return done != 0 ? (long)done : -EINVAL;
    const long first = firstIn(entry, REVISIT_MACHINE_TRIES, 1, &count);
    if (first < 0)
      continue; // another thread has read it
    const Event event = queue->events[first];
    if (event.bytes > bytes - done)
      revisit_machine_stop("inotify: two threads read events of different sizes");
    memcpy((char*)to + done, queue->texts + event.at, event.bytes);
    done += event.bytes;
  }
}

unsigned revisit_notices_poll(MachineEntry entry, unsigned how) {
  return revisit_machine_look(machineObject(entry.kind, machineStream(entry.reads)), REVISIT_MACHINE_READABLE, 0, how);
}

long revisit_notices_bytes(MachineEntry entry) {
  const Queue* const queue = queueOf(machineStream(entry.reads));
  size_t count;
  const long first = firstIn(entry, REVISIT_MACHINE_TRIES | REVISIT_MACHINE_KEEPS, MostEvents, &count);
  long sum = 0;
  for (size_t i = 0; first >= 0 && i < count; i++)
    sum += queue->events[(size_t)first + i].bytes;
  return sum;
}

void revisit_notices_end(MachineEntry entry) {
  if (!begin())
    return;
  Watching* const all = watching();
  for (int i = 0; i < all->count; i++)
    if (all->watches[i].place == entry.reads)
      all->watches[i].node = 0;
  end();
  revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_READERS | REVISIT_MACHINE_CLOSES);
}

int revisit_libc_inotify_init1(int flags) {
  if (!revisit_machine_runs())
    return inotify_init1(flags);
  if ((flags & ~(IN_NONBLOCK | IN_CLOEXEC)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  int place;
  return (int)revisit_machine_result(revisit_machine_new(MachineNotices, flags, &place));
}

int revisit_libc_inotify_init(void) {
  return revisit_libc_inotify_init1(0);
}

static long queueAt(int descriptor) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineNotices ? entry.reads : entry.kind == MachineNothing ? -EBADF : -EINVAL;
}

// A free place for a watch. The lock is held.
static Watch* freeWatch(Watching* all) {
  for (int i = 0; i < all->count; i++)
    if (all->watches[i].node == 0)
      return &all->watches[i];
  if (all->count == MostWatches)
    revisit_machine_stop("inotify: more than 128 watches");
  return &all->watches[all->count++];
}

static Watch* watchOf(Watching* all, int place, unsigned node) {
  for (int i = 0; i < all->count; i++)
    if (all->watches[i].node == node + 1 && all->watches[i].place == place)
      return &all->watches[i];
  return NULL;
}

// Returns its number.
static long addWatch(int place, unsigned node, uint32_t mask) {
  Watching* const all = watching();
  long result = -EEXIST;
  pthread_mutex_lock(&all->lock);
  Watch* watch = watchOf(all, place, node);
  const bool isNew = watch == NULL;
  if (isNew || (mask & IN_MASK_CREATE) == 0) {
    watch = isNew ? freeWatch(all) : watch;
    const uint32_t before = isNew || (mask & IN_MASK_ADD) == 0 ? 0 : watch->mask;
    const int number = isNew ? ++queueOf(machineStream(place))->lastNumber : watch->number;
    *watch = (Watch){node + 1, place, number, before | (mask & ~(uint32_t)(IN_MASK_ADD | IN_MASK_CREATE))};
    result = number;
  }
  pthread_mutex_unlock(&all->lock);
  return result;
}

static long addWatchAt(int descriptor, const char* path, uint32_t mask) {
  const long place = queueAt(descriptor);
  if ((mask & IN_ALL_EVENTS) == 0 || (mask & (IN_MASK_ADD | IN_MASK_CREATE)) == (IN_MASK_ADD | IN_MASK_CREATE))
    return -EINVAL;
  if (place < 0)
    return place;
  const long node = revisit_file_node(AT_FDCWD, path, (mask & IN_DONT_FOLLOW) != 0 ? 0 : MachineFollows);
  if (node < 0)
    return node;
  const bool isFolder = revisit_file_kind((unsigned)node) == S_IFDIR;
  if ((mask & IN_ONLYDIR) != 0 && !isFolder)
    return -ENOTDIR;
  const long problem = revisit_file_may((unsigned)node, R_OK);
  if (problem != 0)
    return problem;
  if ((mask & IN_EXCL_UNLINK) != 0)
    revisit_machine_limit("inotify: IN_EXCL_UNLINK is not followed");
  revisit_machine_need(&watching()->isNeeded);
  return addWatch((int)place, (unsigned)node, mask);
}

int revisit_libc_inotify_add_watch(int descriptor, const char* path, uint32_t mask) {
  if (!revisit_machine_runs())
    return inotify_add_watch(descriptor, path, mask);
  return (int)revisit_machine_result(addWatchAt(descriptor, path, mask));
}

static long removeWatch(int descriptor, int number) {
  const long place = queueAt(descriptor);
  if (place < 0)
    return place;
  Watching* const all = watching();
  long result = -EINVAL;
  pthread_mutex_lock(&all->lock);
  for (int i = 0; i < all->count && result != 0; i++) {
    Watch* const watch = &all->watches[i];
    if (watch->node == 0 || watch->place != place || watch->number != number)
      continue;
    endWatch(watch);
    result = 0;
  }
  pthread_mutex_unlock(&all->lock);
  return result;
}

int revisit_libc_inotify_rm_watch(int descriptor, int number) {
  if (!revisit_machine_runs())
    return inotify_rm_watch(descriptor, number);
  return (int)revisit_machine_result(removeWatch(descriptor, number));
}

// The same by number: see numbers.c.

long revisit_number_inotify_init(void) {
  return revisit_libc_inotify_init1(0);
}
long revisit_number_inotify_init1(long a) {
  return revisit_libc_inotify_init1((int)a);
}
long revisit_number_inotify_add_watch(long a, long b, long c) {
  return revisit_libc_inotify_add_watch((int)a, (const char*)b, (uint32_t)c);
}
long revisit_number_inotify_rm_watch(long a, long b) {
  return revisit_libc_inotify_rm_watch((int)a, (int)b);
}
