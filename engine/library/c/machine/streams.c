// Streams and counters: what goes through descriptors. Instrumented code.
#include "c/machine/sockets/rights.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

size_t revisit_stream_capacity(MachineKind kind, const MachineStream* stream) {
  return kind == MachineListener ? stream->connections : MachineSocketCapacity;
}

static size_t bytesOf(MachineKind kind) {
  return kind == MachineListener ? sizeof(int) : 1;
}

// Publishes stored units. The result is that of the machine, without its marks.
static long publish(MachineKind kind, MachineStream* stream, size_t units, unsigned how) {
  const long put = revisit_machine_put(machineObject(kind, stream), units, revisit_stream_capacity(kind, stream), how);
  if (put < 0)
    return put;
  if ((put & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(stream, EPOLLIN | EPOLLRDNORM);
  return put & REVISIT_MACHINE_RESULT;
}

// Whether a call waits in rounds; then it only tries in each of them.
static bool waitsInRounds(unsigned* how) {
  if ((*how & REVISIT_MACHINE_TRIES) != 0 || revisit_machine_waits_in_rounds(NULL) == 0)
    return false;
  *how |= REVISIT_MACHINE_TRIES;
  return true;
}

// The units are stored first, then published. No thread waits for room while it holds the lock: others may try.
long revisit_stream_write(MachineKind kind, MachineStream* stream, const void* from, size_t units, unsigned how) {
  const size_t unit = bytesOf(kind);
  const unsigned put = REVISIT_MACHINE_TRIES | (how & REVISIT_MACHINE_WHOLE);
  size_t done = 0;
  while (done < units) {
    const bool isLocked = machineLockWrites(stream);
    const size_t at = stream->written;
    if ((at + units - done) * unit > MachineContentBytes)
      revisit_machine_stop("more than 1 MiB goes through a socket");
    memcpy(machineContent(stream) + at * unit, (const char*)from + done * unit, (units - done) * unit);
    if (kind == MachineSocket)
      revisit_rights_begin(stream, at, units - done);
    const long taken = publish(kind, stream, units - done, put);
    if (kind == MachineSocket)
      revisit_rights_finish(stream, taken);
    if (taken > 0)
      stream->written = at + (size_t)taken;
    machineUnlockWrites(stream, isLocked);
    if (taken == -EAGAIN && (how & REVISIT_MACHINE_TRIES) == 0) {
      const long problem = revisit_machine_await(
          machineObject(kind, stream), REVISIT_MACHINE_WRITABLE | REVISIT_MACHINE_BROKEN | REVISIT_MACHINE_ENDED,
          revisit_stream_capacity(kind, stream), done != 0 ? how | REVISIT_MACHINE_BREAKS : how);
      if (problem != 0)
        return done != 0 ? (long)done : problem;
      continue;
    }
    if (taken == -EBADF && kind != MachineListener)
      revisit_machine_stop("a descriptor is closed while another thread writes to it");
    if (taken < 0)
      return done != 0 ? (long)done : taken;
    done += (size_t)taken;
    if ((how & REVISIT_MACHINE_TRIES) != 0)
      break;
  }
  return (long)done;
}

// Whether a pipe was full before it was read to there. It tells its writers only then; sockets always do.
static bool hasMadeRoom(MachineStream* pipe, size_t before, size_t after) {
  const uint32_t room = machineLoad(&pipe->room);
  return before < room && room <= after;
}

// What a read takes at most that asks for so many units.
static size_t asked(MachineKind kind, MachineStream* stream, size_t units, unsigned how) {
  if (kind == MachineListener || (how & (REVISIT_MACHINE_KEEPS | REVISIT_MACHINE_WHOLE)) != 0 || units < 2 ||
      !revisit_machine_shortens())
    return units;
  const size_t count = (size_t)revisit_machine_count(machineObject(kind, stream));
  const size_t now = count < units ? count : units, less = revisit_machine_transferred(now);
  return less < now ? less : units;
}

long revisit_stream_take(MachineKind kind, MachineStream* stream, size_t units, unsigned how) {
  void* const object = machineObject(kind, stream);
  const unsigned there = REVISIT_MACHINE_READABLE | REVISIT_MACHINE_ENDED | REVISIT_MACHINE_BROKEN;
  const bool inRounds = waitsInRounds(&how);
  long taken;
  do {
    const long problem =
        inRounds ? revisit_machine_await(object, there, revisit_stream_capacity(kind, stream), how) : 0;
    if (problem != 0)
      return problem;
    taken = revisit_machine_take(object, units, how);
  } while (inRounds && taken == -EAGAIN);
  return taken;
}

// What a read of a socket takes at most, where its bytes carry descriptors. It waits for the first byte, and *from is
// the number of that.
static size_t carried(MachineStream* stream, size_t units, unsigned how, long* from) {
  const long first = revisit_stream_take(MachineSocket, stream, 1, how | REVISIT_MACHINE_KEEPS);
  *from = first < 0 ? first : (first & REVISIT_MACHINE_RESULT) >> REVISIT_MACHINE_UNIT_BITS;
  return first < 0 ? units : revisit_rights_limit(stream, (size_t)*from, units);
}

long revisit_stream_read(MachineKind kind, MachineStream* stream, void* to, size_t units, unsigned how) {
  const size_t unit = bytesOf(kind);
  const size_t most = MachineContentBytes / unit;
  units = asked(kind, stream, units, how);
  const bool carries = kind == MachineSocket && revisit_rights_are_needed();
  long from = 0;
  if (carries)
    units = carried(stream, units, how, &from);
  if (from < 0 && from != -EBADF)
    return from;
  const long taken = revisit_stream_take(kind, stream, units < most ? units : most, how);
  if (taken == -EBADF)
    revisit_machine_stop("a descriptor is closed while another thread reads from it");
  if (taken < 0)
    return taken;
  const size_t part = (size_t)(taken & REVISIT_MACHINE_RESULT), first = part >> REVISIT_MACHINE_UNIT_BITS;
  const size_t count = part & ((1u << REVISIT_MACHINE_UNIT_BITS) - 1);
  if ((taken & REVISIT_MACHINE_WATCHED) != 0 && (how & REVISIT_MACHINE_KEEPS) == 0 &&
      (!machineIsPipe(kind) || hasMadeRoom(stream, first, first + count)))
    revisit_machine_wake(stream, EPOLLOUT | EPOLLWRNORM);
  memcpy(to, machineContent(stream) + first * unit, count * unit);
  if (carries && count != 0 && first != (size_t)from)
    revisit_machine_stop("several threads read from a socket whose messages carry descriptors");
  if (carries && (how & REVISIT_MACHINE_KEEPS) == 0)
    revisit_rights_take(stream, first, count);
  return (long)count;
}

long revisit_stream_shut(MachineKind kind, MachineStream* stream, unsigned ends) {
  const long result = revisit_machine_shut(machineObject(kind, stream), ends);
  if ((result & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(stream, (ends & REVISIT_MACHINE_WRITERS) != 0 ? EPOLLIN | EPOLLRDHUP | EPOLLHUP
                                                                       : EPOLLOUT | EPOLLERR | EPOLLHUP);
  return result & REVISIT_MACHINE_RESULT;
}

long revisit_counter_add(MachineStream* counter, uint64_t number, unsigned how) {
  void* const object = machineObject(MachineCounter, counter);
  const long result = waitsInRounds(&how) ? revisit_machine_add_in_rounds(object, number, how)
                                          : revisit_machine_add(object, number, how);
  if (result < 0)
    return result;
  if ((result & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(counter, EPOLLIN);
  return 0;
}

long revisit_counter_take(MachineStream* counter, uint64_t* taken, unsigned how) {
  void* const object = machineObject(MachineCounter, counter);
  const bool inRounds = waitsInRounds(&how);
  long result;
  do {
    const long problem = inRounds ? revisit_machine_await_counter(object, how) : 0;
    if (problem != 0)
      return problem;
    result = revisit_machine_remove(object, counter->isSemaphore, how);
  } while (inRounds && result == -EAGAIN);
  if (result < 0)
    return result;
  if ((result & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(counter, EPOLLOUT);
  const uint64_t low = (uint64_t)result & 0xffffffff;
  *taken = (result & REVISIT_MACHINE_NEAR_MAX) != 0 ? UINT64_MAX - 1 - low : low;
  return 0;
}
