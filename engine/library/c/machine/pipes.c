// Pipes and eventfd in instrumented code. A pipe is slots of a page each. A write goes into the last page as far as its
// remainder over whole pages fits there, and begins new pages for the rest; a page is free once it was read to its end.
// So where each page ends follows from the writes, and a write has room if as much was taken as a certain page ends at.
// The pass renames a program's calls to these functions.
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
  Page = 4096,
  UsualSlots = 16,
  MostSlots = 256,
  AlwaysFits = 7 * Page, // takes 15 slots at most: each two in a row hold more than a page
  MaxWrites = 16384,
  WritesAt = MachineContentBytes - MaxWrites * (int)sizeof(uint32_t)
};
static const uint32_t wasEmpty = 1u << 31;

// Where the last pages end. `begin`: where the last one begins.
typedef struct Slots {
  unsigned count;
  uint32_t begin, end;
  uint32_t ends[MostSlots];
} Slots;

// The bytes that were written so far, and the number of writes.
static uint32_t bytesIn(const MachineStream* pipe) {
  return (uint32_t)pipe->written;
}
static uint32_t writesIn(const MachineStream* pipe) {
  return (uint32_t)(pipe->written >> 32);
}
static uint32_t* sizesOf(MachineStream* pipe) {
  return (uint32_t*)(machineContent(pipe) + WritesAt);
}

// What of a write of that many bytes goes into the last page.
static uint32_t mergesInto(const Slots* slots, uint32_t bytes) {
  const uint32_t rest = bytes % Page;
  return slots->count != 0 && slots->end - slots->begin + rest <= Page ? rest : 0;
}

static void place(Slots* slots, uint32_t bytes) {
  const uint32_t merged = mergesInto(slots, bytes);
  if (merged != 0)
    slots->ends[(slots->count - 1) % MostSlots] = slots->end += merged;
  for (bytes -= merged; bytes != 0;) {
    const uint32_t part = bytes < Page ? bytes : Page;
    slots->begin = slots->end;
    slots->ends[slots->count++ % MostSlots] = slots->end += part;
    bytes -= part;
  }
}

// The pages since the pipe was empty before a write.
static void placeAll(MachineStream* pipe, Slots* slots) {
  const uint32_t* const sizes = sizesOf(pipe);
  const uint32_t count = writesIn(pipe);
  uint32_t first = count, bytes = 0;
  while (first != 0) {
    first--;
    bytes += sizes[first] & ~wasEmpty;
    if ((sizes[first] & wasEmpty) != 0)
      break;
  }
  *slots = (Slots){.end = bytesIn(pipe) - bytes};
  for (uint32_t i = first; i < count; i++)
    place(slots, sizes[i] & ~wasEmpty);
}

// How much has to be taken before no more than that many of the pages are in use; 0: nothing.
static uint32_t untilUsed(const Slots* slots, unsigned used) {
  return slots->count <= used ? 0 : slots->ends[(slots->count - used - 1) % MostSlots];
}

// How many of the pages are in use if `taken` bytes were taken.
static unsigned usedAt(const Slots* slots, uint32_t taken) {
  unsigned used = 0;
  while (used < slots->count && used < MostSlots && slots->ends[(slots->count - used - 1) % MostSlots] > taken)
    used++;
  return used;
}

