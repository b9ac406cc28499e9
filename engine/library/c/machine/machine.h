// The machine around the program: descriptors and what they stand for. Each operation that others can tell is one on an
// object of the runtime (abi/machine.h); everything else is memory that the calls access like the program's own code.
//
// The table has an entry for each descriptor. It says what the descriptor stands for, so that a call needs one read of
// shared memory: the kind, the place of the stream that it reads, and that of the stream that it writes to. A place has
// room for a stream with its content, or for a set of watches.
#pragma once

#include "abi/machine.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>

typedef enum MachineKind {
  MachineNothing, // the descriptor was never opened, or is one of the runtime
  MachineClosed,
  MachinePipeReader,
  MachinePipeWriter,
  MachineCounter,   // eventfd
  MachineSet,       // epoll
  MachineUnused,    // a socket that is not connected and does not listen
  MachineListener,  // its stream has the places of connections
  MachineSocket,    // a connected one of bytes
  MachinePackets,   // a connected one of messages (SOCK_SEQPACKET); its stream has messages: sockets/sockets.h
  MachineDatagrams, // SOCK_DGRAM of AF_UNIX; what it writes to is its peer's place, or its own without one
  MachineUdp,       // the same of the internet families
  MachineTimer,
  MachineSignals, // signalfd
  MachineQueue,   // of messages with priorities: queues/posix.h. It reads its opening and writes to the queue
  MachineNotices, // inotify: watching/notices.h
  MachineFile,    // files.h
  MachineChild    // no descriptor: a process; its stream has its status once it has ended
} MachineKind;

typedef struct MachineEntry {
  MachineKind kind;
  int reads, writes; // places; both are the same where there is one
} MachineEntry;

// What all descriptors of one opening share.
typedef struct MachineShared {
  int flags;      // O_NONBLOCK, O_APPEND, and those below
  int references; // descriptors
} MachineShared;

// Flags beside those of fcntl, so that a call reads one word.
enum {
  MachineFlagsOfFcntl = 0xc00, // O_NONBLOCK | O_APPEND
  MachineReadLimit = 1 << 20,  // SO_RCVTIMEO: waitsToRead
  MachineWriteLimit = 1 << 21,
  MachineHasError = 1 << 22,    // a socket: `error`
  MachineIsShut = 1 << 23,      // a datagram or TCP socket sends no more
  MachineIsNamed = 1 << 24,     // a UDP socket has an address
  MachineIsConnected = 1 << 25, // a UDP socket has a peer
  MachineIsResized = 1 << 26    // a pipe: F_SETPIPE_SZ
};

typedef struct MachineAddress {
  socklen_t bytes;
  struct sockaddr_storage text;
} MachineAddress;

// A watch of a set on an opening. The runtime's counter at `edge` counts the edges that were not reported yet.
typedef struct MachineWatch {
  char edge;
  bool isUsed;
  bool isOff;       // EPOLLONESHOT, after a report
  bool isLinked;    // in the list of what may be ready
  int set;          // place
  unsigned process; // of a signalfd: whose signals wake it
  int descriptor;   // as it was given; negative: the watch was deleted
  MachineEntry entry;
  _Atomic uint32_t events; // operations on its streams read it without the lock of the set
  uint64_t data;
  uint64_t reported; // of an edge-triggered timer: the number of the expiry that it has reported
} MachineWatch;

enum {
  MachineContentAt = (int)REVISIT_MACHINE_CONTENT,
  MachineContentBytes = (int)REVISIT_MACHINE_STRIDE - MachineContentAt,
  MachineSocketCapacity = 65536,
  MachineWatchers = 16, // of one opening
  MachineWatches = 64   // of one set
};

typedef struct MachineStream {
  char objects[8]; // the object of the runtime has the address of the one of its kind: machineObject
  MachineShared ends[2];
  pthread_mutex_t writing; // held while units are stored and published
  size_t written;          // units stored so far; a pipe: bytes, and 2^32 times the number of writes
  size_t connections;      // a listener: how many may wait
  size_t stored, weight;   // messages: bytes stored so far, and what they count of a buffer
  bool isSemaphore;        // a counter
  uint32_t room;           // a pipe can be written to if that many bytes were taken
  int slots;               // a pipe; 0: the usual number
  uint64_t signals;        // of a signalfd

  // Of a socket.
  int family, type;
  int peer;  // place of the other side; of a datagram socket, the only one whose messages it takes: place or port
  int error; // that the next call reports
  int sendBuffer, receiveBuffer; // 0: the usual size
  unsigned options;
  MachineAddress name, peerName;
  int64_t waitsToRead, waitsToWrite; // time limits in nanoseconds; 0: none

  // Who watches an opening that reads this stream, and one that only writes to it.
  pthread_mutex_t watching;
  int watcherCount;
  MachineWatch* watchers[MachineWatchers];
} MachineStream;

