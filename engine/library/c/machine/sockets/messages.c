// Messages in streams, in instrumented code. A message counts as what the kernel has of it in memory, and a sender
// waits once its messages that nobody has read fill its buffer.
#include "c/machine/sockets/rights.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

enum { QueueOfStrangers = 11, WeightsOfNoMatter = 2304 };

static MachineMessage* recordsOf(MachineStream* stream) {
  return (MachineMessage*)machineContent(stream);
}

size_t revisit_message_size(const struct iovec* parts, size_t count) {
  size_t sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += parts[i].iov_len;
  return sum;
}

// Bytes of memory of a message: two structures and the text in a block.
static size_t weightOf(MachineKind kind, size_t bytes) {
  size_t block = 512;
  while (block < bytes + (kind == MachineUdp ? 512 : 320))
    block *= 2;
  return block + 256;
}

// How many of the messages that were put last weigh less than that together.
static size_t lastBelow(MachineKind kind, MachineStream* stream, size_t limit) {
  size_t count = 0, sum = 0;
  if (stream->weight < limit)
    return MachineMessages;
  while (count < stream->written) {
    sum += weightOf(kind, recordsOf(stream)[stream->written - count - 1].bytes);
    if (sum >= limit)
      break;
    count++;
  }
  return count;
}

static size_t bufferOf(MachineEntry from, MachineStream* stream) {
  const int bytes = from.kind == MachineUdp ? stream->receiveBuffer : machineStream(from.reads)->sendBuffer;
  return bytes != 0 ? (size_t)bytes : MachineDefaultBuffer;
}

// Whether the two sockets take messages of each other only.
static bool isPair(MachineEntry from, MachineStream* to) {
  return from.kind == MachinePackets || machineLoad(&to->peer) == from.reads;
}

// How many messages may wait so that the next one can be put. The lock of the stream is held. A sender's buffer is for
// all sockets that it sends to: with an eighth of it at each, eight of them have room.
static size_t capacityFor(MachineEntry from, MachineStream* stream, bool isStranger) {
  if (stream->weight < WeightsOfNoMatter)
    return isStranger ? QueueOfStrangers : MachineMessages;
  const size_t buffer = bufferOf(from, stream);
  const size_t capacity = lastBelow(from.kind, stream, isStranger ? buffer / 8 : buffer) + 1;
  return isStranger && capacity > QueueOfStrangers ? QueueOfStrangers : capacity;
}

static void store(MachineStream* stream, int from, const struct iovec* parts, size_t count, size_t bytes) {
  if (stream->written == MachineMessages || stream->stored + bytes > MachineTextsBytes)
    revisit_machine_stop("more than 900 KiB or 8,192 messages go through a socket");
  MachineMessage* const record = &recordsOf(stream)[stream->written];
  char* to = machineContent(stream) + MachineTextsAt + stream->stored;
  record->at = (uint32_t)stream->stored;
  record->bytes = (uint32_t)bytes;
  record->from = from;
  for (size_t i = 0; i < count; i++) {
    memcpy(to, parts[i].iov_base, parts[i].iov_len);
    to += parts[i].iov_len;
  }
}

// Stores and publishes it, unless there is no room.
static long tryPut(MachineEntry from, MachineStream* stream, const struct iovec* parts, size_t count, bool isStranger) {
  const size_t bytes = revisit_message_size(parts, count);
  const bool isLocked = machineLockWrites(stream);
  const size_t capacity = capacityFor(from, stream, isStranger);
  store(stream, from.reads, parts, count, bytes);
  revisit_rights_begin(stream, stream->written, 1);
  const long put = revisit_machine_put(machineObject(from.kind, stream), 1, capacity, REVISIT_MACHINE_TRIES);
  revisit_rights_finish(stream, put);
  if (put == -EAGAIN && isStranger && capacity < QueueOfStrangers)
    revisit_machine_stop("datagrams that wait at several sockets may fill the sender's buffer");
  if (put > 0) {
    stream->written++;
    stream->stored += bytes;
    stream->weight += weightOf(from.kind, bytes);
  }
  if (put > 0 && (put & REVISIT_MACHINE_WATCHED) != 0)
    revisit_machine_wake(stream, EPOLLIN | EPOLLRDNORM);
  machineUnlockWrites(stream, isLocked);
  return put;
}

