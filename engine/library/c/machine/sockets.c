// Stream sockets of AF_UNIX and of the loopback interface, in instrumented code. The two directions of a connection are
// two streams; the place of a socket has the one that it reads. Connections wait in the stream of their listener. The
// pass renames a program's calls to these functions.
#include "machine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { MaxNames = 64, FirstPort = 32768, ReuseAddress = 1, DefaultBuffer = 212992 };

// The names that are bound. A socket that is closed keeps its row, without a place.
typedef struct Names {
  pthread_mutex_t lock;
  int count;
  int nextPort;
  struct {
    int place; // negative: free
    int family;
    MachineAddress address;
  } rows[MaxNames];
} Names;

static Names* const names = (Names*)REVISIT_MACHINE_BOUND;

_Static_assert(sizeof(Names) <= REVISIT_MACHINE_PLACES - REVISIT_MACHINE_BOUND, "the names fit into their place");

static struct sockaddr_in* inet(MachineAddress* address) {
  return (struct sockaddr_in*)&address->text;
}
// The port stands at the same place for both families of internet addresses.
static in_port_t* portOf(MachineAddress* address) {
  return &inet(address)->sin_port;
}

static bool isInternet(int family) {
  return family == AF_INET || family == AF_INET6;
}

static bool copyIn(MachineAddress* to, const struct sockaddr* from, socklen_t bytes) {
  if (bytes > sizeof to->text || bytes < sizeof(sa_family_t))
    return false;
  memset(to, 0, sizeof *to);
  to->bytes = bytes;
  memcpy(&to->text, from, bytes);
  return true;
}

static int copyOut(const MachineAddress* from, struct sockaddr* to, socklen_t* bytes) {
  const socklen_t room = *bytes;
  memcpy(to, &from->text, from->bytes < room ? from->bytes : room);
  *bytes = from->bytes;
  return 0;
}

// An opening of a socket. Its stream holds bytes until it listens.
static int newSocket(MachineKind kind, int family, int flags) {
  const int number = revisit_machine_new(kind, flags);
  if (number < 0)
    return number;
  MachineStream* const stream = machineStream(number);
  stream->family = family;
  stream->type = SOCK_STREAM;
  stream->name.bytes = sizeof(sa_family_t);
  stream->name.text.ss_family = (sa_family_t)family;
  stream->peerName = stream->name;
  return number;
}