static inline MachineStream* machineStream(int place) {
  return (MachineStream*)(REVISIT_MACHINE_PLACES + (uint64_t)place * REVISIT_MACHINE_STRIDE);
}
// The object of an opening of this kind. Names of objects tell their kinds by their addresses.
static inline void* machineObject(MachineKind kind, MachineStream* stream) {
  switch (kind) {
  case MachineCounter:
    return stream->objects + REVISIT_MACHINE_COUNTER;
  case MachineSocket:
  case MachinePackets:
  case MachineDatagrams:
  case MachineUdp:
  case MachineUnused:
    return stream->objects + REVISIT_MACHINE_SOCKET;
  case MachineListener:
    return stream->objects + REVISIT_MACHINE_LISTENER;
  case MachineChild:
    return stream->objects + REVISIT_MACHINE_CHILD;
  case MachineTimer:
  case MachineSignals:
  case MachineNotices:
  case MachineQueue:
  case MachinePipeReader:
  case MachinePipeWriter:
  case MachineSet:
  case MachineFile:
  case MachineNothing:
  case MachineClosed:
    break;
  }
  return stream->objects + REVISIT_MACHINE_PIPE;
}
static inline bool machineIsPipe(MachineKind kind) {
  return kind == MachinePipeReader || kind == MachinePipeWriter;
}
static inline bool machineIsDatagram(MachineKind kind) {
  return kind == MachineDatagrams || kind == MachineUdp;
}
static inline bool machineHasMessages(MachineKind kind) {
  return kind == MachinePackets || machineIsDatagram(kind);
}
static inline bool machineIsConnection(MachineKind kind) {
  return kind == MachineSocket || kind == MachinePackets;
}
static inline char* machineContent(MachineStream* stream) {
  return (char*)stream + MachineContentAt;
}

// Words of the machine are read and written in one order, as the system does it. Models in which the order of atomics
// alone does not give that need updates.
#define machineLoad(at)                                                                                                \
  (revisit_machine_is_weak() ? __atomic_fetch_add(at, 0, __ATOMIC_SEQ_CST) : __atomic_load_n(at, __ATOMIC_SEQ_CST))
#define machineStore(at, value)                                                                                        \
  do {                                                                                                                 \
    if (revisit_machine_is_weak())                                                                                     \
      (void)__atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                          \
    else                                                                                                               \
      __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                   \
  } while (false)

// The lock of those that write to the stream. As long as only one thread has ever done so, in all runs, there is
// nothing to lock: the number of units written is then its own.
static inline bool machineLockWrites(MachineStream* stream) {
  const bool hasOthers = revisit_machine_is_needed(&stream->written) != 0;
  if (hasOthers)
    pthread_mutex_lock(&stream->writing);
  return hasOthers;
}
static inline void machineUnlockWrites(MachineStream* stream, bool isLocked) {
  if (isLocked)
    pthread_mutex_unlock(&stream->writing);
}

// Times in nanoseconds, and limits of waits: negative stands for none.
static inline int64_t machineTime(struct timespec time) {
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}
static inline int64_t machineTimeOfParts(struct timeval time) {
  return time.tv_sec * INT64_C(1000000000) + time.tv_usec * INT64_C(1000);
}
static inline int64_t machineLimit(int milliseconds) {
  return milliseconds < 0 ? -1 : milliseconds * INT64_C(1000000);
}

// The set as a word at `to`; null without one.
static inline const uint64_t* machineBlocked(const sigset_t* signals, uint64_t* to) {
  if (signals == NULL)
    return NULL;
  *to = signals->__val[0];
  return to;
}

// descriptors.c

