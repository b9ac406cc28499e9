// Sockets of AF_UNIX and of the loopback interface, in instrumented code. The two directions of a connection are two
// streams; the place of a socket has the one that it reads. Connections wait in the stream of their listener. The pass
// renames a program's calls to these functions.
#include "c/machine/sockets/rights.h"

#include <errno.h>
#include <stddef.h>

// An opening of a socket. Its stream holds bytes until it listens.
static int newSocket(MachineKind kind, int family, int type, int* place) {
  const int number = revisit_machine_new(kind, type & SOCK_NONBLOCK, place);
  if (number < 0)
    return number;
  MachineStream* const stream = machineStream(*place);
  stream->family = family;
  stream->type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  stream->name.bytes = sizeof(sa_family_t);
  stream->name.text.ss_family = (sa_family_t)family;
  stream->peerName = stream->name;
  return number;
}

int revisit_libc_socket(int family, int type, int protocol) {
  if (!revisit_machine_runs())
    return socket(family, type, protocol);
  if (family != AF_UNIX && !machineIsInternet(family))
    return (int)revisit_machine_result(-EAFNOSUPPORT);
  MachineKind kind = MachineUnused;
  switch (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) {
  case SOCK_STREAM:
    break;
  case SOCK_DGRAM:
    kind = family == AF_UNIX ? MachineDatagrams : MachineUdp;
    break;
  case SOCK_SEQPACKET:
    if (family == AF_UNIX)
      break;
    __attribute__((fallthrough));
  default:
    revisit_machine_stop("socket: a type that is not followed");
  }
  int place;
  return (int)revisit_machine_result(newSocket(kind, family, type, &place));
}

int revisit_libc_socketpair(int family, int type, int protocol, int descriptors[2]) {
  if (!revisit_machine_runs())
    return socketpair(family, type, protocol, descriptors);
  if (family != AF_UNIX)
    return (int)revisit_machine_result(-EOPNOTSUPP);
  MachineKind kind = MachineSocket;
  switch (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) {
  case SOCK_STREAM:
    break;
  case SOCK_DGRAM:
    kind = MachineDatagrams;
    break;
  case SOCK_SEQPACKET:
    kind = MachinePackets;
    break;
  default:
    revisit_machine_stop("socketpair: a type that is not followed");
  }
  int places[2];
  for (int i = 0; i < 2; i++) {
    descriptors[i] = newSocket(kind, family, type, &places[i]);
    if (descriptors[i] < 0)
      return (int)revisit_machine_result(-EMFILE);
  }
  for (int i = 0; i < 2; i++) {
    machineStream(places[i])->peer = places[1 - i];
    revisit_machine_open(descriptors[i], (MachineEntry){kind, places[i], places[1 - i]});
  }
  return 0;
}

void revisit_socket_fail(MachineEntry entry, int error) {
  machineStore(&machineStream(entry.reads)->error, error);
  revisit_machine_set_flags(entry, MachineHasError, true);
}

int revisit_machine_error(MachineEntry entry) {
  if ((revisit_machine_flags(entry) & MachineHasError) == 0)
    return 0;
  revisit_machine_set_flags(entry, MachineHasError, false);
  return __atomic_exchange_n(&machineStream(entry.reads)->error, 0, __ATOMIC_SEQ_CST);
}

MachineEntry revisit_socket_at(int descriptor, long* problem) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  *problem = machineIsSocket(entry.kind)                                          ? 0
             : entry.kind == MachineNothing && (descriptor < 0 || descriptor > 2) ? -EBADF
                                                                                  : -ENOTSOCK;
  return entry;
}