// Publishes bytes that are stored, if there is room: `capacity` and `how` as in revisit_machine_put.
static long publish(MachineStream* pipe, size_t bytes, uint32_t capacity, unsigned how) {
  const long put = revisit_machine_put(machineObject(MachinePipeWriter, pipe), bytes, capacity,
                                       how | REVISIT_MACHINE_TRIES | REVISIT_MACHINE_WHOLE);
  if (put < 0)
    return put;
  if (writesIn(pipe) == MaxWrites)
    revisit_machine_stop("more than 16,384 writes to a pipe");
  sizesOf(pipe)[writesIn(pipe)] = (uint32_t)bytes | ((put & REVISIT_MACHINE_EMPTY) != 0 ? wasEmpty : 0);
  pipe->written += bytes + (UINT64_C(1) << 32);
  if ((put & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(pipe, EPOLLIN | EPOLLRDNORM);
  return (long)bytes;
}

// As many of the bytes as have room, where not all have.
static long publishPart(MachineStream* pipe, const Slots* slots, size_t bytes, unsigned most) {
  for (;;) {
    const uint32_t count = (uint32_t)revisit_machine_count(machineObject(MachinePipeWriter, pipe));
    const uint32_t taken = bytesIn(pipe) - count;
    const unsigned used = usedAt(slots, taken);
    size_t part = count == 0 ? 0 : mergesInto(slots, (uint32_t)bytes);
    part += used >= most ? 0 : (size_t)(most - used) * Page;
    if (part == 0)
      return -EAGAIN;
    // Nobody may take a page to its end meanwhile.
    const long done = publish(pipe, part < bytes ? part : bytes, used == 0 ? 0 : untilUsed(slots, used - 1),
                              used == 0 ? REVISIT_MACHINE_FROM : REVISIT_MACHINE_BEFORE);
    if (done != -EAGAIN)
      return done;
  }
}

// All of the bytes, or what has room of more than a page; -EAGAIN: *until is how much has to be taken before that.
static long tryWrite(MachineStream* pipe, const char* from, size_t bytes, unsigned most, uint32_t* until) {
  Slots slots;
  memcpy(machineContent(pipe) + bytesIn(pipe), from, bytes);
  if (most == UsualSlots && bytesIn(pipe) + bytes <= AlwaysFits)
    return publish(pipe, bytes, 0, REVISIT_MACHINE_FROM);
  placeAll(pipe, &slots);
  Slots after = slots;
  place(&after, (uint32_t)bytes);
  long done = -EAGAIN;
  if (bytes <= (size_t)most * Page)
    done = publish(pipe, bytes, untilUsed(&after, most), REVISIT_MACHINE_FROM);
  if (done == -EAGAIN && bytes > Page)
    done = publishPart(pipe, &slots, bytes, most);
  *until = untilUsed(&slots, most - 1);
  if (done > 0) {
    placeAll(pipe, &slots);
    machineStore(&pipe->room, untilUsed(&slots, most - 1));
  }
  return done;
}

static unsigned slotsOf(const MachineStream* pipe) {
  return pipe->slots != 0 ? (unsigned)pipe->slots : UsualSlots;
}

long revisit_pipe_write(MachineEntry entry, const void* from, size_t bytes) {
  MachineStream* const pipe = machineStream(entry.writes);
  const int flags = revisit_machine_flags(entry);
  size_t done = 0;
  if (bytes > Page && (flags & O_NONBLOCK) != 0)
    bytes = revisit_machine_transferred(bytes); // others are whole
  while (done < bytes) {
    uint32_t until = 0;
    const bool isLocked = machineLockWrites(pipe);
    if (bytesIn(pipe) + bytes - done > WritesAt)
      revisit_machine_stop("more than 960 KiB go through a pipe");
    const long put = tryWrite(pipe, (const char*)from + done, bytes - done,
                              (flags & MachineIsResized) != 0 ? slotsOf(pipe) : UsualSlots, &until);
    machineUnlockWrites(pipe, isLocked);
    if (put == -EBADF)
      revisit_machine_stop("a descriptor is closed while another thread writes to it");
    if (put < 0 && (put != -EAGAIN || (flags & O_NONBLOCK) != 0))
      return done != 0 ? (long)done : put;
    if (put > 0) {
      done += (size_t)put;
    } else {
      const long problem =
          revisit_machine_await(machineObject(entry.kind, pipe), REVISIT_MACHINE_TAKEN_TO | REVISIT_MACHINE_BROKEN,
                                until, done != 0 ? REVISIT_MACHINE_BREAKS : 0);
      if (problem != 0)
        return done != 0 ? (long)done : problem;
    }
    if ((flags & O_NONBLOCK) != 0)
      break;
  }
  return (long)done;
}

long revisit_pipe_resize(MachineEntry entry, long bytes) {
  MachineStream* const pipe = machineStream(entry.reads);
  unsigned wanted = 1;
  if (bytes < 0 || bytes > (long)MostSlots * Page)
    return bytes < 0 ? -EINVAL : -EPERM;
  while ((long)wanted * Page < bytes)
    wanted *= 2;
  Slots slots;
  const bool isLocked = machineLockWrites(pipe);
  placeAll(pipe, &slots);
  const uint32_t count = (uint32_t)revisit_machine_count(machineObject(entry.kind, pipe));
  const unsigned used = usedAt(&slots, bytesIn(pipe) - count), before = slotsOf(pipe);
  if (used >= before && wanted > before)
    revisit_machine_stop("fcntl: F_SETPIPE_SZ of a pipe that is full");
  if (used <= wanted) {
    pipe->slots = (int)wanted;
    machineStore(&pipe->room, untilUsed(&slots, wanted - 1));
    for (int end = 0; end < 2; end++)
      __atomic_or_fetch(&pipe->ends[end].flags, MachineIsResized, __ATOMIC_SEQ_CST);
  }
  machineUnlockWrites(pipe, isLocked);
  return used <= wanted ? (long)wanted * Page : -EBUSY;
}

long revisit_pipe_size(MachineEntry entry) {
  return (long)slotsOf(machineStream(entry.reads)) * Page;
}

int revisit_libc_pipe2(int descriptors[2], int flags) {
  if (!revisit_machine_runs())
    return pipe2(descriptors, flags);
  if ((flags & ~(O_CLOEXEC | O_NONBLOCK)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  int place;
  const int reader = revisit_machine_new(MachinePipeReader, flags, &place);
  if (reader < 0)
    return (int)revisit_machine_result(-EMFILE);
  machineStream(place)->ends[1] = (MachineShared){flags & O_NONBLOCK, 1};
  const MachineEntry end = {MachinePipeWriter, place, place};
  const int writer = revisit_machine_give(revisit_machine_marked(end, (flags & O_CLOEXEC) != 0), 0);
  if (writer < 0)
    return (int)revisit_machine_result(-EMFILE);
  descriptors[0] = reader;
  descriptors[1] = writer;
  return 0;
}

int revisit_libc_pipe(int descriptors[2]) {
  return revisit_machine_runs() ? revisit_libc_pipe2(descriptors, 0) : pipe(descriptors);
}

int revisit_libc_eventfd(unsigned first, int flags) {
  if (!revisit_machine_runs())
    return eventfd(first, flags);
  if ((flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) != 0)
    return (int)revisit_machine_result(-EINVAL);
  int place;
  const int number = revisit_machine_new(MachineCounter, flags, &place);
  if (number < 0)
    return (int)revisit_machine_result(number);
  MachineStream* const counter = machineStream(place);
  counter->isSemaphore = (flags & EFD_SEMAPHORE) != 0;
  if (first != 0)
    revisit_counter_add(counter, first, 0);
  return number;
}
