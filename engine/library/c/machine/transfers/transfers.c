// Bytes from and to descriptors of any kind, in instrumented code. The pass renames a program's calls to these
// functions; those for files are the runtime's.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t revisit_libc_write(int, const void*, size_t);

// Functions of the runtime: read bytes that are output.
void revisit_touch(const void* bytes, size_t count);

static long readCounter(MachineEntry entry, void* to, size_t bytes) {
  uint64_t taken = 0;
  if (bytes < sizeof taken)
    return -EINVAL;
  const long problem = revisit_counter_take(machineStream(entry.reads), &taken, revisit_machine_how(entry));
  if (problem != 0)
    return problem;
  memcpy(to, &taken, sizeof taken);
  return sizeof taken;
}

static long writeCounter(MachineEntry entry, const void* from, size_t bytes) {
  uint64_t added;
  if (bytes < sizeof added)
    return -EINVAL;
  memcpy(&added, from, sizeof added);
  if (added == UINT64_MAX)
    return -EINVAL;
  const long problem = revisit_counter_add(machineStream(entry.writes), added, revisit_machine_how(entry));
  return problem != 0 ? problem : (long)sizeof added;
}

static long readEntry(MachineEntry entry, void* to, size_t bytes) {
  switch (entry.kind) {
  case MachinePipeReader:
    return bytes == 0
               ? 0
               : revisit_stream_read(entry.kind, machineStream(entry.reads), to, bytes, revisit_machine_how(entry));
  case MachineCounter:
    return readCounter(entry, to, bytes);
  case MachineTimer:
    return revisit_timer_read(entry, to, bytes);
  case MachineSignals:
    return revisit_signals_read(entry, to, bytes);
  case MachineNotices:
    return revisit_notices_read(entry, to, bytes);
  case MachineQueue:
    revisit_machine_stop("read of a message queue");
  case MachineSocket:
  case MachinePackets:
  case MachineDatagrams:
  case MachineUdp:
    return revisit_socket_read(entry, &(struct iovec){to, bytes}, 1);
  case MachineUnused:
    return machineStream(entry.reads)->family == AF_UNIX ? -EINVAL : -ENOTCONN;
  case MachineListener:
    return machineStream(entry.reads)->family == AF_UNIX ? -EINVAL : -ENOTCONN;
  case MachineSet:
    return -EINVAL;
  case MachineFile:
    return revisit_opening_read(entry, to, bytes);
  case MachinePipeWriter:
  case MachineChild:
  case MachineNothing:
  case MachineClosed:
    break;
  }
  return -EBADF;
}

static long writeEntry(int descriptor, MachineEntry entry, const void* from, size_t bytes) {
  switch (entry.kind) {
  case MachinePipeWriter: {
    const long done = revisit_pipe_write(entry, from, bytes);
    if (done == -EPIPE)
      revisit_machine_broken_pipe("a write to a pipe of which nobody has a descriptor to read");
    return done;
  }
  case MachineCounter:
    return writeCounter(entry, from, bytes);
  case MachineSocket:
  case MachinePackets:
  case MachineDatagrams:
  case MachineUdp:
    return revisit_socket_write(descriptor, entry, &(struct iovec){(void*)from, bytes}, 1);
  case MachineUnused:
  case MachineListener:
    if (machineStream(entry.reads)->family == AF_UNIX)
      return -ENOTCONN;
    revisit_machine_broken_pipe("a write to a socket that is not connected");
    return -EPIPE;
  case MachineSet:
  case MachineTimer:
  case MachineSignals:
  case MachineQueue:
    return -EINVAL;
  case MachineFile:
    return revisit_opening_write(entry, from, bytes);
  case MachinePipeReader:
  case MachineNotices:
  case MachineChild:
  case MachineNothing:
  case MachineClosed:
    break;
  }
  return -EBADF;
}

ssize_t revisit_libc_read(int descriptor, void* to, size_t bytes) {
  if (!revisit_machine_runs())
    return read(descriptor, to, bytes);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineNothing ? read(descriptor, to, bytes)
                                      : revisit_machine_result(readEntry(entry, to, bytes));
}

ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes) {
  if (!revisit_machine_runs())
    return write(descriptor, from, bytes);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineNothing)
    return revisit_machine_result(writeEntry(descriptor, entry, from, bytes));
  revisit_touch(from, bytes);
  return write(descriptor, from, bytes);
}

// The parts one after the other. A call that has done something does not wait for more.
ssize_t revisit_libc_readv(int descriptor, const struct iovec* parts, int count) {
  ssize_t sum = 0;
  if (revisit_machine_runs() && count > 0) {
    const MachineEntry entry = revisit_machine_entry(descriptor);
    if (machineHasMessages(entry.kind))
      return revisit_machine_result(revisit_socket_read(entry, parts, (size_t)count));
  }
  for (int i = 0; i < count; i++) {
    if (parts[i].iov_len == 0)
      continue;
    if (sum != 0 && revisit_machine_runs()) {
      const MachineEntry entry = revisit_machine_entry(descriptor);
      if (entry.kind != MachineNothing && (revisit_machine_poll(entry, POLLIN, REVISIT_MACHINE_TRIES) & POLLIN) == 0)
        break;
    }
    const ssize_t done = revisit_libc_read(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (done < 0)
      return sum != 0 ? sum : done;
    sum += done;
    if ((size_t)done < parts[i].iov_len)
      break;
  }
  return sum;
}

int revisit_libc_eventfd_read(int descriptor, eventfd_t* to) {
  return revisit_libc_read(descriptor, to, sizeof *to) == sizeof *to ? 0 : -1;
}

int revisit_libc_eventfd_write(int descriptor, eventfd_t number) {
  return revisit_libc_write(descriptor, &number, sizeof number) == sizeof number ? 0 : -1;
}

// The parts one after the other.
static ssize_t writeParts(int descriptor, const struct iovec* parts, size_t count) {
  ssize_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    const ssize_t done = revisit_libc_write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (done < 0)
      return sum != 0 ? sum : done;
    sum += done;
    if ((size_t)done < parts[i].iov_len)
      break;
  }
  return sum;
}

ssize_t revisit_libc_writev(int descriptor, const struct iovec* parts, int count) {
  if (revisit_machine_runs() && count > 0) {
    const MachineEntry entry = revisit_machine_entry(descriptor);
    if (machineHasMessages(entry.kind))
      return revisit_machine_result(revisit_socket_write(descriptor, entry, parts, (size_t)count));
  }
  return writeParts(descriptor, parts, count > 0 ? (size_t)count : 0);
}
