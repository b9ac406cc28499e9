// Bytes and messages from and to sockets, in instrumented code. The pass renames a program's calls to these functions.
#include "c/machine/sockets/rights.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

long revisit_socket_unless_late(long result, int64_t limit) {
  if (result != -EAGAIN || limit == 0)
    return result;
  const long problem = revisit_machine_interrupted(REVISIT_MACHINE_BREAKS, NULL);
  if (problem != 0)
    return problem;
  revisit_machine_waited((uint64_t)limit);
  return result;
}

// Whether a send that does not wait fails although there may be room. Somebody makes room then.
static bool isFull(MachineEntry entry, unsigned how) {
  if ((how & REVISIT_MACHINE_TRIES) == 0 || !revisit_machine_has_no_room())
    return false;
  revisit_machine_wake(machineStream(entry.writes), EPOLLOUT | EPOLLWRNORM);
  return true;
}

// At the end of what was sent stands an error if the other side has closed without reading all.
static long unlessReset(MachineEntry entry, long result) {
  return result == 0 ? -(long)revisit_machine_error(entry) : result;
}

// REVISIT_MACHINE_TRIES for a call that does not wait, or that has a time limit; *limit is 0 without one.
static unsigned howWithin(int64_t wanted, int state, int flags, int64_t* limit) {
  const bool waits = (state & O_NONBLOCK) == 0 && (flags & MSG_DONTWAIT) == 0;
  *limit = waits ? wanted : 0;
  return waits && wanted == 0 ? 0 : REVISIT_MACHINE_TRIES;
}

unsigned revisit_socket_how_to_receive(MachineEntry entry, int flags, int64_t* limit) {
  const int state = revisit_machine_flags(entry);
  const int64_t wanted = (state & MachineReadLimit) != 0 ? machineStream(entry.reads)->waitsToRead : 0;
  return howWithin(wanted, state, flags, limit) | ((flags & MSG_PEEK) != 0 ? (unsigned)REVISIT_MACHINE_KEEPS : 0);
}
unsigned revisit_socket_how_to_send(MachineEntry entry, int flags, int64_t* limit) {
  const int state = revisit_machine_flags(entry);
  const int64_t wanted = (state & MachineWriteLimit) != 0 ? machineStream(entry.reads)->waitsToWrite : 0;
  return howWithin(wanted, state, flags, limit);
}

static long receiveBytes(MachineEntry entry, void* to, size_t bytes, int flags, unsigned how, int64_t limit) {
  MachineStream* const stream = machineStream(entry.reads);
  if (bytes == 0)
    return 0;
  if ((flags & MSG_WAITALL) != 0)
    how |= REVISIT_MACHINE_WHOLE; // no part is passed on
  long done = revisit_socket_unless_late(revisit_stream_read(entry.kind, stream, to, bytes, how), limit);
  while ((flags & (MSG_WAITALL | MSG_PEEK)) == MSG_WAITALL && done > 0 && (size_t)done < bytes) {
    const long more =
        revisit_stream_read(entry.kind, stream, (char*)to + done, bytes - (size_t)done, how | REVISIT_MACHINE_BREAKS);
    if (more <= 0)
      break;
    done += more;
  }
  return done;
}

// The parts one after the other. A call that has received something does not wait for more.
static long receiveParts(MachineEntry entry, const struct iovec* parts, size_t count, int flags) {
  int64_t limit;
  unsigned how = revisit_socket_how_to_receive(entry, flags, &limit);
  long sum = 0;
  if ((flags & MSG_PEEK) != 0 && count > 1)
    revisit_machine_stop("a look at bytes of a socket in several parts");
  for (size_t i = 0; i < count; i++) {
    long done = receiveBytes(entry, parts[i].iov_base, parts[i].iov_len, flags, how, limit);
    if (sum == 0 && parts[i].iov_len != 0)
      done = unlessReset(entry, done);
    if (done < 0)
      return sum != 0 ? sum : done;
    sum += done;
    if ((size_t)done < parts[i].iov_len)
      break;
    if (sum != 0 && (flags & MSG_WAITALL) == 0) {
      how |= REVISIT_MACHINE_TRIES;
      limit = 0;
    }
  }
  return sum;
}

// The other side of a TCP connection is gone. The first bytes that are sent then are lost, and the answer to them is
// that nobody takes any, unless it has said so before.
static long sendToNobody(MachineEntry entry, size_t bytes) {
  const int error = revisit_machine_error(entry);
  if (error != 0) {
    revisit_machine_set_flags(entry, MachineIsShut, true);
    return -error;
  }
  if ((revisit_machine_flags(entry) & MachineIsShut) != 0)
    return -EPIPE;
  revisit_machine_set_flags(entry, MachineIsShut, true);
  return (long)bytes;
}

