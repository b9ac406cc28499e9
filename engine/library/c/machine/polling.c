// poll and select in instrumented code: rounds that look at each descriptor, until one is ready. A round in which
// none is shows nothing to others, so a thread that waits without a limit is one that waits in a loop. A time-out is
// a round in which nothing is ready: all later rounds are other executions.
#include "c/machine/queues/posix.h"
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>
#include <time.h>

enum { MaxPolled = 256 };

static unsigned ofPipeReader(MachineEntry entry, unsigned events, unsigned how) {
  const unsigned wanted = (events & (POLLIN | POLLRDNORM)) != 0 ? REVISIT_MACHINE_READABLE : 0;
  const unsigned holds = revisit_machine_look(machineObject(entry.kind, machineStream(entry.reads)),
                                              wanted | REVISIT_MACHINE_ENDED, 0, how);
  return ((holds & REVISIT_MACHINE_READABLE) != 0 ? events & (POLLIN | POLLRDNORM) : 0) |
         ((holds & REVISIT_MACHINE_ENDED) != 0 ? POLLHUP : 0);
}

static unsigned ofPipeWriter(MachineEntry entry, unsigned events, unsigned how) {
  MachineStream* const stream = machineStream(entry.writes);
  const unsigned wanted = (events & (POLLOUT | POLLWRNORM)) != 0 ? REVISIT_MACHINE_TAKEN_TO : 0;
  const unsigned holds = revisit_machine_look(machineObject(entry.kind, stream), wanted | REVISIT_MACHINE_BROKEN,
                                              machineLoad(&stream->room), how);
  return ((holds & REVISIT_MACHINE_TAKEN_TO) != 0 ? events & (POLLOUT | POLLWRNORM) : 0) |
         ((holds & REVISIT_MACHINE_BROKEN) != 0 ? POLLERR : 0);
}

static unsigned ofCounter(MachineEntry entry, unsigned events, unsigned how) {
  const unsigned wanted = ((events & POLLIN) != 0 ? REVISIT_MACHINE_READABLE : 0) |
                          ((events & POLLOUT) != 0 ? REVISIT_MACHINE_WRITABLE : 0);
  const unsigned holds =
      revisit_machine_look_at_counter(machineObject(entry.kind, machineStream(entry.reads)), wanted, how);
  return ((holds & REVISIT_MACHINE_READABLE) != 0 ? POLLIN : 0) |
         ((holds & REVISIT_MACHINE_WRITABLE) != 0 ? POLLOUT : 0);
}

static unsigned ofListener(MachineEntry entry, unsigned events, unsigned how) {
  const unsigned holds =
      revisit_machine_look(machineObject(entry.kind, machineStream(entry.reads)), REVISIT_MACHINE_READABLE, 0, how);
  return holds != 0 ? events & (POLLIN | POLLRDNORM) : 0;
}

// The side that it writes to matters only if room is asked for, or the other side has ended.
static unsigned ofSocket(MachineEntry entry, unsigned events) {
  MachineStream* const out = machineStream(entry.writes);
  const unsigned in = revisit_machine_look(machineObject(entry.kind, machineStream(entry.reads)),
                                           REVISIT_MACHINE_READABLE | REVISIT_MACHINE_ENDED, 0, REVISIT_MACHINE_TRIES);
  const bool hasEnded = (in & REVISIT_MACHINE_ENDED) != 0, asksForRoom = (events & (POLLOUT | POLLWRNORM)) != 0;
  unsigned result = in != 0 ? events & (POLLIN | POLLRDNORM) : 0;
  if (hasEnded)
    result |= (events & POLLRDHUP) | ((revisit_machine_flags(entry) & MachineHasError) != 0 ? POLLERR : 0);
  if (!hasEnded && !asksForRoom)
    return result;
  const bool isPackets = entry.kind == MachinePackets;
  const unsigned asked = (isPackets ? REVISIT_MACHINE_TAKEN_TO : REVISIT_MACHINE_WRITABLE) | REVISIT_MACHINE_BROKEN |
                         REVISIT_MACHINE_ENDED;
  const size_t capacity = isPackets ? revisit_message_room(entry) : MachineSocketCapacity;
  const unsigned room = revisit_machine_look(machineObject(entry.kind, out), asked, capacity, REVISIT_MACHINE_TRIES);
  if (room != 0)
    result |= events & (POLLOUT | POLLWRNORM);
  if (hasEnded && (room & (REVISIT_MACHINE_BROKEN | REVISIT_MACHINE_ENDED)) != 0)
    result |= POLLHUP;
  return result;
}

