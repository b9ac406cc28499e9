// Message queues with names and priorities (mq_open ...) in instrumented code. A descriptor reads an opening and writes
// to the queue. The pass renames a program's calls to these functions.
#include "c/machine/queues/posix.h"

#include "c/machine/queues/objects.h"
#include "c/system/credentials.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { UsualMessages = 10, UsualBytes = 8192, MostMessages = 1024, MostPriority = 32768, ContentBytes = 900 << 10 };

typedef struct Message {
  unsigned priority;
  uint32_t bytes;
} Message;

typedef struct Queue {
  QueueHead head;
  long room, most; // messages, and bytes of each
  long count;
  long waiting; // threads that wait for a message; only where some run has shown a notice, which needs them
  unsigned mode, user, group;
  bool hasNotice; // somebody wants to know of the next message
  unsigned noticed;
  struct sigevent notice;
  int order[MostMessages]; // places of messages: first those that wait, then those that are free
  Message messages[MostMessages];
  char texts[];
} Queue;

static Queue* queueAt(int place) {
  return (Queue*)queueHead(place);
}
static void* objectOf(int place) {
  return machineObject(MachineQueue, machineStream(place));
}
// What mq_open was given: O_RDONLY, O_WRONLY, O_RDWR.
static int accessOf(MachineEntry entry) {
  return machineStream(entry.reads)->family;
}
int revisit_mqueue_access(MachineEntry entry) {
  return accessOf(entry);
}

static MachineEntry entryAt(mqd_t descriptor, long* problem) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  *problem = entry.kind == MachineQueue ? 0 : -EBADF;
  return entry;
}

static long makeQueue(mode_t mode, const struct mq_attr* given) {
  const long room = given != NULL ? given->mq_maxmsg : UsualMessages,
             most = given != NULL ? given->mq_msgsize : UsualBytes;
  const bool isRoot = geteuid() == 0;
  if (room <= 0 || most <= 0 || (!isRoot && (room > UsualMessages || most > UsualBytes)))
    return -EINVAL;
  if (room > MostMessages || (size_t)room * (size_t)most > ContentBytes - sizeof(Queue))
    revisit_machine_stop("mq_open: a queue of more than 800 KiB or 1,024 messages");
  const int place = revisit_machine_number();
  if (place < 0)
    return -EMFILE;
  Queue* const queue = queueAt(place);
  queue->room = room;
  queue->most = most;
  queue->mode = mode & 0777 & ~revisit_machine_file_mask();
  queue->user = geteuid();
  queue->group = getegid();
  for (int i = 0; i < room; i++)
    queue->order[i] = i;
  return place;
}

static long openQueue(int place, int flags) {
  int opening;
  const int number = revisit_machine_new(MachineQueue, flags & O_NONBLOCK, &opening);
  if (number < 0)
    return number;
  machineStream(opening)->family = flags & O_ACCMODE;
  revisit_machine_open(number, (MachineEntry){MachineQueue, opening, place});
  return number;
}

static long mayOpen(int place, int flags) {
  const Queue* const queue = queueAt(place);
  const int access = flags & O_ACCMODE;
  const int how = access == O_RDONLY ? 4 : access == O_WRONLY ? 2 : 6;
  return revisit_user_may(queue->user, queue->group, queue->mode, false, how);
}

static long checked(const char* name) {
  const size_t bytes = name[0] == '/' ? strlen(name + 1) : 0;
  if (name[0] != '/' || bytes == 0)
    return name[0] != '/' ? -EINVAL : -ENOENT;
  if (bytes > MachineNameBytes)
    return -ENAMETOOLONG;
  return strchr(name + 1, '/') != NULL ? -EACCES : 0;
}

static long openNamed(const char* name, int flags, mode_t mode, const struct mq_attr* given) {
  const long problem = checked(name);
  if (problem != 0)
    return problem;
  int place = revisit_queue_find(name + 1);
  if (place == 0 && (flags & O_CREAT) == 0)
    return -ENOENT;
  if (place == 0) {
    const long made = makeQueue(mode, given);
    if (made < 0)
      return made;
    if (revisit_queue_name(name + 1, (int)made))
      return openQueue((int)made, flags);
    place = revisit_queue_find(name + 1); // another thread has made it
  }
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
    return -EEXIST;
  const long refused = mayOpen(place, flags);
  return refused != 0 ? refused : openQueue(place, flags);
}

