// Bytes from and to descriptors of any kind, in instrumented code. The pass renames a program's calls to these
// functions; those for files are the runtime's.
#include "files.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

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

// A call with a time limit that would wait fails once the limit is over, or a handler ends it.
static long unlessLate(long result, int64_t limit) {
  if (result != -EAGAIN || limit == 0)
    return result;
  const long problem = revisit_machine_interrupted(REVISIT_MACHINE_BREAKS, NULL);
  if (problem != 0)
    return problem;
  revisit_machine_waited((uint64_t)limit);
  return result;
}

// The limit of a call that waits.
static int64_t limitOf(int64_t limit, MachineEntry entry, int flags) {
  return (flags & MSG_DONTWAIT) != 0 || (revisit_machine_how(entry) & REVISIT_MACHINE_TRIES) != 0 ? 0 : limit;
}

static long receive(MachineEntry entry, void* to, size_t bytes, int flags) {
  MachineStream* const stream = machineStream(entry.reads);
  const int64_t limit = limitOf(stream->waitsToRead, entry, flags);
  const unsigned how = revisit_machine_how(entry) |
                       ((flags & MSG_DONTWAIT) != 0 || limit != 0 ? REVISIT_MACHINE_TRIES : 0) |
                       ((flags & MSG_PEEK) != 0 ? REVISIT_MACHINE_KEEPS : 0);
  if (bytes == 0)
    return 0;
  long done = unlessLate(revisit_stream_read(entry.kind, stream, to, bytes, how), limit);
  while ((flags & (MSG_WAITALL | MSG_PEEK)) == MSG_WAITALL && done > 0 && (size_t)done < bytes) {
    const long more =
        revisit_stream_read(entry.kind, stream, (char*)to + done, bytes - (size_t)done, how | REVISIT_MACHINE_BREAKS);
    if (more <= 0)
      break;
    done += more;
  }
  return done;
}

static long transmit(MachineEntry entry, const void* from, size_t bytes, int flags) {
  const int64_t limit = limitOf(machineStream(entry.reads)->waitsToWrite, entry, flags);
  const unsigned how =
      revisit_machine_how(entry) | ((flags & MSG_DONTWAIT) != 0 || limit != 0 ? REVISIT_MACHINE_TRIES : 0);
  const long done = unlessLate(revisit_stream_write(entry.kind, machineStream(entry.writes), from, bytes, how), limit);
  if (done == -EPIPE && (flags & MSG_NOSIGNAL) == 0)
    revisit_machine_broken_pipe("a write to a socket whose other side was closed");
  return done;
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
  case MachineSocket:
    return receive(entry, to, bytes, 0);
  case MachineUnused:
    return machineStream(entry.reads)->family == AF_UNIX ? -EINVAL : -ENOTCONN;
  case MachineListener:
    return machineStream(entry.reads)->family == AF_UNIX ? -EINVAL : -ENOTCONN;
  case MachineSet:
    return -EINVAL;
  case MachineFile:
    return revisit_opening_read(entry, to, bytes);
  case MachinePipeWriter:
  case MachineNothing:
  case MachineClosed:
    break;
  }
  return -EBADF;
}