static unsigned ofDatagrams(MachineEntry entry, unsigned events) {
  const unsigned in = revisit_machine_look(machineObject(entry.kind, machineStream(entry.reads)),
                                           REVISIT_MACHINE_READABLE | REVISIT_MACHINE_ENDED, 0, REVISIT_MACHINE_TRIES);
  const int state = revisit_machine_flags(entry);
  unsigned result = in != 0 ? events & (POLLIN | POLLRDNORM) : 0;
  if ((in & REVISIT_MACHINE_ENDED) != 0)
    result |= (events & POLLRDHUP) | ((state & MachineIsShut) != 0 ? POLLHUP : 0);
  if ((state & MachineHasError) != 0)
    result |= POLLERR;
  if ((events & (POLLOUT | POLLWRNORM)) == 0)
    return result;
  const unsigned room = entry.kind == MachineUdp || entry.writes == entry.reads
                            ? REVISIT_MACHINE_WRITABLE
                            : revisit_machine_look(machineObject(entry.kind, machineStream(entry.writes)),
                                                   REVISIT_MACHINE_TAKEN_TO | REVISIT_MACHINE_BROKEN,
                                                   revisit_message_room(entry), REVISIT_MACHINE_TRIES);
  return room != 0 ? result | (events & (POLLOUT | POLLWRNORM)) : result;
}

bool revisit_machine_waits_alone(MachineEntry entry) {
  return entry.kind == MachinePipeReader || entry.kind == MachinePipeWriter || entry.kind == MachineCounter ||
         entry.kind == MachineListener || entry.kind == MachineNotices || entry.kind == MachineQueue;
}

unsigned revisit_machine_poll(MachineEntry entry, unsigned events, unsigned how) {
  switch (entry.kind) {
  case MachinePipeReader:
    return ofPipeReader(entry, events, how);
  case MachinePipeWriter:
    return ofPipeWriter(entry, events, how);
  case MachineCounter:
    return ofCounter(entry, events, how);
  case MachineListener:
    return ofListener(entry, events, how);
  case MachineSocket:
  case MachinePackets:
    return ofSocket(entry, events);
  case MachineDatagrams:
  case MachineUdp:
    return ofDatagrams(entry, events);
  case MachineUnused:
    return (events & (POLLOUT | POLLWRNORM)) | POLLHUP;
  case MachineTimer: // one whose time is still to come is the matter of those that wait
    return revisit_timer_rest(entry.reads) == 0 ? events & (POLLIN | POLLRDNORM) : 0;
  case MachineQueue:
    return revisit_mqueue_poll(entry, events, how);
  case MachineNotices:
    return revisit_notices_poll(entry, how) != 0 ? events & (POLLIN | POLLRDNORM) : 0;
  case MachineSignals:
    return revisit_signals_are_there(entry) ? events & (POLLIN | POLLRDNORM) : 0;
  case MachineSet:
    return revisit_machine_set_is_ready(entry.reads) ? events & (POLLIN | POLLRDNORM) : 0;
  case MachineFile: // never waits
  case MachineNothing:
    return events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
  case MachineChild:
  case MachineClosed:
    break;
  }
  return POLLNVAL;
}

// `timer`: that whose time is the next to come, if there is one.
static int lookAtAll(struct pollfd* polled, nfds_t count, unsigned how, short* ready, MachineNextTimer* timer) {
  int found = 0;
  timer->place = -1;
  for (nfds_t i = 0; i < count; i++) {
    ready[i] = 0;
    if (polled[i].fd < 0)
      continue;
    const MachineEntry entry = revisit_machine_entry(polled[i].fd);
    ready[i] = (short)revisit_machine_poll(entry, (unsigned)polled[i].events, how);
    found += ready[i] != 0;
    if (entry.kind == MachineTimer && ready[i] == 0)
      revisit_timer_note(timer, entry.reads);
  }
  return found;
}

typedef struct Poll {
  struct pollfd* polled;
  nfds_t count;
  short* ready;
  MachineNextTimer* timer;
  int found;
} Poll;

static MachineRound lookAtPolled(void* what) {
  Poll* const all = what;
  all->found = lookAtAll(all->polled, all->count, REVISIT_MACHINE_TRIES, all->ready, all->timer);
  return all->found == 0 && all->timer->place >= 0 ? MachineRoundPauses : machineRound(all->found != 0);
}

// Looks at all, without a limit until something is ready, a handler ends the wait or a timer is to come. Returns how
// many are ready, or a negative error number. The kernel looks for a signal after each look at all, the only one of a
// poll that does not wait, too.
static int lookUntilReady(struct pollfd* polled, nfds_t count, int64_t limit, const uint64_t* blocked, short* ready,
                          MachineNextTimer* timer) {
  Poll all = {polled, count, ready, timer, 0};
  const long problem = revisit_machine_go_round(lookAtPolled, &all, limit < 0, REVISIT_MACHINE_BREAKS, blocked);
  return problem != 0 ? (int)problem : all.found;
}