mqd_t revisit_libc_mq_open(const char* name, int flags, ...) {
  mode_t mode = 0;
  const struct mq_attr* given = NULL;
  if ((flags & O_CREAT) != 0) {
    va_list list;
    va_start(list, flags);
    mode = va_arg(list, mode_t);
    given = va_arg(list, const struct mq_attr*);
    va_end(list);
  }
  if (!revisit_machine_runs())
    return mq_open(name, flags, mode, given);
  return (mqd_t)revisit_machine_result(openNamed(name, flags, mode, given));
}

// Whoever closes a descriptor does not want to know of messages any more.
void revisit_mqueue_closes(MachineEntry entry) {
  Queue* const queue = queueAt(entry.writes);
  pthread_mutex_lock(&queue->head.lock);
  if (queue->hasNotice && queue->noticed == revisit_machine_process())
    queue->hasNotice = false;
  pthread_mutex_unlock(&queue->head.lock);
}

int revisit_libc_close(int descriptor);

int revisit_libc_mq_close(mqd_t descriptor) {
  if (!revisit_machine_runs())
    return mq_close(descriptor);
  long problem;
  entryAt(descriptor, &problem);
  return problem != 0 ? (int)revisit_machine_result(problem) : revisit_libc_close(descriptor);
}

int revisit_libc_mq_unlink(const char* name) {
  if (!revisit_machine_runs())
    return mq_unlink(name);
  const long problem = checked(name);
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  return (int)revisit_machine_result(revisit_queue_unname(name + 1) != 0 ? 0 : -ENOENT);
}

// What is to be done about a message that was sent: nobody else may do it.
typedef struct Notice {
  bool isWanted;
  unsigned process;
  struct sigevent how;
} Notice;

typedef struct Transfer {
  int place;
  void* text;
  size_t bytes;
  unsigned priority;
  Notice notice;
} Transfer;

// The messages that wait are in the order of their priorities, and of the same one as they came. The
// lock is held.
static void insert(Queue* queue, Transfer* sent) {
  const int free = queue->order[queue->count];
  queue->messages[free] = (Message){sent->priority, (uint32_t)sent->bytes};
  memcpy(queue->texts + (size_t)free * (size_t)queue->most, sent->text, sent->bytes);
  long at = queue->count;
  for (; at > 0 && queue->messages[queue->order[at - 1]].priority < sent->priority; at--)
    queue->order[at] = queue->order[at - 1];
  queue->order[at] = free;
  // Those that wait get the first messages, of which nobody else is told.
  if (queue->hasNotice && queue->count == queue->waiting) {
    sent->notice = (Notice){true, queue->noticed, queue->notice};
    queue->hasNotice = false;
  }
  queue->count++;
}

// The lock is held.
static long extract(Queue* queue, Transfer* received) {
  const int first = queue->order[0];
  const Message* const message = &queue->messages[first];
  received->priority = message->priority;
  memcpy(received->text, queue->texts + (size_t)first * (size_t)queue->most, message->bytes);
  queue->count--;
  for (long i = 0; i < queue->count; i++)
    queue->order[i] = queue->order[i + 1];
  queue->order[queue->count] = first;
  return (long)message->bytes;
}