int revisit_libc_bind(int descriptor, const struct sockaddr* given, socklen_t bytes) {
  if (!revisit_machine_runs())
    return bind(descriptor, given, bytes);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  MachineAddress name;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  MachineStream* const stream = machineStream(entry.reads);
  if (!revisit_address_in(&name, given, bytes) || (entry.kind != MachineUnused && !machineIsDatagram(entry.kind)) ||
      stream->name.bytes > sizeof(sa_family_t))
    return (int)revisit_machine_result(-EINVAL);
  if (name.text.ss_family != stream->family)
    return (int)revisit_machine_result(machineIsInternet(stream->family) ? -EAFNOSUPPORT : -EINVAL);
  const int bindProblem = revisit_address_bind(entry.reads, &name);
  if (bindProblem == 0 && entry.kind == MachineUdp)
    revisit_machine_set_flags(entry, MachineIsNamed, true);
  return (int)revisit_machine_result(-bindProblem);
}

int revisit_libc_listen(int descriptor, int backlog) {
  if (!revisit_machine_runs())
    return listen(descriptor, backlog);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  if (machineIsConnection(entry.kind) || machineIsDatagram(entry.kind))
    return (int)revisit_machine_result(machineIsDatagram(entry.kind) ? -EOPNOTSUPP : -EINVAL);
  MachineStream* const stream = machineStream(entry.reads);
  if (stream->name.bytes <= sizeof(sa_family_t)) {
    if (!machineIsInternet(stream->family))
      return (int)revisit_machine_result(-EINVAL);
    MachineAddress any = stream->name;
    any.bytes = stream->family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    revisit_address_bind(entry.reads, &any);
  }
  const size_t connections = (size_t)(backlog < 0 ? 0 : backlog > 4096 ? 4096 : backlog) + 1;
  // Those that watch it hear of the first connection.
  revisit_machine_become(descriptor, entry, (MachineEntry){MachineListener, entry.reads, entry.reads}, false);
  stream->connections = connections;
  return 0;
}

static MachineKind connectionOf(const MachineStream* stream) {
  return stream->type == SOCK_SEQPACKET ? MachinePackets : MachineSocket;
}

// A connection is there as soon as it waits in the listener's stream.
static long connectTo(int descriptor, MachineEntry entry, MachineAddress* wanted) {
  MachineStream* const client = machineStream(entry.reads);
  const int listener = revisit_address_find(client->family, client->type, wanted);
  if (listener < 0)
    return listener;
  if (machineStream(listener)->connections == 0) // it does not listen yet
    return -ECONNREFUSED;
  const int server = revisit_machine_number();
  if (server < 0)
    return -EMFILE;
  const unsigned how = revisit_machine_how(entry);
  MachineStream* const other = machineStream(server);
  client->peer = server;
  client->peerName = machineStream(listener)->name;
  if (machineIsInternet(client->family))
    client->peerName.text = wanted->text;
  revisit_address_local(entry.reads, &client->peerName);
  other->ends[0] = (MachineShared){0, 0};
  other->family = client->family;
  other->type = client->type;
  other->peer = entry.reads;
  other->name = client->peerName;
  other->peerName = client->name;
  const long sent = revisit_stream_write(MachineListener, machineStream(listener), &server, 1, how);
  if (sent < 0)
    return sent == -EBADF ? -ECONNREFUSED : sent;
  const bool isInternet = machineIsInternet(client->family);
  revisit_machine_become(descriptor, entry, (MachineEntry){connectionOf(client), entry.reads, server}, isInternet);
  return (how & REVISIT_MACHINE_TRIES) != 0 && isInternet ? -EINPROGRESS : 0;
}

int revisit_libc_connect(int descriptor, const struct sockaddr* given, socklen_t bytes) {
  if (!revisit_machine_runs())
    return connect(descriptor, given, bytes);
  pthread_testcancel();
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  MachineAddress wanted;
  if (problem == 0 && !revisit_address_in(&wanted, given, bytes))
    problem = -EINVAL;
  if (problem == 0 && machineIsDatagram(entry.kind))
    return (int)revisit_machine_result(revisit_datagram_connect(descriptor, entry, &wanted));
  if (problem == 0 && entry.kind != MachineUnused)
    problem = machineIsConnection(entry.kind) ? -EISCONN : -EINVAL;
  return (int)revisit_machine_result(problem != 0 ? problem : connectTo(descriptor, entry, &wanted));
}