// `limit` in nanoseconds; negative: none. `blocked`: the signals that are blocked meanwhile, or null. Returns a
// negative error number.
static int pollAll(struct pollfd* polled, nfds_t count, int64_t limit, const uint64_t* blocked) {
  short ready[MaxPolled];
  if (count > MaxPolled)
    revisit_machine_stop("poll: more than 256 descriptors");
  const bool waitsAlone = limit < 0 && count == 1 && polled[0].fd >= 0 &&
                          revisit_machine_waits_in_rounds(blocked) == 0 &&
                          revisit_machine_waits_alone(revisit_machine_entry(polled[0].fd));
  MachineNextTimer timer;
  int found;
  do {
    found = waitsAlone ? lookAtAll(polled, count, 0, ready, &timer)
                       : lookUntilReady(polled, count, limit, blocked, ready, &timer);
    if (found < 0)
      return found;
  } while (timer.place >= 0 && revisit_timer_waits(&timer, found != 0, &limit));
  for (nfds_t i = 0; i < count; i++)
    polled[i].revents = ready[i];
  if (found == 0 && limit > 0 && count == 0)
    revisit_machine_slept((uint64_t)limit);
  else if (found == 0 && limit > 0)
    revisit_machine_waited((uint64_t)limit);
  return found;
}

int revisit_libc_poll(struct pollfd* polled, nfds_t count, int milliseconds) {
  if (!revisit_machine_runs())
    return poll(polled, count, milliseconds);
  pthread_testcancel();
  return (int)revisit_machine_result(pollAll(polled, count, machineLimit(milliseconds), NULL));
}

int revisit_libc_ppoll(struct pollfd* polled, nfds_t count, const struct timespec* limit, const sigset_t* signals) {
  if (!revisit_machine_runs())
    return ppoll(polled, count, limit, signals);
  pthread_testcancel();
  uint64_t blocked;
  return (int)revisit_machine_result(
      pollAll(polled, count, limit == NULL ? -1 : machineTime(*limit), machineBlocked(signals, &blocked)));
}

// The descriptors of the sets as a list for poll.
static nfds_t listOf(int bound, const fd_set* reads, const fd_set* writes, const fd_set* fails, struct pollfd* list) {
  nfds_t count = 0;
  for (int i = 0; i < bound; i++) {
    const int events = (reads != NULL && FD_ISSET(i, reads) ? POLLIN : 0) |
                       (writes != NULL && FD_ISSET(i, writes) ? POLLOUT : 0) |
                       (fails != NULL && FD_ISSET(i, fails) ? POLLPRI : 0);
    if (events == 0)
      continue;
    if (count == MaxPolled)
      revisit_machine_stop("select: more than 256 descriptors");
    list[count++] = (struct pollfd){i, (short)events, 0};
  }
  return count;
}

static int keepReady(fd_set* set, const struct pollfd* list, nfds_t count, int asked, int ready) {
  int found = 0;
  for (nfds_t i = 0; i < count; i++) {
    if (set == NULL || (list[i].events & asked) == 0)
      continue;
    if ((list[i].revents & ready) != 0)
      found++;
    else
      FD_CLR(list[i].fd, set);
  }
  return found;
}

static int selectAll(int bound, fd_set* reads, fd_set* writes, fd_set* fails, int64_t limit, const uint64_t* blocked) {
  struct pollfd list[MaxPolled];
  const nfds_t count = listOf(bound, reads, writes, fails, list);
  const int found = pollAll(list, count, limit, blocked);
  if (found < 0)
    return (int)revisit_machine_result(found);
  return keepReady(reads, list, count, POLLIN, POLLIN | POLLHUP | POLLERR) +
         keepReady(writes, list, count, POLLOUT, POLLOUT | POLLERR) + keepReady(fails, list, count, POLLPRI, POLLPRI);
}

int revisit_libc_select(int bound, fd_set* reads, fd_set* writes, fd_set* fails, struct timeval* limit) {
  if (!revisit_machine_runs())
    return select(bound, reads, writes, fails, limit);
  pthread_testcancel();
  const int found = selectAll(bound, reads, writes, fails, limit == NULL ? -1 : machineTimeOfParts(*limit), NULL);
  if (limit != NULL && found == 0)
    *limit = (struct timeval){0, 0}; // as Linux leaves it
  return found;
}

int revisit_libc_pselect(int bound, fd_set* reads, fd_set* writes, fd_set* fails, const struct timespec* limit,
                         const sigset_t* signals) {
  if (!revisit_machine_runs())
    return pselect(bound, reads, writes, fails, limit, signals);
  pthread_testcancel();
  uint64_t blocked;
  return selectAll(bound, reads, writes, fails, limit == NULL ? -1 : machineTime(*limit),
                   machineBlocked(signals, &blocked));
}