static long trySend(Transfer* sent) {
  Queue* const queue = queueAt(sent->place);
  pthread_mutex_lock(&queue->head.lock);
  const long put = revisit_machine_put(objectOf(sent->place), 1, (size_t)queue->room, REVISIT_MACHINE_TRIES);
  if (put > 0)
    insert(queue, sent);
  pthread_mutex_unlock(&queue->head.lock);
  if (put > 0 && (put & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(machineStream(sent->place), EPOLLIN | EPOLLRDNORM);
  return put > 0 ? 0 : put;
}

// `waits`: the thread waits for a message if there is none; `waited`: it was counted as waiting.
static long tryReceive(Transfer* received, bool waits, bool* waited) {
  Queue* const queue = queueAt(received->place);
  long result;
  const bool counts = revisit_machine_is_needed(&queue->waiting) != 0;
  pthread_mutex_lock(&queue->head.lock);
  if (*waited)
    queue->waiting--;
  const long taken = revisit_machine_take(objectOf(received->place), 1, REVISIT_MACHINE_TRIES);
  result = taken >= 0 ? extract(queue, received) : taken;
  *waited = result == -EAGAIN && waits && counts;
  if (*waited)
    queue->waiting++;
  pthread_mutex_unlock(&queue->head.lock);
  if (taken >= 0 && (taken & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(machineStream(received->place), EPOLLOUT | EPOLLWRNORM);
  return result;
}

// A thread that was to wait does not any more.
static void giveUp(int place, bool waited) {
  if (!waited)
    return;
  Queue* const queue = queueAt(place);
  pthread_mutex_lock(&queue->head.lock);
  queue->waiting--;
  pthread_mutex_unlock(&queue->head.lock);
}

// Waits until there may be room, or a message. `until`: null without a limit. 0, or a negative error number.
static long await(int place, unsigned condition, const struct timespec* until) {
  if (until == NULL)
    return revisit_machine_await(objectOf(place), condition, (size_t)queueAt(place)->room, 0);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const int64_t rest = machineTime(*until) - machineTime(now);
  const long problem = revisit_machine_waits_in_rounds(NULL) ? revisit_machine_interrupted(0, NULL) : 0;
  if (problem != 0)
    return problem;
  if (rest > 0)
    revisit_machine_waited((uint64_t)rest);
  return -ETIMEDOUT;
}

static bool isTime(const struct timespec* until) {
  return until == NULL || (until->tv_sec >= 0 && until->tv_nsec >= 0 && until->tv_nsec < 1000000000);
}

static void* runNotice(void* given) {
  struct sigevent* const how = given;
  how->sigev_notify_function(how->sigev_value);
  free(how);
  return NULL;
}

static void tell(const Notice* notice) {
  if (!notice->isWanted || notice->how.sigev_notify == SIGEV_NONE)
    return;
  if (notice->how.sigev_notify == SIGEV_SIGNAL) {
    revisit_machine_notify(notice->process, notice->how.sigev_signo, (uint64_t)notice->how.sigev_value.sival_ptr);
    return;
  }
  if (notice->process != revisit_machine_process())
    revisit_machine_stop("mq_notify: a thread in another process");
  struct sigevent* const how = malloc(sizeof *how);
  *how = notice->how;
  pthread_t thread;
  pthread_create(&thread, notice->how.sigev_notify_attributes, runNotice, how);
  pthread_detach(thread);
}

static long transmit(mqd_t descriptor, const char* text, size_t bytes, unsigned priority,
                     const struct timespec* until) {
  long problem;
  const MachineEntry entry = entryAt(descriptor, &problem);
  if (!isTime(until) || priority >= MostPriority)
    return -EINVAL;
  if (problem != 0 || accessOf(entry) == O_RDONLY)
    return -EBADF;
  if (bytes > (size_t)queueAt(entry.writes)->most)
    return -EMSGSIZE;
  const bool tries = revisit_machine_how(entry) != 0;
  Transfer sent = {entry.writes, (void*)text, bytes, priority, {false}};
  for (;;) {
    const long done = trySend(&sent);
    if (done != -EAGAIN || tries) {
      tell(&sent.notice);
      return done;
    }
    const long ended = await(entry.writes, REVISIT_MACHINE_WRITABLE, until);
    if (ended != 0)
      return ended;
  }
}

int revisit_libc_mq_timedsend(mqd_t queue, const char* text, size_t bytes, unsigned priority,
                              const struct timespec* until) {
  if (!revisit_machine_runs())
    return mq_timedsend(queue, text, bytes, priority, until);
  pthread_testcancel();
  return (int)revisit_machine_result(transmit(queue, text, bytes, priority, until));
}
int revisit_libc_mq_send(mqd_t queue, const char* text, size_t bytes, unsigned priority) {
  return revisit_libc_mq_timedsend(queue, text, bytes, priority, NULL);
}

static long receive(mqd_t descriptor, char* to, size_t bytes, unsigned* priority, const struct timespec* until) {
  long problem;
  const MachineEntry entry = entryAt(descriptor, &problem);
  if (!isTime(until))
    return -EINVAL;
  if (problem != 0 || accessOf(entry) == O_WRONLY)
    return -EBADF;
  if (bytes < (size_t)queueAt(entry.writes)->most)
    return -EMSGSIZE;
  const bool tries = revisit_machine_how(entry) != 0;
  Transfer received = {.place = entry.writes, .text = to};
  bool waited = false;
  for (;;) {
    const long done = tryReceive(&received, !tries, &waited);
    if (done >= 0 && priority != NULL)
      *priority = received.priority;
    if (done != -EAGAIN || tries)
      return done;
    const long ended = await(entry.writes, REVISIT_MACHINE_READABLE, until);
    if (ended != 0) {
      giveUp(entry.writes, waited);
      return ended;
    }
  }
}

ssize_t revisit_libc_mq_timedreceive(mqd_t queue, char* to, size_t bytes, unsigned* priority,
                                     const struct timespec* until) {
  if (!revisit_machine_runs())
    return mq_timedreceive(queue, to, bytes, priority, until);
  pthread_testcancel();
  return revisit_machine_result(receive(queue, to, bytes, priority, until));
}
ssize_t revisit_libc_mq_receive(mqd_t queue, char* to, size_t bytes, unsigned* priority) {
  return revisit_libc_mq_timedreceive(queue, to, bytes, priority, NULL);
}

int revisit_libc_mq_getattr(mqd_t descriptor, struct mq_attr* to) {
  if (!revisit_machine_runs())
    return mq_getattr(descriptor, to);
  long problem;
  const MachineEntry entry = entryAt(descriptor, &problem);
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  Queue* const queue = queueAt(entry.writes);
  pthread_mutex_lock(&queue->head.lock);
  const long count = queue->count;
  pthread_mutex_unlock(&queue->head.lock);
  *to = (struct mq_attr){.mq_flags = revisit_machine_flags(entry) & O_NONBLOCK,
                         .mq_maxmsg = queue->room,
                         .mq_msgsize = queue->most,
                         .mq_curmsgs = count};
  return 0;
}

int revisit_libc_mq_setattr(mqd_t descriptor, const struct mq_attr* wanted, struct mq_attr* before) {
  if (!revisit_machine_runs())
    return mq_setattr(descriptor, wanted, before);
  if ((wanted->mq_flags & ~(long)O_NONBLOCK) != 0)
    return (int)revisit_machine_result(-EINVAL);
  struct mq_attr now;
  if (revisit_libc_mq_getattr(descriptor, &now) != 0)
    return -1;
  if (before != NULL)
    *before = now;
  revisit_machine_set_flags(revisit_machine_entry(descriptor), O_NONBLOCK, wanted->mq_flags != 0);
  return 0;
}

static long notify(mqd_t descriptor, const struct sigevent* wanted) {
  long problem;
  const MachineEntry entry = entryAt(descriptor, &problem);
  if (wanted != NULL && wanted->sigev_notify != SIGEV_NONE && wanted->sigev_notify != SIGEV_SIGNAL &&
      wanted->sigev_notify != SIGEV_THREAD)
    return -EINVAL;
  if (wanted != NULL && wanted->sigev_notify == SIGEV_SIGNAL && (wanted->sigev_signo < 0 || wanted->sigev_signo > 64))
    return -EINVAL;
  if (problem != 0)
    return problem;
  Queue* const queue = queueAt(entry.writes);
  const unsigned process = revisit_machine_process();
  pthread_mutex_lock(&queue->head.lock);
  const bool isBusy = wanted != NULL && queue->hasNotice;
  if (wanted == NULL && queue->hasNotice && queue->noticed == process)
    queue->hasNotice = false;
  if (wanted != NULL && !isBusy) {
    queue->hasNotice = true;
    queue->noticed = process;
    queue->notice = *wanted;
    revisit_machine_need(&queue->waiting);
  }
  pthread_mutex_unlock(&queue->head.lock);
  return isBusy ? -EBUSY : 0;
}

int revisit_libc_mq_notify(mqd_t descriptor, const struct sigevent* wanted) {
  if (!revisit_machine_runs())
    return mq_notify(descriptor, wanted);
  return (int)revisit_machine_result(notify(descriptor, wanted));
}

unsigned revisit_mqueue_poll(MachineEntry entry, unsigned events, unsigned how) {
  const unsigned wanted = ((events & (POLLIN | POLLRDNORM)) != 0 ? REVISIT_MACHINE_READABLE : 0) |
                          ((events & (POLLOUT | POLLWRNORM)) != 0 ? REVISIT_MACHINE_WRITABLE : 0);
  const unsigned holds = revisit_machine_look(objectOf(entry.writes), wanted, (size_t)queueAt(entry.writes)->room, how);
  return ((holds & REVISIT_MACHINE_READABLE) != 0 ? events & (POLLIN | POLLRDNORM) : 0) |
         ((holds & REVISIT_MACHINE_WRITABLE) != 0 ? events & (POLLOUT | POLLWRNORM) : 0);
}
