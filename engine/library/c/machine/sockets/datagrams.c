// Datagram sockets in instrumented code. Each has one stream, the messages that it receives; those of UDP wait at a
// port and are never lost as long as they fit into the buffer.
#include "c/machine/sockets/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>

enum { MostOfUdp = 65507, HeadOfUnix = 32 };

// The next call of a connected socket reports that nobody takes its messages. The sender of the last one knows nothing.
static long refuse(MachineEntry entry, long bytes) {
  MachineStream* const stream = machineStream(entry.reads);
  if ((revisit_machine_flags(entry) & MachineIsConnected) == 0)
    return bytes;
  revisit_socket_fail(entry, ECONNREFUSED);
  revisit_machine_wake(stream, EPOLLERR);
  return bytes;
}

static int ownPort(MachineEntry entry) {
  return *machinePort(&machineStream(entry.reads)->name);
}

// Gives the socket a port, and the address of an interface if it has a peer.
static void nameHere(MachineEntry entry, const MachineAddress* interface) {
  MachineAddress any = machineStream(entry.reads)->name;
  any.bytes = any.text.ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  revisit_address_local(entry.reads, interface != NULL ? interface : &any);
  revisit_machine_set_flags(entry, MachineIsNamed, true);
}

static long sendUdp(MachineEntry entry, const struct iovec* parts, size_t count, int state, const MachineAddress* to) {
  const long bytes = (long)revisit_message_size(parts, count);
  MachineAddress wanted = to != NULL ? *to : machineStream(entry.reads)->peerName;
  if (to == NULL && (state & MachineIsConnected) == 0)
    return -EDESTADDRREQ;
  if (bytes > MostOfUdp)
    return -EMSGSIZE;
  if (!machineIsInternet(wanted.text.ss_family))
    return -EAFNOSUPPORT;
  if (!revisit_address_is_here(&wanted))
    revisit_machine_stop("a datagram to another machine");
  if ((state & MachineIsNamed) == 0)
    nameHere(entry, NULL);
  const bool knowsPlace = to == NULL && entry.writes != entry.reads;
  int target = knowsPlace ? entry.writes : revisit_address_find(AF_INET, SOCK_DGRAM, &wanted);
  for (bool again = knowsPlace;; again = false) {
    if (target < 0)
      return refuse(entry, bytes);
    const int only = machineLoad(&machineStream(target)->peer);
    if (only != 0 && only != ownPort(entry))
      return refuse(entry, bytes);
    const long put = revisit_message_put(entry, target, parts, count, REVISIT_MACHINE_TRIES);
    if (put > 0)
      return bytes;
    if (put != -EBADF)
      revisit_machine_stop("a datagram to a socket that is shut down");
    if (!again)
      return refuse(entry, bytes);
    target = revisit_address_find(AF_INET, SOCK_DGRAM, &wanted);
  }
}

// Its peer is gone.
static void disconnect(int descriptor, MachineEntry entry) {
  machineStore(&machineStream(entry.reads)->peer, 0);
  revisit_machine_become(descriptor, entry, (MachineEntry){entry.kind, entry.reads, entry.reads}, false);
}

static bool takesFrom(int place, MachineEntry sender) {
  const int only = machineLoad(&machineStream(place)->peer);
  return only == 0 || only == sender.reads;
}

static long sendUnix(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count, unsigned how,
                     const MachineAddress* to) {
  MachineStream* const stream = machineStream(entry.reads);
  const size_t bytes = revisit_message_size(parts, count);
  const size_t buffer = stream->sendBuffer != 0 ? (size_t)stream->sendBuffer : MachineDefaultBuffer;
  int target = entry.writes != entry.reads ? entry.writes : 0;
  if (to != NULL) {
    MachineAddress wanted = *to;
    if (wanted.text.ss_family != AF_UNIX)
      return -EINVAL;
    target = revisit_address_find(AF_UNIX, SOCK_DGRAM, &wanted);
  } else if (target == 0) {
    target = machineLoad(&stream->peer);
    if (target == 0)
      return -ENOTCONN;
  }
  if (bytes > buffer - HeadOfUnix)
    return -EMSGSIZE;
  if (target < 0)
    return target;
  if (!takesFrom(target, entry))
    return -EPERM;
  const long put = revisit_message_put(entry, target, parts, count, how);
  if (put == -EBADF && to == NULL)
    disconnect(descriptor, entry);
  return put > 0 ? (long)bytes : put == -EBADF ? -ECONNREFUSED : put;
}

long revisit_datagram_send(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                           const MachineAddress* to) {
  const int state = revisit_machine_flags(entry);
  int64_t limit;
  const unsigned how = revisit_socket_how_to_send(entry, flags, &limit);
  if ((state & MachineHasError) != 0) {
    const int error = revisit_machine_error(entry);
    if (error != 0)
      return -error;
  }
  if ((state & MachineIsShut) != 0)
    return -EPIPE;
  if (entry.kind == MachineUdp)
    return sendUdp(entry, parts, count, state, to);
  if (how != 0 && revisit_machine_has_no_room()) {
    revisit_machine_wake(machineStream(entry.writes), EPOLLOUT | EPOLLWRNORM); // somebody makes room then
    return -EAGAIN;
  }
  const long sent = sendUnix(descriptor, entry, parts, count, how, to);
  return revisit_socket_unless_late(sent, limit);
}

