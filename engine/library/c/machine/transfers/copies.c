// Bytes that go from one descriptor to another one without memory of the program, in instrumented code: they are copied
// part by part. The pass renames a program's calls to these functions.
#include "c/machine/files.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <unistd.h>

enum { Part = 4096, MostOfPipe = 65536 };

off_t revisit_libc_lseek(int, off_t, int);
ssize_t revisit_libc_readv(int, const struct iovec*, int);
ssize_t revisit_libc_pread(int, void*, size_t, off_t);
ssize_t revisit_libc_write(int, const void*, size_t);
ssize_t revisit_libc_pwrite(int, const void*, size_t, off_t);

// The bytes of a file, copied part by part.
static long sendFile(int to, int from, off_t* offset, size_t bytes) {
  char part[Part];
  const MachineEntry source = revisit_machine_entry(from), target = revisit_machine_entry(to);
  if (source.kind == MachineNothing)
    return -EBADF;
  if (source.kind != MachineFile || (offset != NULL && *offset < 0))
    return -EINVAL;
  if (target.kind == MachineCounter || target.kind == MachineSet)
    revisit_machine_stop("sendfile to what is no file, pipe or socket");
  off_t at = offset != NULL ? *offset : revisit_libc_lseek(from, 0, SEEK_CUR);
  size_t sum = 0;
  while (sum < bytes) {
    const ssize_t got = revisit_libc_pread(from, part, bytes - sum < Part ? bytes - sum : Part, at);
    const ssize_t done = got <= 0 ? got : revisit_libc_write(to, part, (size_t)got);
    if (done < 0 && sum == 0)
      return -errno;
    if (done <= 0)
      break;
    sum += (size_t)done;
    at += done;
    if (done < got)
      break;
  }
  if (offset != NULL)
    *offset = at;
  else
    revisit_libc_lseek(from, at, SEEK_SET);
  return (long)sum;
}

ssize_t revisit_libc_sendfile(int to, int from, off_t* offset, size_t bytes) {
  if (!revisit_machine_runs())
    return sendfile(to, from, offset, bytes);
  return revisit_machine_result(sendFile(to, from, offset, bytes));
}
ssize_t revisit_libc_sendfile64(int to, int from, off_t* offset, size_t bytes) {
  return revisit_libc_sendfile(to, from, offset, bytes);
}

// Whether one of two descriptors is the machine's.
static bool isOurs(int one, int other) {
  return revisit_machine_runs() &&
         (revisit_machine_entry(one).kind != MachineNothing || revisit_machine_entry(other).kind != MachineNothing);
}

// Whether a part has room without waiting.
static bool hasRoom(MachineEntry to) {
  return (revisit_machine_poll(to, POLLOUT, REVISIT_MACHINE_TRIES) & POLLOUT) != 0;
}

// The next bytes of a pipe, which stay in it. *first: the number of those before them.
static long lookIntoPipe(MachineEntry from, char* part, size_t bytes, unsigned how, size_t* first) {
  MachineStream* const pipe = machineStream(from.reads);
  const long taken = revisit_stream_take(from.kind, pipe, bytes, how | REVISIT_MACHINE_KEEPS);
  if (taken == -EBADF)
    revisit_machine_stop("a descriptor is closed while another thread reads from it");
  if (taken < 0)
    return taken;
  const size_t found = (size_t)(taken & REVISIT_MACHINE_RESULT);
  const size_t count = found & ((1u << REVISIT_MACHINE_UNIT_BITS) - 1);
  *first = found >> REVISIT_MACHINE_UNIT_BITS;
  __builtin_memcpy(part, machineContent(pipe) + *first, count);
  return (long)count;
}

// They are gone then, unless another thread has read them meanwhile.
static void dropFromPipe(MachineEntry from, size_t first, size_t bytes) {
  char part[Part];
  size_t now;
  const long there = lookIntoPipe(from, part, 1, REVISIT_MACHINE_TRIES, &now);
  if (there != 1 || now != first)
    revisit_machine_stop("splice from a pipe that another thread reads, too");
  revisit_stream_read(from.kind, machineStream(from.reads), part, bytes, REVISIT_MACHINE_TRIES);
}