static long writeEntry(MachineEntry entry, const void* from, size_t bytes) {
  switch (entry.kind) {
  case MachinePipeWriter: {
    const long done = bytes == 0 ? 0
                                 : revisit_stream_write(entry.kind, machineStream(entry.writes), from, bytes,
                                                        revisit_machine_how(entry));
    if (done == -EPIPE)
      revisit_machine_broken_pipe("a write to a pipe of which nobody has a descriptor to read");
    return done;
  }
  case MachineCounter:
    return writeCounter(entry, from, bytes);
  case MachineSocket:
    return transmit(entry, from, bytes, 0);
  case MachineUnused:
  case MachineListener:
    if (machineStream(entry.reads)->family == AF_UNIX)
      return -ENOTCONN;
    revisit_machine_broken_pipe("a write to a socket that is not connected");
    return -EPIPE;
  case MachineSet:
  case MachineTimer:
  case MachineSignals:
    return -EINVAL;
  case MachineFile:
    return revisit_opening_write(entry, from, bytes);
  case MachinePipeReader:
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
    return revisit_machine_result(writeEntry(entry, from, bytes));
  revisit_touch(from, bytes);
  return write(descriptor, from, bytes);
}

// The parts one after the other. A call that has done something does not wait for more.
ssize_t revisit_libc_readv(int descriptor, const struct iovec* parts, int count) {
  ssize_t sum = 0;
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

static long notASocket(MachineEntry entry) {
  return entry.kind == MachineUnused || entry.kind == MachineListener ? -ENOTCONN : -ENOTSOCK;
}

ssize_t revisit_libc_recv(int descriptor, void* to, size_t bytes, int flags) {
  if (!revisit_machine_runs())
    return recv(descriptor, to, bytes, flags);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return revisit_machine_result(entry.kind == MachineSocket ? receive(entry, to, bytes, flags) : notASocket(entry));
}

ssize_t revisit_libc_send(int descriptor, const void* from, size_t bytes, int flags) {
  if (!revisit_machine_runs())
    return send(descriptor, from, bytes, flags);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return revisit_machine_result(entry.kind == MachineSocket ? transmit(entry, from, bytes, flags) : notASocket(entry));
}

// The parts one after the other; `flags` of send, or null: as write does.
static ssize_t writeParts(int descriptor, const struct iovec* parts, size_t count, const int* flags) {
  ssize_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    const struct iovec* const part = &parts[i];
    const ssize_t done = flags != NULL ? revisit_libc_send(descriptor, part->iov_base, part->iov_len, *flags)
                                       : revisit_libc_write(descriptor, part->iov_base, part->iov_len);
    if (done < 0)
      return sum != 0 ? sum : done;
    sum += done;
    if ((size_t)done < part->iov_len)
      break;
  }
  return sum;
}

ssize_t revisit_libc_writev(int descriptor, const struct iovec* parts, int count) {
  return writeParts(descriptor, parts, count > 0 ? (size_t)count : 0, NULL);
}

ssize_t revisit_libc_recvfrom(int descriptor, void* to, size_t bytes, int flags, struct sockaddr* from,
                              socklen_t* fromBytes) {
  if (!revisit_machine_runs())
    return recvfrom(descriptor, to, bytes, flags, from, fromBytes);
  if (from != NULL && fromBytes != NULL)
    *fromBytes = 0; // a stream tells no sender
  return revisit_libc_recv(descriptor, to, bytes, flags);
}

ssize_t revisit_libc_sendto(int descriptor, const void* from, size_t bytes, int flags, const struct sockaddr* to,
                            socklen_t toBytes) {
  if (!revisit_machine_runs())
    return sendto(descriptor, from, bytes, flags, to, toBytes);
  return revisit_libc_send(descriptor, from, bytes, flags);
}

ssize_t revisit_libc_recvmsg(int descriptor, struct msghdr* message, int flags) {
  if (!revisit_machine_runs())
    return recvmsg(descriptor, message, flags);
  ssize_t sum = 0;
  for (size_t i = 0; i < message->msg_iovlen; i++) {
    const struct iovec* const part = &message->msg_iov[i];
    const ssize_t done =
        revisit_libc_recv(descriptor, part->iov_base, part->iov_len, sum == 0 ? flags : flags | MSG_DONTWAIT);
    if (done < 0 && sum == 0)
      return done;
    sum += done > 0 ? done : 0;
    if (done < (ssize_t)part->iov_len)
      break;
  }
  message->msg_namelen = 0;
  message->msg_controllen = 0;
  message->msg_flags = 0;
  return sum;
}

ssize_t revisit_libc_sendmsg(int descriptor, const struct msghdr* message, int flags) {
  if (!revisit_machine_runs())
    return sendmsg(descriptor, message, flags);
  if (message->msg_controllen != 0)
    revisit_machine_stop("sendmsg with ancillary data");
  return writeParts(descriptor, message->msg_iov, message->msg_iovlen, &flags);
}