int revisit_libc_socket(int family, int type, int protocol) {
  if (!revisit_machine_runs())
    return socket(family, type, protocol);
  if (family != AF_UNIX && !isInternet(family))
    return (int)revisit_machine_result(-EAFNOSUPPORT);
  if ((type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != SOCK_STREAM)
    revisit_machine_stop("socket: a type other than SOCK_STREAM");
  return (int)revisit_machine_result(newSocket(MachineUnused, family, type & SOCK_NONBLOCK));
}

int revisit_libc_socketpair(int family, int type, int protocol, int descriptors[2]) {
  if (!revisit_machine_runs())
    return socketpair(family, type, protocol, descriptors);
  if (family != AF_UNIX)
    return (int)revisit_machine_result(-EOPNOTSUPP);
  if ((type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != SOCK_STREAM)
    revisit_machine_stop("socketpair: a type other than SOCK_STREAM");
  const int one = newSocket(MachineSocket, family, type & SOCK_NONBLOCK);
  const int other = newSocket(MachineSocket, family, type & SOCK_NONBLOCK);
  if (one < 0 || other < 0)
    return (int)revisit_machine_result(-EMFILE);
  machineStream(one)->peer = other;
  machineStream(other)->peer = one;
  revisit_machine_open(one, (MachineEntry){MachineSocket, one, other});
  revisit_machine_open(other, (MachineEntry){MachineSocket, other, one});
  descriptors[0] = one;
  descriptors[1] = other;
  return 0;
}

// Whether a socket that is bound to the first address is meant by the second one.
static bool isMeant(int family, MachineAddress* bound, MachineAddress* wanted) {
  if (isInternet(family))
    return isInternet(wanted->text.ss_family) && *portOf(bound) == *portOf(wanted);
  return bound->text.ss_family == wanted->text.ss_family && bound->bytes == wanted->bytes &&
         memcmp(&bound->text, &wanted->text, bound->bytes) == 0;
}

// The row of the name; negative: there is none. The lock is held.
static int rowOf(int family, MachineAddress* wanted) {
  for (int i = 0; i < names->count; i++)
    if (names->rows[i].place >= 0 && isInternet(names->rows[i].family) == isInternet(family) &&
        isMeant(family, &names->rows[i].address, wanted))
      return i;
  return -1;
}

// Gives the socket the name; a port of 0 stands for any. Returns an error number.
static int bindName(int place, MachineAddress* name) {
  MachineStream* const stream = machineStream(place);
  int problem = 0;
  pthread_mutex_lock(&names->lock);
  if (isInternet(stream->family) && *portOf(name) == 0)
    *portOf(name) = htons((uint16_t)(FirstPort + names->nextPort++));
  if (rowOf(stream->family, name) >= 0)
    problem = EADDRINUSE;
  else if (names->count == MaxNames)
    revisit_machine_stop("bind: more than 64 names");
  else {
    names->rows[names->count].place = place;
    names->rows[names->count].family = stream->family;
    names->rows[names->count].address = *name;
    names->count++;
    stream->name = *name;
  }
  pthread_mutex_unlock(&names->lock);
  return problem;
}

static MachineEntry socketAt(int descriptor, long* problem) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  const bool isSocket = entry.kind == MachineUnused || entry.kind == MachineListener || entry.kind == MachineSocket;
  *problem = isSocket ? 0 : entry.kind == MachineNothing && (descriptor < 0 || descriptor > 2) ? -EBADF : -ENOTSOCK;
  return entry;
}

int revisit_libc_bind(int descriptor, const struct sockaddr* given, socklen_t bytes) {
  if (!revisit_machine_runs())
    return bind(descriptor, given, bytes);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  MachineAddress name;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  MachineStream* const stream = machineStream(entry.reads);
  if (!copyIn(&name, given, bytes) || entry.kind != MachineUnused || stream->name.bytes > sizeof(sa_family_t))
    return (int)revisit_machine_result(-EINVAL);
  if (name.text.ss_family != stream->family)
    return (int)revisit_machine_result(isInternet(stream->family) ? -EAFNOSUPPORT : -EINVAL);
  return (int)revisit_machine_result(-bindName(entry.reads, &name));
}

int revisit_libc_listen(int descriptor, int backlog) {
  if (!revisit_machine_runs())
    return listen(descriptor, backlog);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  if (entry.kind == MachineSocket)
    return (int)revisit_machine_result(-EINVAL);
  MachineStream* const stream = machineStream(entry.reads);
  if (stream->name.bytes <= sizeof(sa_family_t)) {
    if (!isInternet(stream->family))
      return (int)revisit_machine_result(-EINVAL);
    MachineAddress any = stream->name;
    any.bytes = stream->family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    bindName(entry.reads, &any);
  }
  stream->connections = (size_t)(backlog < 0 ? 0 : backlog > 4096 ? 4096 : backlog) + 1;
  revisit_machine_open(descriptor, (MachineEntry){MachineListener, entry.reads, entry.reads});
  return 0;
}

// The place of a listener with this name, or a negative error number.
static int listenerWith(int family, MachineAddress* wanted) {
  int place = isInternet(family) ? -ECONNREFUSED : -ENOENT;
  pthread_mutex_lock(&names->lock);
  const int row = rowOf(family, wanted);
  if (row >= 0)
    place = names->rows[row].place;
  pthread_mutex_unlock(&names->lock);
  return place;
}

static void nameLocal(MachineStream* client) {
  if (!isInternet(client->family) || client->name.bytes > sizeof(sa_family_t))
    return;
  MachineAddress any = client->peerName;
  *portOf(&any) = 0;
  bindName((int)(((uint64_t)client - REVISIT_MACHINE_PLACES) / REVISIT_MACHINE_STRIDE), &any);
}

// A connection is there as soon as it waits in the listener's stream.
static long connectTo(int descriptor, MachineEntry entry, MachineAddress* wanted) {
  MachineStream* const client = machineStream(entry.reads);
  const int listener = listenerWith(client->family, wanted);
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
  if (isInternet(client->family))
    client->peerName.text = wanted->text;
  nameLocal(client);
  other->ends[0] = (MachineShared){0, 0};
  other->family = client->family;
  other->type = client->type;
  other->peer = entry.reads;
  other->name = client->peerName;
  other->peerName = client->name;
  const long sent = revisit_stream_write(MachineListener, machineStream(listener), &server, 1, how);
  if (sent < 0)
    return sent == -EBADF ? -ECONNREFUSED : sent;
  revisit_machine_open(descriptor, (MachineEntry){MachineSocket, entry.reads, server});
  return (how & REVISIT_MACHINE_TRIES) != 0 && isInternet(client->family) ? -EINPROGRESS : 0;
}

int revisit_libc_connect(int descriptor, const struct sockaddr* given, socklen_t bytes) {
  if (!revisit_machine_runs())
    return connect(descriptor, given, bytes);
  pthread_testcancel();
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  MachineAddress wanted;
  if (problem == 0 && !copyIn(&wanted, given, bytes))
    problem = -EINVAL;
  if (problem == 0 && entry.kind != MachineUnused)
    problem = entry.kind == MachineSocket ? -EISCONN : -EINVAL;
  return (int)revisit_machine_result(problem != 0 ? problem : connectTo(descriptor, entry, &wanted));
}

int revisit_libc_accept4(int descriptor, struct sockaddr* peer, socklen_t* bytes, int flags) {
  if (!revisit_machine_runs())
    return accept4(descriptor, peer, bytes, flags);
  pthread_testcancel();
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  if (problem == 0 && (entry.kind != MachineListener || (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != 0))
    problem = -EINVAL;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  int server = 0;
  const long taken =
      revisit_stream_read(entry.kind, machineStream(entry.reads), &server, 1, revisit_machine_how(entry));
  if (taken <= 0)
    return (int)revisit_machine_result(taken == 0 ? -EINVAL : taken);
  const int number = revisit_machine_number();
  if (number < 0)
    return (int)revisit_machine_result(-EMFILE);
  MachineStream* const stream = machineStream(server);
  stream->ends[0] = (MachineShared){flags & SOCK_NONBLOCK, 1};
  revisit_machine_open(number, (MachineEntry){MachineSocket, server, stream->peer});
  if (peer != NULL)
    copyOut(&stream->peerName, peer, bytes);
  return number;
}

int revisit_libc_accept(int descriptor, struct sockaddr* peer, socklen_t* bytes) {
  return revisit_machine_runs() ? revisit_libc_accept4(descriptor, peer, bytes, 0) : accept(descriptor, peer, bytes);
}

int revisit_libc_shutdown(int descriptor, int which) {
  if (!revisit_machine_runs())
    return shutdown(descriptor, which);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  if (problem == 0 && which != SHUT_RD && which != SHUT_WR && which != SHUT_RDWR)
    problem = -EINVAL;
  if (problem == 0 && entry.kind == MachineUnused)
    problem = -ENOTCONN;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  if (entry.kind == MachineListener) {
    if (which != SHUT_WR) // those that wait for a connection end
      revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_WRITERS);
    return 0;
  }
  if (which != SHUT_RD)
    revisit_stream_shut(entry.kind, machineStream(entry.writes), REVISIT_MACHINE_WRITERS);
  if (which != SHUT_WR)
    revisit_stream_shut(entry.kind, machineStream(entry.reads), REVISIT_MACHINE_WRITERS);
  return 0;
}

static void forgetName(int place) {
  pthread_mutex_lock(&names->lock);
  for (int i = 0; i < names->count; i++)
    if (names->rows[i].place == place)
      names->rows[i].place = -1;
  pthread_mutex_unlock(&names->lock);
}

void revisit_machine_end_socket(MachineEntry entry) {
  MachineStream* const stream = machineStream(entry.reads);
  if (stream->name.bytes > sizeof(sa_family_t))
    forgetName(entry.reads);
  if (entry.kind == MachineListener)
    revisit_stream_shut(entry.kind, stream, REVISIT_MACHINE_READERS | REVISIT_MACHINE_WRITERS | REVISIT_MACHINE_CLOSES);
  if (entry.kind != MachineSocket)
    return;
  revisit_stream_shut(entry.kind, machineStream(entry.writes), REVISIT_MACHINE_WRITERS | REVISIT_MACHINE_CLOSES);
  revisit_stream_shut(entry.kind, stream, REVISIT_MACHINE_READERS | REVISIT_MACHINE_CLOSES);
}

int revisit_libc_getsockname(int descriptor, struct sockaddr* to, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getsockname(descriptor, to, bytes);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  return problem != 0 ? (int)revisit_machine_result(problem) : copyOut(&machineStream(entry.reads)->name, to, bytes);
}

int revisit_libc_getpeername(int descriptor, struct sockaddr* to, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getpeername(descriptor, to, bytes);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  if (problem == 0 && entry.kind != MachineSocket)
    problem = -ENOTCONN;
  return problem != 0 ? (int)revisit_machine_result(problem)
                      : copyOut(&machineStream(entry.reads)->peerName, to, bytes);
}

static long setLimit(int64_t* limit, const void* value, socklen_t bytes) {
  struct timeval time;
  if (bytes < sizeof time)
    return -EINVAL;
  memcpy(&time, value, sizeof time);
  *limit = machineTimeOfParts(time);
  return 0;
}

int revisit_libc_setsockopt(int descriptor, int level, int option, const void* value, socklen_t bytes) {
  if (!revisit_machine_runs())
    return setsockopt(descriptor, level, option, value, bytes);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  MachineStream* const stream = machineStream(entry.reads);
  if (problem == 0 && level == SOL_SOCKET && option == SO_RCVTIMEO)
    problem = setLimit(&stream->waitsToRead, value, bytes);
  else if (problem == 0 && level == SOL_SOCKET && option == SO_SNDTIMEO)
    problem = setLimit(&stream->waitsToWrite, value, bytes);
  else if (problem == 0 && level == SOL_SOCKET && option == SO_REUSEADDR && *(const int*)value != 0)
    stream->options |= ReuseAddress;
  return (int)revisit_machine_result(problem);
}

static int optionOf(MachineEntry entry, int option) {
  MachineStream* const stream = machineStream(entry.reads);
  switch (option) {
  case SO_TYPE:
    return stream->type;
  case SO_DOMAIN:
    return stream->family;
  case SO_ACCEPTCONN:
    return entry.kind == MachineListener;
  case SO_REUSEADDR:
    return (stream->options & ReuseAddress) != 0;
  case SO_RCVBUF:
  case SO_SNDBUF:
    return DefaultBuffer;
  default:
    return 0;
  }
}

int revisit_libc_getsockopt(int descriptor, int level, int option, void* value, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getsockopt(descriptor, level, option, value, bytes);
  long problem;
  const MachineEntry entry = socketAt(descriptor, &problem);
  if (problem == 0 && *bytes < sizeof(int))
    problem = -EINVAL;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  const int found = level == SOL_SOCKET ? optionOf(entry, option) : 0;
  memcpy(value, &found, sizeof found);
  *bytes = sizeof found;
  return 0;
}