static long sendParts(MachineEntry entry, const struct iovec* parts, size_t count, int flags) {
  int64_t limit;
  const unsigned how = revisit_socket_how_to_send(entry, flags, &limit);
  long sum = 0;
  for (size_t i = 0; i < count; i++) {
    const struct iovec* const part = &parts[i];
    const size_t bytes =
        (how & REVISIT_MACHINE_TRIES) != 0 ? revisit_machine_transferred(part->iov_len) : part->iov_len;
    long done = bytes != 0 && isFull(entry, how)
                    ? -EAGAIN
                    : revisit_stream_write(entry.kind, machineStream(entry.writes), part->iov_base, bytes, how);
    done = revisit_socket_unless_late(done, limit);
    if (done == -EPIPE && machineIsInternet(machineStream(entry.reads)->family))
      done = sendToNobody(entry, part->iov_len);
    if (done < 0 && sum != 0)
      return sum;
    if (done == -EPIPE && (flags & MSG_NOSIGNAL) == 0)
      revisit_machine_broken_pipe("a write to a socket whose other side was closed");
    if (done < 0)
      return done;
    sum += done;
    if ((size_t)done < part->iov_len)
      break;
  }
  return sum;
}

static long sendPacket(MachineEntry entry, const struct iovec* parts, size_t count, int flags) {
  int64_t limit;
  const unsigned how = revisit_socket_how_to_send(entry, flags, &limit);
  const int buffer = machineStream(entry.reads)->sendBuffer;
  const size_t bytes = revisit_message_size(parts, count);
  if (bytes > (size_t)(buffer != 0 ? buffer : MachineDefaultBuffer) - 32)
    return -EMSGSIZE;
  const long put = revisit_socket_unless_late(
      isFull(entry, how) ? -EAGAIN : revisit_message_put(entry, entry.writes, parts, count, how), limit);
  if (put == -EBADF)
    revisit_machine_stop("a descriptor is closed while another thread writes to it");
  return put > 0 ? (long)bytes : put;
}

static long receivePacket(MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                          MachineReceived* got) {
  int64_t limit;
  const unsigned how = revisit_socket_how_to_receive(entry, flags, &limit);
  const long done = revisit_socket_unless_late(revisit_message_take(entry, parts, count, flags, how, got), limit);
  return got->from == 0 ? unlessReset(entry, done) : done;
}

// Of a descriptor that is no connection and exchanges no messages.
static long withoutPeer(MachineKind kind) {
  return kind == MachineUnused || kind == MachineListener ? -ENOTCONN : -ENOTSOCK;
}

static long receive(MachineEntry entry, const struct iovec* parts, size_t count, int flags, MachineReceived* got) {
  *got = (MachineReceived){0, 0};
  if (entry.kind == MachineSocket)
    return receiveParts(entry, parts, count, flags);
  if (entry.kind == MachinePackets)
    return receivePacket(entry, parts, count, flags, got);
  return machineIsDatagram(entry.kind) ? revisit_datagram_receive(entry, parts, count, flags, got)
                                       : withoutPeer(entry.kind);
}

// `to`: null for the peer.
static long transmit(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                     const MachineAddress* to) {
  if (entry.kind == MachineSocket)
    return sendParts(entry, parts, count, flags);
  if (entry.kind == MachinePackets)
    return sendPacket(entry, parts, count, flags);
  return machineIsDatagram(entry.kind) ? revisit_datagram_send(descriptor, entry, parts, count, flags, to)
                                       : withoutPeer(entry.kind);
}

long revisit_socket_read(MachineEntry entry, const struct iovec* parts, size_t count) {
  MachineReceived got;
  return revisit_message_size(parts, count) == 0 ? 0 : receive(entry, parts, count, 0, &got);
}

long revisit_socket_write(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count) {
  return transmit(descriptor, entry, parts, count, 0, NULL);
}

ssize_t revisit_libc_recvfrom(int descriptor, void* to, size_t bytes, int flags, struct sockaddr* from,
                              socklen_t* fromBytes) {
  if (!revisit_machine_runs())
    return recvfrom(descriptor, to, bytes, flags, from, fromBytes);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  const struct iovec part = {to, bytes};
  MachineReceived got;
  const long done = receive(entry, &part, 1, flags, &got);
  if (done >= 0 && from != NULL && fromBytes != NULL) {
    MachineAddress sender = {0};
    if (got.from != 0) // a stream tells no sender
      revisit_datagram_sender(entry, got.from, &sender);
    revisit_address_out(&sender, from, fromBytes);
  }
  return revisit_machine_result(done);
}

ssize_t revisit_libc_recv(int descriptor, void* to, size_t bytes, int flags) {
  return revisit_machine_runs() ? revisit_libc_recvfrom(descriptor, to, bytes, flags, NULL, NULL)
                                : recv(descriptor, to, bytes, flags);
}

