// Message queues, semaphores and shared memory that processes find by a name or a key. Each has a place, and its state
// is in the content of that, under a lock. A call that waits goes round until it can be done.
#pragma once

#include "c/machine/files.h"

#include <sys/ipc.h>

typedef enum QueueKind { QueueNone, QueueOfPosix, QueueOfMessages, QueueOfSemaphores, QueueOfMemory } QueueKind;

// The begin of the state of each.
typedef struct QueueHead {
  pthread_mutex_t lock;
  bool isRemoved;
  struct ipc_perm owner; // of those with keys
} QueueHead;

// Those with keys.

// The identifier of the object with the key, made by `make` at a new place if there is none; a negative error number.
long revisit_queue_get(QueueKind kind, key_t key, int flags, void (*make)(int place, const void* wanted),
                       const void* wanted);
// Its place; a negative error number.
long revisit_queue_place(QueueKind kind, int identifier);
// Nobody finds it any more.
void revisit_queue_forget(QueueKind kind, int place);
// Nobody finds it by its key any more.
void revisit_queue_hide(int place);
// The memory at this place is attached there; null: it is not any more. The place of the one that is; 0: there is none.
void revisit_queue_attach(int place, const void* at);
int revisit_queue_with(const void* at);
// Whether the process may do this with it (4: read, 2: write): 0.
long revisit_queue_may(const QueueHead* head, int how);
// Whether it may change its owner or remove it: 0.
long revisit_queue_may_control(const QueueHead* head);
// What msgctl and its kin do with one of them, under its lock.
typedef long QueueControl(int place, int command, void* given);
long revisit_queue_control(QueueKind kind, int identifier, int command, QueueControl* control, void* given);
// IPC_SET.
void revisit_queue_set_owner(QueueHead* head, const struct ipc_perm* wanted);

// Those with names.

// The place of the queue with the name; 0: there is none.
int revisit_queue_find(const char* name);
// Gives the name to the place. False: another thread has given it to another one.
bool revisit_queue_name(const char* name, int place);
// Takes the name away. Returns the place that had it, or 0.
int revisit_queue_unname(const char* name);

static inline QueueHead* queueHead(int place) {
  return (QueueHead*)machineContent(machineStream(place));
}