// From a pipe; `stays`: what is copied is not taken. The first part waits for bytes and for room.
static long fromPipe(int fromNumber, int toNumber, off_t* toOffset, size_t bytes, unsigned flags, bool stays) {
  const MachineEntry from = revisit_machine_entry(fromNumber), to = revisit_machine_entry(toNumber);
  const bool tries = (flags & SPLICE_F_NONBLOCK) != 0;
  char part[Part];
  size_t sum = 0, first = 0;
  if (bytes > MostOfPipe)
    bytes = MostOfPipe;
  if (stays && bytes > Part)
    bytes = Part;
  while (sum < bytes) {
    const bool waits = sum == 0 && !tries;
    const size_t wanted = bytes - sum < Part ? bytes - sum : Part;
    const long got =
        lookIntoPipe(from, part, wanted, waits ? revisit_machine_how(from) : REVISIT_MACHINE_TRIES, &first);
    if (got <= 0)
      return sum != 0 ? (long)sum : got;
    if (!waits && !hasRoom(to))
      return sum != 0 ? (long)sum : -EAGAIN;
    const ssize_t done = toOffset != NULL ? revisit_libc_pwrite(toNumber, part, (size_t)got, *toOffset)
                                          : revisit_libc_write(toNumber, part, (size_t)got);
    if (done < 0)
      return sum != 0 ? (long)sum : -errno;
    if (!stays)
      dropFromPipe(from, first, (size_t)done);
    if (toOffset != NULL)
      *toOffset += done;
    sum += (size_t)done;
    if (done < got)
      break;
  }
  return (long)sum;
}

// From a file or a socket to a pipe.
static long toPipe(int fromNumber, off_t* offset, int toNumber, size_t bytes, unsigned flags) {
  const MachineEntry from = revisit_machine_entry(fromNumber), to = revisit_machine_entry(toNumber);
  if (from.kind != MachineFile)
    revisit_machine_stop("splice from what is no file or pipe");
  if ((flags & SPLICE_F_NONBLOCK) != 0 && !hasRoom(to))
    return -EAGAIN;
  size_t sum = 0;
  while (sum < bytes && sum < MostOfPipe && (sum == 0 || hasRoom(to))) {
    const long done = sendFile(toNumber, fromNumber, offset, bytes - sum < Part ? bytes - sum : Part);
    if (done <= 0)
      return sum != 0 ? (long)sum : done;
    sum += (size_t)done;
  }
  return (long)sum;
}

static long spliceAll(int from, off_t* fromOffset, int to, off_t* toOffset, size_t bytes, unsigned flags) {
  const MachineEntry source = revisit_machine_entry(from), target = revisit_machine_entry(to);
  const bool fromIsPipe = source.kind == MachinePipeReader, toIsPipe = target.kind == MachinePipeWriter;
  if (source.kind == MachineNothing || target.kind == MachineNothing)
    revisit_machine_stop("splice with standard input or output");
  if (source.kind == MachinePipeWriter || target.kind == MachinePipeReader)
    return -EBADF;
  if (!fromIsPipe && !toIsPipe)
    return -EINVAL;
  if ((fromIsPipe && fromOffset != NULL) || (toIsPipe && toOffset != NULL))
    return -ESPIPE;
  if (fromIsPipe && toIsPipe && source.reads == target.writes)
    return -EINVAL;
  if (bytes == 0)
    return 0;
  return fromIsPipe ? fromPipe(from, to, toOffset, bytes, flags, false) : toPipe(from, fromOffset, to, bytes, flags);
}

ssize_t revisit_libc_splice(int from, off_t* fromOffset, int to, off_t* toOffset, size_t bytes, unsigned flags) {
  if (!isOurs(from, to))
    return splice(from, fromOffset, to, toOffset, bytes, flags);
  return revisit_machine_result(spliceAll(from, fromOffset, to, toOffset, bytes, flags));
}

ssize_t revisit_libc_tee(int from, int to, size_t bytes, unsigned flags) {
  if (!isOurs(from, to))
    return tee(from, to, bytes, flags);
  const MachineEntry source = revisit_machine_entry(from), target = revisit_machine_entry(to);
  if (source.kind != MachinePipeReader || target.kind != MachinePipeWriter || source.reads == target.writes)
    return revisit_machine_result(-EINVAL);
  if (bytes > Part)
    revisit_machine_limit("tee: at most 4,096 bytes in one call");
  return revisit_machine_result(bytes == 0 ? 0 : fromPipe(from, to, NULL, bytes, flags, true));
}

// Out of a pipe it is a copy. Into one the pages themselves would go, so that later changes of them are seen there.
ssize_t revisit_libc_vmsplice(int descriptor, const struct iovec* parts, size_t count, unsigned flags) {
  if (!isOurs(descriptor, descriptor))
    return vmsplice(descriptor, parts, count, flags);
  const MachineEntry pipe = revisit_machine_entry(descriptor);
  if (pipe.kind == MachinePipeWriter)
    revisit_machine_stop("vmsplice into a pipe");
  if (pipe.kind != MachinePipeReader)
    return revisit_machine_result(-EBADF);
  if ((flags & SPLICE_F_NONBLOCK) != 0 &&
      (revisit_machine_poll(pipe, POLLIN, REVISIT_MACHINE_TRIES) & (POLLIN | POLLHUP)) == 0)
    return revisit_machine_result(-EAGAIN);
  return revisit_libc_readv(descriptor, parts, (int)count);
}
