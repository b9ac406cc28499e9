// Sockets: their addresses, and those that keep messages apart. The stream of such a socket has messages as its units;
// its content begins with their records.
#pragma once

#include "c/machine/machine.h"

#include <netinet/in.h>

typedef struct MachineMessage {
  uint32_t at, bytes; // of the texts in the content
  int from;           // place of the sender
} MachineMessage;

enum {
  MachineMessages = 8192, // through one socket, in a run
  MachineTextsAt = MachineMessages * (int)sizeof(MachineMessage),
  MachineTextsBytes = MachineContentBytes - MachineTextsAt,
  MachineDefaultBuffer = 212992
};

// What a call that receives learns besides the text.
typedef struct MachineReceived {
  int from;  // place of the sender; 0: none
  int flags; // MSG_TRUNC
} MachineReceived;

static inline bool machineIsInternet(int family) {
  return family == AF_INET || family == AF_INET6;
}
static inline bool machineIsSocket(MachineKind kind) {
  return kind == MachineUnused || kind == MachineListener || kind == MachineSocket || machineHasMessages(kind);
}
// The port stands at the same place for both families of internet addresses.
static inline in_port_t* machinePort(MachineAddress* address) {
  return &((struct sockaddr_in*)&address->text)->sin_port;
}

// addresses.c

bool revisit_address_in(MachineAddress* to, const struct sockaddr* from, socklen_t bytes);
int revisit_address_out(const MachineAddress* from, struct sockaddr* to, socklen_t* bytes);
// Gives the socket the name; a port of 0 stands for any. Returns an error number.
int revisit_address_bind(int place, MachineAddress* name);
// The place of a socket of this family and type with this name, or a negative error number.
int revisit_address_find(int family, int type, MachineAddress* wanted);
// Nobody has this name any more.
void revisit_address_forget(int place);
// Gives a socket of the internet families that has no name one on the interface of this address.
void revisit_address_local(int place, const MachineAddress* interface);
// Whether the address is one of this machine: "any" stands for loopback.
bool revisit_address_is_here(const MachineAddress* address);

// sockets.c

// The next call reports the error.
void revisit_socket_fail(MachineEntry entry, int error);
// The entry of a socket. *problem is a negative error number if it is none.
MachineEntry revisit_socket_at(int descriptor, long* problem);

// messages.c

// Puts a message into the stream of the socket at `to`. A negative error number: -EBADF if that socket was closed.
long revisit_message_put(MachineEntry from, int to, const struct iovec* parts, size_t count, unsigned how);
// Takes a message, or looks at it (REVISIT_MACHINE_KEEPS). Returns the bytes that were copied, or all of the message
// with MSG_TRUNC in `flags`; a negative error number.
long revisit_message_take(MachineEntry entry, const struct iovec* parts, size_t count, int flags, unsigned how,
                          MachineReceived* got);
size_t revisit_message_size(const struct iovec* parts, size_t count);

// datagrams.c

long revisit_datagram_send(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                           const MachineAddress* to);
long revisit_datagram_receive(MachineEntry entry, const struct iovec* parts, size_t count, int flags,
                              MachineReceived* got);
long revisit_datagram_connect(int descriptor, MachineEntry entry, MachineAddress* wanted);
long revisit_datagram_shut(MachineEntry entry, int which);
// The address of the one that has sent to this socket.
void revisit_datagram_sender(MachineEntry entry, int from, MachineAddress* to);

// exchange.c

// Parts of `how` for a call, and its time limit; 0: none.
unsigned revisit_socket_how_to_receive(MachineEntry entry, int flags, int64_t* limit);
unsigned revisit_socket_how_to_send(MachineEntry entry, int flags, int64_t* limit);
// The result of a call with this time limit (0: none), which only tries: one that would wait fails once the limit is
// over, or a handler ends it.
long revisit_socket_unless_late(long result, int64_t limit);
