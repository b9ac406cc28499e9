// Options and names of sockets, in instrumented code. The pass renames a program's calls to these functions.
#include "c/machine/sockets/sockets.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>

enum { ReuseAddress = 1 };

int revisit_libc_getsockname(int descriptor, struct sockaddr* to, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getsockname(descriptor, to, bytes);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  return problem != 0 ? (int)revisit_machine_result(problem)
                      : revisit_address_out(&machineStream(entry.reads)->name, to, bytes);
}

int revisit_libc_getpeername(int descriptor, struct sockaddr* to, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getpeername(descriptor, to, bytes);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  MachineStream* const stream = machineStream(entry.reads);
  const bool hasPeer =
      machineIsConnection(entry.kind) || (machineIsDatagram(entry.kind) && machineLoad(&stream->peer) != 0);
  if (problem == 0 && !hasPeer)
    problem = -ENOTCONN;
  return problem != 0 ? (int)revisit_machine_result(problem) : revisit_address_out(&stream->peerName, to, bytes);
}

static long setLimit(MachineEntry entry, bool toRead, const void* value, socklen_t bytes) {
  MachineStream* const stream = machineStream(entry.reads);
  struct timeval time;
  if (bytes < sizeof time)
    return -EINVAL;
  memcpy(&time, value, sizeof time);
  *(toRead ? &stream->waitsToRead : &stream->waitsToWrite) = machineTimeOfParts(time);
  revisit_machine_set_flags(entry, toRead ? MachineReadLimit : MachineWriteLimit, machineTimeOfParts(time) != 0);
  return 0;
}

// Options with which messages would carry more than their text, or go to other machines.
static void refuse(int level, int option) {
  if (level == SOL_SOCKET && option == SO_PASSCRED)
    revisit_machine_stop("setsockopt: SO_PASSCRED");
  if (level == SOL_SOCKET && (option == SO_TIMESTAMP || option == SO_TIMESTAMPNS || option == SO_TIMESTAMPING))
    revisit_machine_stop("setsockopt: SO_TIMESTAMP");
  if (level == IPPROTO_IP && (option == IP_PKTINFO || option == IP_RECVERR || option == IP_RECVTTL ||
                              option == IP_RECVTOS || option == IP_RECVORIGDSTADDR))
    revisit_machine_stop("setsockopt: IP_PKTINFO or the like, which messages then carry");
  if (level == IPPROTO_IPV6 && (option == IPV6_RECVPKTINFO || option == IPV6_RECVERR))
    revisit_machine_stop("setsockopt: IPV6_RECVPKTINFO or the like, which messages then carry");
  if (level == IPPROTO_IP && (option == IP_ADD_MEMBERSHIP || option == IP_MULTICAST_IF))
    revisit_machine_stop("setsockopt: groups of receivers");
}

// As the kernel rounds it, where nothing was set.
static int bufferOf(int wanted) {
  enum { Most = 212992, Least = 4608 };
  return wanted < 0 || wanted > Most ? 2 * Most : 2 * wanted < Least ? Least : 2 * wanted;
}

static long setNumber(MachineEntry entry, int level, int option, const void* value, socklen_t bytes) {
  MachineStream* const stream = machineStream(entry.reads);
  int number;
  if (bytes < sizeof number)
    return 0;
  memcpy(&number, value, sizeof number);
  if (number != 0)
    refuse(level, option);
  if (level != SOL_SOCKET)
    return 0;
  if (option == SO_REUSEADDR && number != 0)
    stream->options |= ReuseAddress;
  else if (option == SO_SNDBUF)
    stream->sendBuffer = bufferOf(number);
  else if (option == SO_RCVBUF)
    stream->receiveBuffer = bufferOf(number);
  return 0;
}

int revisit_libc_setsockopt(int descriptor, int level, int option, const void* value, socklen_t bytes) {
  if (!revisit_machine_runs())
    return setsockopt(descriptor, level, option, value, bytes);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  if (problem == 0 && level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
    problem = setLimit(entry, option == SO_RCVTIMEO, value, bytes);
  else if (problem == 0)
    problem = setNumber(entry, level, option, value, bytes);
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
  case SO_ERROR:
    return revisit_machine_error(entry);
  case SO_RCVBUF:
    return stream->receiveBuffer != 0 ? stream->receiveBuffer : MachineDefaultBuffer;
  case SO_SNDBUF:
    return stream->sendBuffer != 0 ? stream->sendBuffer : MachineDefaultBuffer;
  default:
    return 0;
  }
}

int revisit_libc_getsockopt(int descriptor, int level, int option, void* value, socklen_t* bytes) {
  if (!revisit_machine_runs())
    return getsockopt(descriptor, level, option, value, bytes);
  long problem;
  const MachineEntry entry = revisit_socket_at(descriptor, &problem);
  if (problem == 0 && *bytes < sizeof(int))
    problem = -EINVAL;
  if (problem != 0)
    return (int)revisit_machine_result(problem);
  const int found = level == SOL_SOCKET ? optionOf(entry, option) : 0;
  memcpy(value, &found, sizeof found);
  *bytes = sizeof found;
  return 0;
}