static long sendTo(int descriptor, const struct iovec* parts, size_t count, int flags, const struct sockaddr* to,
                   socklen_t toBytes) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  MachineAddress wanted;
  const bool hasAddress = to != NULL && toBytes != 0 && machineIsDatagram(entry.kind);
  if (hasAddress && !revisit_address_in(&wanted, to, toBytes))
    return -EINVAL;
  return transmit(descriptor, entry, parts, count, flags, hasAddress ? &wanted : NULL);
}

ssize_t revisit_libc_sendto(int descriptor, const void* from, size_t bytes, int flags, const struct sockaddr* to,
                            socklen_t toBytes) {
  if (!revisit_machine_runs())
    return sendto(descriptor, from, bytes, flags, to, toBytes);
  pthread_testcancel();
  const struct iovec part = {(void*)from, bytes};
  return revisit_machine_result(sendTo(descriptor, &part, 1, flags, to, toBytes));
}

ssize_t revisit_libc_send(int descriptor, const void* from, size_t bytes, int flags) {
  return revisit_machine_runs() ? revisit_libc_sendto(descriptor, from, bytes, flags, NULL, 0)
                                : send(descriptor, from, bytes, flags);
}

ssize_t revisit_libc_recvmsg(int descriptor, struct msghdr* message, int flags) {
  if (!revisit_machine_runs())
    return recvmsg(descriptor, message, flags);
  pthread_testcancel();
  const MachineEntry entry = revisit_machine_entry(descriptor);
  MachineReceived got;
  MachineRights rights;
  rights.count = 0;
  revisit_rights_receive(&rights);
  const long done = receive(entry, message->msg_iov, message->msg_iovlen, flags & ~MSG_CMSG_CLOEXEC, &got);
  revisit_rights_receive(NULL);
  if (done < 0)
    return revisit_machine_result(done);
  if ((flags & MSG_PEEK) != 0 && revisit_rights_are_needed() && message->msg_control != NULL)
    revisit_machine_stop("recvmsg: a look at a message that may carry descriptors");
  MachineAddress sender = {0};
  if (message->msg_name != NULL && got.from != 0)
    revisit_datagram_sender(entry, got.from, &sender);
  if (message->msg_name != NULL)
    revisit_address_out(&sender, message->msg_name, &message->msg_namelen);
  message->msg_flags = got.flags | revisit_rights_out(&rights, message, flags);
  return done;
}

ssize_t revisit_libc_sendmsg(int descriptor, const struct msghdr* message, int flags) {
  if (!revisit_machine_runs())
    return sendmsg(descriptor, message, flags);
  pthread_testcancel();
  MachineRights rights;
  const MachineEntry entry = revisit_machine_entry(descriptor);
  const bool isUnix = machineIsSocket(entry.kind) && machineStream(entry.reads)->family == AF_UNIX;
  const long problem = revisit_rights_in(message, isUnix, &rights);
  if (problem != 0)
    return revisit_machine_result(problem);
  revisit_rights_send(&rights);
  const long done =
      sendTo(descriptor, message->msg_iov, message->msg_iovlen, flags, message->msg_name, message->msg_namelen);
  revisit_rights_send(NULL);
  revisit_rights_drop(&rights); // what was not sent
  return revisit_machine_result(done);
}

int revisit_libc_sendmmsg(int descriptor, struct mmsghdr* messages, unsigned count, int flags) {
  if (!revisit_machine_runs())
    return sendmmsg(descriptor, messages, count, flags);
  unsigned done = 0;
  for (; done < count; done++) {
    const ssize_t sent = revisit_libc_sendmsg(descriptor, &messages[done].msg_hdr, flags);
    if (sent < 0)
      return done != 0 ? (int)done : -1;
    messages[done].msg_len = (unsigned)sent;
  }
  return (int)done;
}

int revisit_libc_recvmmsg(int descriptor, struct mmsghdr* messages, unsigned count, int flags, struct timespec* limit) {
  if (!revisit_machine_runs())
    return recvmmsg(descriptor, messages, count, flags, limit);
  if (limit != NULL)
    revisit_machine_stop("recvmmsg with a time limit");
  unsigned done = 0;
  for (; done < count; done++) {
    const bool tries = done != 0 && (flags & MSG_WAITFORONE) != 0;
    const int how = (flags & ~MSG_WAITFORONE) | (tries ? MSG_DONTWAIT : 0);
    const ssize_t got = revisit_libc_recvmsg(descriptor, &messages[done].msg_hdr, how);
    if (got < 0)
      return done != 0 ? (int)done : -1;
    messages[done].msg_len = (unsigned)got;
  }
  return (int)done;
}