// What the descriptor stands for. Its use after its close is an error of the program.
MachineEntry revisit_machine_entry(int descriptor);
// Makes the descriptor stand for that.
void revisit_machine_open(int descriptor, MachineEntry entry);
// A new descriptor of a new opening with these flags (O_NONBLOCK), and its place; a negative error number.
int revisit_machine_new(MachineKind kind, int flags, int* place);
// A new descriptor of this opening, above or at `least`; a negative error number.
int revisit_machine_give(MachineEntry entry, int least);
// The entry, for the calls above; `closes`: with the mark that a new program does not have it.
MachineEntry revisit_machine_marked(MachineEntry entry, bool closes);
// Reserves a number for a descriptor that is opened later: no other thread gets it until it is opened or given back. 0:
// no reservation is needed. Negative: there is no free number.
int revisit_machine_reserve(void);
void revisit_machine_give_back(int descriptor);
// The state that the descriptors of this opening share.
MachineShared* revisit_machine_shared(MachineEntry entry);
// Its flags.
int revisit_machine_flags(MachineEntry entry);
void revisit_machine_set_flags(MachineEntry entry, int flags, bool set);
// REVISIT_MACHINE_TRIES if its calls fail instead of waiting.
unsigned revisit_machine_how(MachineEntry entry);
// One reference to the opening less: the last one ends it.
void revisit_machine_end_reference(MachineEntry entry);
// Sets errno if the result is a negative error number, and returns what the call then returns.
long revisit_machine_result(long result);

// Closes all descriptors of the calling thread's process; those that a new program would not have.
void revisit_machine_close_all(void);
void revisit_machine_close_for_program(void);
// The new process, which does not run yet, gets the descriptors of the calling thread's.
void revisit_machine_copy_table(unsigned process);
// In the new process, the descriptor stands for that too; what it stood for before is closed.
void revisit_machine_pass_on(unsigned process, int descriptor, MachineEntry entry);
// Sets whether a new program would not have it.
void revisit_machine_closes(int descriptor, bool closes);

// processes/children.c

// The calling thread's process makes this one. Returns its identifier.
int revisit_child_begin(unsigned process);
// The calling thread's process, which is this one, ends: its status as waitpid tells it.
void revisit_child_end(unsigned process, int status);
// Waits for the child with this identifier: 0 or a negative error number.
long revisit_child_wait(int identifier, int* status);
// The calling thread executes another program in its process: it reads its standard input
// to the end if that is a pipe, then writes these bytes.
void revisit_child_does(const void* output, size_t bytes);

// streams.c

// Units from and to the stream of an opening: the connections of a listener are ints, all others bytes; `how` as in
// abi/machine.h. They return their number, or a negative error number.
long revisit_stream_write(MachineKind kind, MachineStream* stream, const void* from, size_t units, unsigned how);
long revisit_stream_read(MachineKind kind, MachineStream* stream, void* to, size_t units, unsigned how);
// Takes units without copying them: as revisit_machine_take, also where something else may end the wait.
long revisit_stream_take(MachineKind kind, MachineStream* stream, size_t units, unsigned how);
// Returns how many units are left.
long revisit_stream_shut(MachineKind kind, MachineStream* stream, unsigned ends);
// How many units it holds at most.
size_t revisit_stream_capacity(MachineKind kind, const MachineStream* stream);
// A counter's; they return 0 or a negative error number.
long revisit_counter_add(MachineStream* counter, uint64_t number, unsigned how);
long revisit_counter_take(MachineStream* counter, uint64_t* taken, unsigned how);

// watches.c

// Tells those that watch the stream, or the counter, which of these events (EPOLLIN ...) may now hold.
void revisit_machine_wake(MachineStream* stream, uint32_t events);
// Nobody has a descriptor of this opening any more: its watches vanish.
void revisit_machine_unwatch(MachineEntry entry);
// The opening of the descriptor changes: a socket listens, is connected, or sends to another one from now on. Its
// watches follow it; the change itself is an event for them if it `wakes`.
void revisit_machine_become(int descriptor, MachineEntry before, MachineEntry now, bool wakes);
// Whether some watch of the set is ready.
bool revisit_machine_set_is_ready(int place);

// polling.c

// Which of the events (POLLIN ...) a poll of this descriptor reports. Unless it only tries, it waits for one.
unsigned revisit_machine_poll(MachineEntry entry, unsigned events, unsigned how);
// Whether a wait for one descriptor of this kind is one step.
bool revisit_machine_waits_alone(MachineEntry entry);

// timers.c. It contains an unknown input, so it is linked into programs that make timers only: these declarations alone
// do not ask for it, and are used for entries that are timers.

