// Names and keys of queues, semaphores and memory, in instrumented code.
#include "c/machine/queues/objects.h"

#include "c/system/credentials.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MostObjects = 64, Generation = 32768 };

typedef struct Entry {
  uint64_t word;  // kind, generation and place: what a call needs to know that has the identifier
  QueueKind kind; // QueueNone: free
  key_t key;
  int place;
  int generation; // how many objects had this entry before
  bool isFound;   // by its key
  const void* at; // of memory
  char name[MachineNameBytes + 1];
} Entry;

typedef struct Table {
  pthread_mutex_t lock;
  int count;
  Entry entries[MostObjects];
} Table;

_Static_assert(sizeof(Table) <= REVISIT_MACHINE_QUEUES_BYTES, "the table fits into its place");

static Table* table(void) {
  return (Table*)REVISIT_MACHINE_QUEUES;
}

static Entry* freeEntry(void) {
  Table* const all = table();
  for (int i = 0; i < all->count; i++)
    if (all->entries[i].kind == QueueNone)
      return &all->entries[i];
  if (all->count == MostObjects)
    revisit_machine_stop("more than 64 queues, sets of semaphores and shared areas");
  return &all->entries[all->count++];
}

// Calls read the word without the lock, so that they have no order because of it.
static void publish(Entry* entry) {
  machineStore(&entry->word, (uint64_t)entry->kind | (uint64_t)entry->generation << 8 | (uint64_t)entry->place << 32);
}

static int newPlace(void) {
  const int place = revisit_machine_number();
  if (place < 0)
    revisit_machine_stop("a thread makes more descriptors and queues than are followed");
  return place;
}

static int identifierOf(const Entry* entry) {
  return (int)(entry - table()->entries) + entry->generation * Generation;
}

// The lock is held.
static long get(QueueKind kind, key_t key, int flags, void (*make)(int place, const void* wanted), const void* wanted) {
  Table* const all = table();
  for (int i = 0; key != IPC_PRIVATE && i < all->count; i++) {
    const Entry* const entry = &all->entries[i];
    if (entry->kind != kind || entry->key != key || !entry->isFound)
      continue;
    if ((flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL))
      return -EEXIST;
    const long problem = revisit_queue_may(queueHead(entry->place), flags >> 6 & 6);
    return problem != 0 ? problem : identifierOf(entry);
  }
  if (key != IPC_PRIVATE && (flags & IPC_CREAT) == 0)
    return -ENOENT;
  Entry* const entry = freeEntry();
  entry->kind = kind;
  entry->key = key;
  entry->isFound = true;
  entry->place = newPlace();
  QueueHead* const head = queueHead(entry->place);
  head->owner.__key = key;
  head->owner.uid = head->owner.cuid = geteuid();
  head->owner.gid = head->owner.cgid = getegid();
  head->owner.mode = (unsigned short)(flags & 0777);
  make(entry->place, wanted);
  publish(entry);
  return identifierOf(entry);
}

long revisit_queue_get(QueueKind kind, key_t key, int flags, void (*make)(int place, const void* wanted),
                       const void* wanted) {
  pthread_mutex_lock(&table()->lock);
  const long result = get(kind, key, flags, make, wanted);
  pthread_mutex_unlock(&table()->lock);
  return result;
}

long revisit_queue_place(QueueKind kind, int identifier) {
  const int index = identifier % Generation;
  if (identifier < 0 || index >= MostObjects)
    return -EINVAL;
  const uint64_t word = machineLoad(&table()->entries[index].word);
  if ((QueueKind)(word & 0xff) != kind)
    return -EINVAL;
  return (word >> 8 & 0xffffff) != (unsigned)(identifier / Generation) ? -EIDRM : (long)(word >> 32);
}