// A connected UDP socket may learn while it waits that nobody takes its messages, so that it waits in rounds.
static long receiveUdp(MachineEntry entry, const struct iovec* parts, size_t count, int flags, unsigned how,
                       MachineReceived* got) {
  for (;;) {
    const int error = revisit_machine_error(entry);
    if (error != 0)
      return -error;
    const long done = revisit_message_take(entry, parts, count, flags, how | REVISIT_MACHINE_TRIES, got);
    if (done != -EAGAIN || (how & REVISIT_MACHINE_TRIES) != 0)
      return done;
    const long problem = revisit_machine_waits_in_rounds(NULL) ? revisit_machine_interrupted(how, NULL) : 0;
    if (problem != 0)
      return problem;
  }
}

long revisit_datagram_receive(MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                              MachineReceived* got) {
  const int state = revisit_machine_flags(entry);
  int64_t limit;
  const unsigned how = revisit_socket_how_to_receive(entry, flags, &limit);
  const long done = (state & (MachineIsConnected | MachineHasError)) != 0
                        ? receiveUdp(entry, parts, count, flags, how, got)
                        : revisit_message_take(entry, parts, count, flags, how, got);
  return revisit_socket_unless_late(done, limit);
}

static long connectUdp(int descriptor, MachineEntry entry, MachineAddress* wanted) {
  MachineStream* const stream = machineStream(entry.reads);
  if (!machineIsInternet(wanted->text.ss_family))
    return -EAFNOSUPPORT;
  if (!revisit_address_is_here(wanted))
    revisit_machine_stop("a datagram socket is connected to another machine");
  MachineAddress interface = *wanted;
  if (interface.text.ss_family == AF_INET)
    ((struct sockaddr_in*)&interface.text)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if ((revisit_machine_flags(entry) & MachineIsNamed) == 0)
    nameHere(entry, &interface);
  else if (stream->name.text.ss_family == interface.text.ss_family) {
    *machinePort(&interface) = *machinePort(&stream->name);
    stream->name = interface;
  }
  stream->peerName = *wanted;
  machineStore(&stream->peer, *machinePort(wanted));
  revisit_machine_set_flags(entry, MachineIsConnected, true);
  const int target = revisit_address_find(AF_INET, SOCK_DGRAM, wanted);
  const MachineEntry now = {entry.kind, entry.reads, target < 0 ? entry.reads : target};
  revisit_machine_become(descriptor, entry, now, false);
  return 0;
}

static long connectUnix(int descriptor, MachineEntry entry, MachineAddress* wanted) {
  MachineStream* const stream = machineStream(entry.reads);
  if (wanted->text.ss_family != AF_UNIX)
    return -EINVAL;
  const int target = revisit_address_find(AF_UNIX, SOCK_DGRAM, wanted);
  if (target < 0)
    return target;
  if (!takesFrom(target, entry))
    return -EPERM;
  const int before = machineLoad(&stream->peer);
  if (before != 0 && before != target && revisit_message_bytes(entry) != 0)
    revisit_machine_stop("a datagram socket of AF_UNIX gets another peer while messages wait");
  stream->peerName = *wanted;
  machineStore(&stream->peer, target);
  revisit_machine_become(descriptor, entry, (MachineEntry){entry.kind, entry.reads, target}, false);
  return 0;
}

long revisit_datagram_connect(int descriptor, MachineEntry entry, MachineAddress* wanted) {
  if (wanted->text.ss_family == AF_UNSPEC) {
    revisit_machine_set_flags(entry, MachineIsConnected, false);
    disconnect(descriptor, entry);
    return 0;
  }
  return entry.kind == MachineUdp ? connectUdp(descriptor, entry, wanted) : connectUnix(descriptor, entry, wanted);
}

long revisit_datagram_shut(MachineEntry entry, int which) {
  if (which != SHUT_RD)
    revisit_machine_set_flags(entry, MachineIsShut, true);
  if (which != SHUT_WR)
    revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_WRITERS);
  return entry.kind == MachineUdp && machineLoad(&machineStream(entry.reads)->peer) == 0 ? -ENOTCONN : 0;
}

void revisit_datagram_sender(MachineEntry entry, int from, MachineAddress* to) {
  MachineStream* const sender = machineStream(from);
  memset(to, 0, sizeof *to);
  if (entry.kind != MachineUdp) {
    if (sender->name.bytes > sizeof(sa_family_t))
      *to = sender->name;
    return;
  }
  const in_port_t port = *machinePort(&sender->name);
  if (machineStream(entry.reads)->family == AF_INET) {
    struct sockaddr_in* const four = (struct sockaddr_in*)&to->text;
    *four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = port, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    to->bytes = sizeof *four;
    return;
  }
  struct sockaddr_in6* const six = (struct sockaddr_in6*)&to->text;
  six->sin6_family = AF_INET6;
  six->sin6_port = port;
  if (sender->family == AF_INET6)
    six->sin6_addr = in6addr_loopback;
  else
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &six->sin6_addr);
  to->bytes = sizeof *six;
}