int revisit_libc_accept4(int descriptor, struct sockaddr* peer, socklen_t* bytes, int flags) {
  if (!revisit_machine_runs())
    return accept4(descriptor, peer, bytes, flags);
  pthread_testcancel();
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  if (problem == 0 && machineIsDatagram(entry.kind))
    problem = -EOPNOTSUPP;
  if (problem == 0 && (entry.kind != MachineListener || (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != 0))
    problem = -EINVAL;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  int server = 0;
  int number = revisit_machine_reserve();
  if (number < 0)
    return (int)revisit_machine_result(-EMFILE);
  const long taken =
      revisit_stream_read(entry.kind, machineStream(entry.reads), &server, 1, revisit_machine_how(entry));
  if (taken <= 0) {
    revisit_machine_give_back(number);
    return (int)revisit_machine_result(taken == 0 ? -EINVAL : taken);
  }
  if (number == 0)
    number = revisit_machine_number();
  if (number < 0)
    return (int)revisit_machine_result(-EMFILE);
  MachineStream* const stream = machineStream(server);
  stream->ends[0] = (MachineShared){flags & SOCK_NONBLOCK, 1};
  revisit_machine_open(number, (MachineEntry){connectionOf(stream), server, stream->peer});
  if (peer != NULL)
    revisit_address_out(&stream->peerName, peer, bytes);
  return number;
}

int revisit_libc_accept(int descriptor, struct sockaddr* peer, socklen_t* bytes) {
  return revisit_machine_runs() ? revisit_libc_accept4(descriptor, peer, bytes, 0) : accept(descriptor, peer, bytes);
}

static void shut(MachineEntry entry, int which) {
  if (entry.kind == MachineListener) {
    if (which != SHUT_WR) // those that wait for a connection end
      revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_WRITERS);
    return;
  }
  if (which != SHUT_RD) {
    if (machineIsInternet(machineStream(entry.reads)->family))
      revisit_machine_set_flags(entry, MachineIsShut, true);
    revisit_stream_shut(entry.kind, machineStream(entry.writes), REVISIT_MACHINE_WRITERS);
  }
  if (which != SHUT_WR)
    revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_WRITERS);
}

int revisit_libc_shutdown(int descriptor, int which) {
  if (!revisit_machine_runs())
    return shutdown(descriptor, which);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  if (problem == 0 && which != SHUT_RD && which != SHUT_WR && which != SHUT_RDWR)
    problem = -EINVAL;
  if (problem == 0 && entry.kind == MachineUnused)
    problem = -ENOTCONN;
  if (problem == 0 && machineIsDatagram(entry.kind))
    problem = revisit_datagram_shut(entry, which);
  else if (problem == 0)
    shut(entry, which);
  return (int)revisit_machine_result(problem);
}

void revisit_machine_end_socket(MachineEntry entry) {
  MachineStream* const stream = machineStream(entry.reads);
  if (stream->name.bytes > sizeof(sa_family_t))
    revisit_address_forget(entry.reads);
  if (machineIsConnection(entry.kind) || machineIsDatagram(entry.kind))
    revisit_rights_end(stream);
  if (entry.kind == MachineListener || machineIsDatagram(entry.kind))
    revisit_stream_shut(entry.kind, stream, REVISIT_MACHINE_READERS | REVISIT_MACHINE_WRITERS | REVISIT_MACHINE_CLOSES);
  if (!machineIsConnection(entry.kind))
    return;
  // What nobody will read is an error of the other side, behind all that was sent to it.
  const long left = revisit_stream_shut(entry.kind, stream, REVISIT_MACHINE_READERS | REVISIT_MACHINE_CLOSES);
  const MachineEntry other = {entry.kind, entry.writes, entry.reads};
  if (left > 0 && machineIsInternet(stream->family))
    revisit_machine_set_flags(other, MachineIsShut, true);
  if (left > 0)
    revisit_socket_fail(other, ECONNRESET);
  revisit_stream_shut(entry.kind, machineStream(entry.writes), REVISIT_MACHINE_WRITERS | REVISIT_MACHINE_CLOSES);
}