void revisit_queue_forget(QueueKind kind, int place) {
  pthread_mutex_lock(&table()->lock);
  for (int i = 0; i < table()->count; i++) {
    Entry* const entry = &table()->entries[i];
    if (entry->kind == kind && entry->place == place) {
      entry->kind = QueueNone;
      entry->generation++;
      entry->at = NULL;
      publish(entry);
    }
  }
  pthread_mutex_unlock(&table()->lock);
}

static Entry* entryOf(int place) {
  for (int i = 0; i < table()->count; i++)
    if (table()->entries[i].kind != QueueNone && table()->entries[i].place == place)
      return &table()->entries[i];
  return NULL;
}

void revisit_queue_hide(int place) {
  pthread_mutex_lock(&table()->lock);
  Entry* const entry = entryOf(place);
  if (entry != NULL)
    entry->isFound = false;
  pthread_mutex_unlock(&table()->lock);
}

void revisit_queue_attach(int place, const void* at) {
  pthread_mutex_lock(&table()->lock);
  Entry* const entry = entryOf(place);
  if (entry != NULL)
    entry->at = at;
  pthread_mutex_unlock(&table()->lock);
}

int revisit_queue_with(const void* at) {
  int place = 0;
  pthread_mutex_lock(&table()->lock);
  for (int i = 0; i < table()->count && place == 0 && at != NULL; i++)
    if (table()->entries[i].kind == QueueOfMemory && table()->entries[i].at == at)
      place = table()->entries[i].place;
  pthread_mutex_unlock(&table()->lock);
  return place;
}

long revisit_queue_may(const QueueHead* head, int how) {
  const struct ipc_perm* const owner = &head->owner;
  const unsigned user = geteuid() == owner->cuid ? owner->cuid : owner->uid;
  return revisit_user_may(user, owner->gid, owner->mode, true, how);
}

long revisit_queue_may_control(const QueueHead* head) {
  const unsigned user = geteuid();
  return user == 0 || user == head->owner.uid || user == head->owner.cuid ? 0 : -EPERM;
}

long revisit_queue_control(QueueKind kind, int identifier, int command, QueueControl* control, void* given) {
  const long place = revisit_queue_place(kind, identifier);
  if (place < 0)
    return place;
  QueueHead* const head = queueHead((int)place);
  pthread_mutex_lock(&head->lock);
  const long result = control((int)place, command, given);
  pthread_mutex_unlock(&head->lock);
  return result;
}

void revisit_queue_set_owner(QueueHead* head, const struct ipc_perm* wanted) {
  head->owner.uid = wanted->uid;
  head->owner.gid = wanted->gid;
  head->owner.mode = (unsigned short)((head->owner.mode & ~0777u) | (wanted->mode & 0777u));
}

// The lock is held.
static Entry* named(const char* name) {
  for (int i = 0; i < table()->count; i++)
    if (table()->entries[i].kind == QueueOfPosix && strcmp(table()->entries[i].name, name) == 0)
      return &table()->entries[i];
  return NULL;
}

int revisit_queue_find(const char* name) {
  pthread_mutex_lock(&table()->lock);
  const Entry* const entry = named(name);
  const int place = entry != NULL ? entry->place : 0;
  pthread_mutex_unlock(&table()->lock);
  return place;
}

bool revisit_queue_name(const char* name, int place) {
  pthread_mutex_lock(&table()->lock);
  const bool isFree = named(name) == NULL;
  if (isFree) {
    Entry* const entry = freeEntry();
    entry->kind = QueueOfPosix;
    entry->place = place;
    memcpy(entry->name, name, strlen(name) + 1);
  }
  pthread_mutex_unlock(&table()->lock);
  return isFree;
}

int revisit_queue_unname(const char* name) {
  pthread_mutex_lock(&table()->lock);
  Entry* const entry = named(name);
  const int place = entry != NULL ? entry->place : 0;
  if (entry != NULL) {
    entry->kind = QueueNone;
    entry->generation++;
  }
  pthread_mutex_unlock(&table()->lock);
  return place;
}
