// Message queues with types (msgget, msgsnd ...) in instrumented code. The pass renames a program's calls to these
// functions.
#include "c/machine/queues/objects.h"

#include <errno.h>
#include <string.h>
#include <sys/msg.h>
#include <unistd.h>

enum { MostBytes = 8192, UsualRoom = 16384, MostMessages = 4096, TextBytes = 640 << 10 };

typedef struct Message {
  long type;
  uint32_t at, bytes; // of its text
  bool isTaken;
} Message;

typedef struct Queue {
  QueueHead head;
  size_t room, bytes;       // of the texts that wait
  size_t stored, textsUsed; // in this run
  size_t count, first;      // that wait; before this one all are taken
  pid_t lastSender, lastReceiver;
  time_t sent, received, changed;
  Message messages[MostMessages];
  char texts[TextBytes];
} Queue;

_Static_assert(sizeof(Queue) <= MachineContentBytes, "a queue fits into its place");

static Queue* queueAt(long place) {
  return (Queue*)queueHead((int)place);
}

static void make(int place, const void* room) {
  queueAt(place)->room = *(const size_t*)room;
  queueAt(place)->changed = time(NULL);
}

int revisit_libc_msgget(key_t key, int flags) {
  if (!revisit_machine_runs())
    return msgget(key, flags);
  const size_t room = UsualRoom;
  return (int)revisit_machine_result(revisit_queue_get(QueueOfMessages, key, flags, make, &room));
}

typedef struct Transfer {
  Queue* queue;
  long type;
  void* text;
  size_t bytes;
  int flags;
  long result; // -EAGAIN: not now
} Transfer;

// The lock is held.
static void store(Queue* queue, const Transfer* sent) {
  if (queue->stored == MostMessages || queue->textsUsed + sent->bytes > TextBytes)
    revisit_machine_stop("more than 4,096 messages or 640 KiB go through a message queue");
  queue->messages[queue->stored++] = (Message){sent->type, (uint32_t)queue->textsUsed, (uint32_t)sent->bytes, false};
  memcpy(queue->texts + queue->textsUsed, sent->text, sent->bytes);
  queue->textsUsed += sent->bytes;
  queue->bytes += sent->bytes;
  queue->count++;
  queue->lastSender = getpid();
  queue->sent = time(NULL);
}

static MachineRound trySend(void* what) {
  Transfer* const sent = what;
  Queue* const queue = sent->queue;
  pthread_mutex_lock(&queue->head.lock);
  const bool hasRoom = queue->bytes + sent->bytes <= queue->room && queue->count + 1 <= queue->room;
  sent->result = queue->head.isRemoved ? -EIDRM : hasRoom ? 0 : -EAGAIN;
  if (sent->result == 0)
    store(queue, sent);
  pthread_mutex_unlock(&queue->head.lock);
  return machineRound(sent->result != -EAGAIN);
}

static bool fits(const Message* message, long type, int flags) {
  if (message->isTaken)
    return false;
  if (type == 0)
    return true;
  if (type < 0)
    return message->type <= -type;
  return (flags & MSG_EXCEPT) != 0 ? message->type != type : message->type == type;
}

// The message that a call with this type receives. The lock is held.
static Message* find(Queue* queue, long type, int flags) {
  Message* found = NULL;
  for (size_t i = queue->first; i < queue->stored; i++) {
    Message* const message = &queue->messages[i];
    if (fits(message, type, flags) && (found == NULL || message->type < found->type))
      found = message;
    if (found != NULL && type >= 0)
      break;
  }
  return found;
}

static long take(Queue* queue, Message* message, const Transfer* received) {
  const size_t bytes = message->bytes < received->bytes ? message->bytes : received->bytes;
  if (bytes < message->bytes && (received->flags & MSG_NOERROR) == 0)
    return -E2BIG;
  struct msgbuf* const to = received->text;
  to->mtype = message->type;
  memcpy(to->mtext, queue->texts + message->at, bytes);
  message->isTaken = true;
  queue->bytes -= message->bytes;
  queue->count--;
  while (queue->first < queue->stored && queue->messages[queue->first].isTaken)
    queue->first++;
  queue->lastReceiver = getpid();
  queue->received = time(NULL);
  return (long)bytes;
}