long revisit_message_put(MachineEntry from, int to, const struct iovec* parts, size_t count, unsigned how) {
  MachineStream* const stream = machineStream(to);
  const bool isStranger = from.kind == MachineDatagrams && !isPair(from, stream);
  for (;;) {
    const long put = tryPut(from, stream, parts, count, isStranger);
    if (put != -EAGAIN)
      return put;
    if (from.kind == MachineUdp)
      revisit_machine_stop("more datagrams wait at a UDP socket than may fit into its buffer");
    if ((how & REVISIT_MACHINE_TRIES) != 0)
      return put;
    const long problem =
        revisit_machine_await(machineObject(from.kind, stream), REVISIT_MACHINE_TAKEN_TO | REVISIT_MACHINE_BROKEN,
                              revisit_message_room((MachineEntry){from.kind, from.reads, to}), how);
    if (problem != 0)
      return problem;
  }
}

size_t revisit_message_room(MachineEntry entry) {
  MachineStream* const stream = machineStream(entry.writes);
  const bool isStranger = entry.kind == MachineDatagrams && !isPair(entry, stream);
  size_t most = MachineMessages;
  const bool isLocked = machineLockWrites(stream);
  if (stream->weight >= WeightsOfNoMatter)
    most = lastBelow(entry.kind, stream, bufferOf(entry, stream) / 4);
  if (isStranger && most >= QueueOfStrangers)
    most = QueueOfStrangers - 1;
  const size_t room = most >= stream->written ? 0 : stream->written - most;
  machineUnlockWrites(stream, isLocked);
  return room;
}

static size_t copyTo(const struct iovec* parts, size_t count, const char* text, size_t bytes) {
  size_t done = 0;
  for (size_t i = 0; i < count && done < bytes; i++) {
    const size_t part = parts[i].iov_len < bytes - done ? parts[i].iov_len : bytes - done;
    memcpy(parts[i].iov_base, text + done, part);
    done += part;
  }
  return done;
}

long revisit_message_take(MachineEntry entry, const struct iovec* parts, size_t count, int flags, unsigned how,
                          MachineReceived* got) {
  MachineStream* const stream = machineStream(entry.reads);
  const long taken = revisit_stream_take(entry.kind, stream, 1, how);
  *got = (MachineReceived){0, 0};
  if (taken == -EBADF)
    revisit_machine_stop("a descriptor is closed while another thread reads from it");
  if (taken < 0)
    return taken;
  const size_t part = (size_t)(taken & REVISIT_MACHINE_RESULT);
  if ((part & ((1u << REVISIT_MACHINE_UNIT_BITS) - 1)) == 0) // the end
    return 0;
  if ((taken & REVISIT_MACHINE_WATCHED) != 0 && (how & REVISIT_MACHINE_KEEPS) == 0)
    revisit_machine_wake(stream, EPOLLOUT | EPOLLWRNORM);
  const size_t number = part >> REVISIT_MACHINE_UNIT_BITS;
  if ((how & REVISIT_MACHINE_KEEPS) == 0)
    revisit_rights_take(stream, number, 1);
  const MachineMessage* const record = &recordsOf(stream)[number];
  const size_t bytes = record->bytes;
  const size_t done = copyTo(parts, count, machineContent(stream) + MachineTextsAt + record->at, bytes);
  got->from = record->from;
  got->flags = done < bytes ? MSG_TRUNC : 0;
  return (long)((flags & MSG_TRUNC) != 0 ? bytes : done);
}

long revisit_message_bytes(MachineEntry entry) {
  MachineStream* const stream = machineStream(entry.reads);
  const size_t most = entry.kind == MachinePackets ? MachineMessages : 1;
  const long taken =
      revisit_machine_take(machineObject(entry.kind, stream), most, REVISIT_MACHINE_TRIES | REVISIT_MACHINE_KEEPS);
  if (taken < 0)
    return 0;
  const size_t part = (size_t)(taken & REVISIT_MACHINE_RESULT), first = part >> REVISIT_MACHINE_UNIT_BITS;
  const size_t count = part & ((1u << REVISIT_MACHINE_UNIT_BITS) - 1);
  long sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += recordsOf(stream)[first + i].bytes;
  return sum;
}