// The nanoseconds until the timer expires; 0: it has, negative: it is not armed.
__attribute__((weak)) int64_t revisit_timer_rest(int place);
// The number of the expiry from which on nobody has read the timer; 0: it has not expired since. The expiries that a
// periodic timer adds before it is read are no new ones: the kernel does not tell of them either.
__attribute__((weak)) uint64_t revisit_timer_expiry(int place);
// Reads the number of expirations, as `read` does.
__attribute__((weak)) long revisit_timer_read(MachineEntry entry, void* to, size_t bytes);
// Of the timers that a thread waits for, the one whose time is the next to come.
typedef struct MachineNextTimer {
  int place; // negative: there is none
  int64_t rest;
  int behind; // behind so many reports it stood in the list of a set; negative: it did not
} MachineNextTimer;
__attribute__((weak)) void revisit_timer_note(MachineNextTimer* next, int place);
// After a look at all that a thread waits for, of which something is ready or not: whether this timer expires before
// the thread goes on, so that it has to look again. If something is ready, that is a choice. Otherwise the thread
// waits, and what is left of its limit becomes shorter (negative: it has none).
__attribute__((weak)) bool revisit_timer_waits(const MachineNextTimer* next, bool isReady, int64_t* limit);

// rounds.c

// What one look at all that a thread waits for shows: nothing, what it waits for, or that a timer is to come.
typedef enum MachineRound { MachineRoundFails, MachineRoundFinds, MachineRoundPauses } MachineRound;
typedef MachineRound MachineLook(void* what);
static inline MachineRound machineRound(bool finds) {
  return finds ? MachineRoundFinds : MachineRoundFails;
}

// Looks once or, if the call waits, in rounds until one does not fail. After a look that does not find what it waits
// for, a handler or a request to cancel may end the wait; `blocked`: the signals that are blocked meanwhile, null: as
// they are now. 0, or a negative error number.
long revisit_machine_go_round(MachineLook* look, void* what, bool waits, unsigned how, const uint64_t* blocked);
// Waits until some of these conditions of a stream may hold: in rounds, if something else may end the wait
// (revisit_machine_waits_in_rounds). 0, or a negative error number.
long revisit_machine_await(void* stream, unsigned conditions, size_t capacity, unsigned how);
// The same until there is something to take from a counter.
long revisit_machine_await_counter(void* counter, unsigned how);
// Adds to a counter, in rounds. 0, or a negative error number.
long revisit_machine_add_in_rounds(void* counter, uint64_t number, unsigned how);

// pipes.c

// Writes as the kernel does, and waits for room unless the opening does not.
long revisit_pipe_write(MachineEntry entry, const void* from, size_t bytes);
// F_SETPIPE_SZ and F_GETPIPE_SZ.
long revisit_pipe_resize(MachineEntry entry, long bytes);
long revisit_pipe_size(MachineEntry entry);

// signals.c

// Whether a signal of a signalfd is pending; reads as many as there are, as `read` does.
bool revisit_signals_are_there(MachineEntry entry);
// The same of those that are pending for the calling thread alone.
bool revisit_signals_are_mine(MachineEntry entry);
// The stream of a process that stands for its signals: it has watchers only.
MachineStream* revisit_signals_of(unsigned process);
// While this lock is held, no thread sends a signal to the process. Taken before locks of sets; only if some run has
// shown that a set watches a signalfd and that the order of what is ready counts. Returns whether it was taken.
bool revisit_signals_lock(unsigned process);
void revisit_signals_unlock(unsigned process, bool isLocked);
// From the next run on a set watches a signalfd.
void revisit_signals_are_watched(void);
long revisit_signals_read(MachineEntry entry, void* to, size_t bytes);

// sockets/sockets.c

// Nobody has a descriptor of this socket any more.
void revisit_machine_end_socket(MachineEntry entry);

// The error that the next call of a socket would report, once; 0: none.
int revisit_machine_error(MachineEntry entry);

// sockets/exchange.c: a connection or datagram socket. They return a number of bytes, or a negative error number.

long revisit_socket_read(MachineEntry entry, const struct iovec* parts, size_t count);
long revisit_socket_write(int descriptor, MachineEntry entry, const struct iovec* parts, size_t count);

// sockets/messages.c

// How many messages must have been taken before POLLOUT holds, and a sender that waits goes on.
size_t revisit_message_room(MachineEntry entry);
// What FIONREAD tells.
long revisit_message_bytes(MachineEntry entry);