static MachineRound tryReceive(void* what) {
  Transfer* const received = what;
  Queue* const queue = received->queue;
  pthread_mutex_lock(&queue->head.lock);
  Message* const message = queue->head.isRemoved ? NULL : find(queue, received->type, received->flags);
  received->result = queue->head.isRemoved ? -EIDRM : message == NULL ? -EAGAIN : take(queue, message, received);
  pthread_mutex_unlock(&queue->head.lock);
  return machineRound(received->result != -EAGAIN);
}

// Tries, and then waits unless the call does not.
static long transfer(int identifier, MachineLook* look, Transfer* what, int how, int wouldWait) {
  const long place = revisit_queue_place(QueueOfMessages, identifier);
  if (place < 0)
    return place;
  what->queue = queueAt(place);
  const long problem = revisit_queue_may(&what->queue->head, how);
  if (problem != 0)
    return problem;
  const bool waits = (what->flags & IPC_NOWAIT) == 0;
  const long ended = revisit_machine_go_round(look, what, waits, REVISIT_MACHINE_BREAKS, NULL);
  return ended != 0 && what->result == -EAGAIN && waits ? ended : what->result == -EAGAIN ? -wouldWait : what->result;
}

int revisit_libc_msgsnd(int identifier, const void* message, size_t bytes, int flags) {
  if (!revisit_machine_runs())
    return msgsnd(identifier, message, bytes, flags);
  pthread_testcancel();
  const struct msgbuf* const from = message;
  if (bytes > MostBytes || from->mtype < 1)
    return (int)revisit_machine_result(-EINVAL);
  Transfer sent = {NULL, from->mtype, (void*)from->mtext, bytes, flags, 0};
  return (int)revisit_machine_result(transfer(identifier, trySend, &sent, 2, EAGAIN));
}

ssize_t revisit_libc_msgrcv(int identifier, void* to, size_t bytes, long type, int flags) {
  if (!revisit_machine_runs())
    return msgrcv(identifier, to, bytes, type, flags);
  pthread_testcancel();
  if ((long)bytes < 0)
    return revisit_machine_result(-EINVAL);
  if ((flags & MSG_COPY) != 0)
    revisit_machine_stop("msgrcv: MSG_COPY");
  Transfer received = {NULL, type, to, bytes, flags, 0};
  return revisit_machine_result(transfer(identifier, tryReceive, &received, 4, ENOMSG));
}

static void status(const Queue* queue, struct msqid_ds* to) {
  memset(to, 0, sizeof *to);
  to->msg_perm = queue->head.owner;
  to->msg_stime = queue->sent;
  to->msg_rtime = queue->received;
  to->msg_ctime = queue->changed;
  to->__msg_cbytes = queue->bytes;
  to->msg_qnum = queue->count;
  to->msg_qbytes = queue->room;
  to->msg_lspid = queue->lastSender;
  to->msg_lrpid = queue->lastReceiver;
}

// The lock is held.
static long control(int place, int command, void* to) {
  Queue* const queue = queueAt(place);
  struct msqid_ds* const given = to;
  const long problem =
      command == IPC_STAT ? revisit_queue_may(&queue->head, 4) : revisit_queue_may_control(&queue->head);
  if (queue->head.isRemoved || problem != 0)
    return queue->head.isRemoved ? -EIDRM : problem;
  switch (command) {
  case IPC_STAT:
    status(queue, given);
    return 0;
  case IPC_SET:
    if (given->msg_qbytes > UsualRoom && geteuid() != 0)
      return -EPERM;
    revisit_queue_set_owner(&queue->head, &given->msg_perm);
    queue->room = given->msg_qbytes;
    return 0;
  case IPC_RMID:
    queue->head.isRemoved = true;
    revisit_queue_forget(QueueOfMessages, place);
    return 0;
  case IPC_INFO:
  case MSG_INFO:
  case MSG_STAT:
    revisit_machine_stop("msgctl: a command that is not followed");
  default:
    return -EINVAL;
  }
}

int revisit_libc_msgctl(int identifier, int command, struct msqid_ds* given) {
  if (!revisit_machine_runs())
    return msgctl(identifier, command, given);
  return (int)revisit_machine_result(revisit_queue_control(QueueOfMessages, identifier, command, control, given));
}
