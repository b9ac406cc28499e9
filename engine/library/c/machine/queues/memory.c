// Shared memory with keys (shmget, shmat ...) in instrumented code: files without names, which are mapped. The pass
// renames a program's calls to these functions.
#include "c/machine/queues/objects.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

typedef struct Area {
  QueueHead head;
  size_t bytes;
  unsigned node;
  void* at;              // where it is mapped, if it is attached
  long attached;         // how many processes have attached it
  uint64_t processes[4]; // which ones
  pid_t creator, last;
  time_t attachedAt, detachedAt, changed;
} Area;

static Area* areaAt(long place) {
  return (Area*)queueHead((int)place);
}

static void make(int place, const void* wanted) {
  Area* const area = areaAt(place);
  area->bytes = *(const size_t*)wanted;
  area->node = revisit_file_new(S_IFREG, 0600);
  area->creator = getpid();
  area->changed = time(NULL);
  revisit_file_truncate(area->node, (int64_t)area->bytes);
}

static long get(key_t key, size_t bytes, int flags) {
  if (bytes > MachineFileBytes)
    revisit_machine_stop("shmget: more than 16 MiB");
  if ((flags & SHM_HUGETLB) != 0)
    return -EINVAL;
  if (bytes == 0 && (key == IPC_PRIVATE || (flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL)))
    return -EINVAL;
  const long identifier = revisit_queue_get(QueueOfMemory, key, flags, make, &bytes);
  if (identifier < 0)
    return identifier;
  const long place = revisit_queue_place(QueueOfMemory, (int)identifier);
  return place >= 0 && bytes > areaAt(place)->bytes ? -EINVAL : identifier;
}

int revisit_libc_shmget(key_t key, size_t bytes, int flags) {
  return revisit_machine_runs() ? (int)revisit_machine_result(get(key, bytes, flags)) : shmget(key, bytes, flags);
}

static bool isAttachedHere(const Area* area) {
  const unsigned process = revisit_machine_process();
  return (area->processes[process / 64] >> process % 64 & 1) != 0;
}
static void markHere(Area* area, bool isAttached) {
  const unsigned process = revisit_machine_process();
  const uint64_t bit = UINT64_C(1) << process % 64;
  area->processes[process / 64] =
      isAttached ? area->processes[process / 64] | bit : area->processes[process / 64] & ~bit;
  area->attached += isAttached ? 1 : -1;
  area->last = getpid();
  *(isAttached ? &area->attachedAt : &area->detachedAt) = time(NULL);
}

// The lock is held. Each process has the area at the same address.
static long attach(Area* area, int flags) {
  const long problem = revisit_queue_may(&area->head, (flags & SHM_RDONLY) != 0 ? 4 : 6);
  if (problem != 0)
    return problem;
  if (isAttachedHere(area) || (area->attached != 0 && (flags & SHM_RDONLY) != 0))
    revisit_machine_stop("shmat: an area that is attached already");
  if (area->attached == 0) {
    const int file = (int)revisit_file_open(area->node, O_RDWR);
    if (file < 0)
      return file;
    const int protection = (flags & SHM_RDONLY) != 0 ? PROT_READ : PROT_READ | PROT_WRITE;
    void* const at = mmap(NULL, area->bytes, protection, MAP_SHARED, file, 0);
    close(file);
    if (at == MAP_FAILED)
      return -errno;
    area->at = at;
  }
  markHere(area, true);
  return 0;
}

void* revisit_libc_shmat(int identifier, const void* wanted, int flags) {
  if (!revisit_machine_runs())
    return shmat(identifier, wanted, flags);
  if (wanted != NULL || (flags & ~SHM_RDONLY) != 0)
    revisit_machine_stop("shmat: at an address that the program chooses");
  const long place = revisit_queue_place(QueueOfMemory, identifier);
  if (place < 0)
    return (void*)revisit_machine_result(place);
  Area* const area = areaAt(place);
  pthread_mutex_lock(&area->head.lock);
  const long problem = attach(area, flags);
  void* const at = area->at;
  pthread_mutex_unlock(&area->head.lock);
  if (problem != 0)
    return (void*)revisit_machine_result(problem);
  revisit_queue_attach((int)place, at);
  return at;
}

int revisit_libc_shmdt(const void* at) {
  if (!revisit_machine_runs())
    return shmdt(at);
  const int place = revisit_queue_with(at);
  if (place == 0)
    return (int)revisit_machine_result(-EINVAL);
  Area* const area = areaAt(place);
  pthread_mutex_lock(&area->head.lock);
  const bool isHere = isAttachedHere(area); // otherwise the process has it from the one that has made it
  if (isHere)
    markHere(area, false);
  const bool isLast = isHere && area->attached == 0, isGone = isLast && area->head.isRemoved;
  if (isLast)
    munmap(area->at, area->bytes);
  pthread_mutex_unlock(&area->head.lock);
  if (isLast)
    revisit_queue_attach(place, NULL);
  if (isGone)
    revisit_queue_forget(QueueOfMemory, place);
  return 0;
}

static void status(const Area* area, struct shmid_ds* to) {
  memset(to, 0, sizeof *to);
  to->shm_perm = area->head.owner;
  if (area->head.isRemoved)
    to->shm_perm.mode |= SHM_DEST;
  to->shm_segsz = area->bytes;
  to->shm_atime = area->attachedAt;
  to->shm_dtime = area->detachedAt;
  to->shm_ctime = area->changed;
  to->shm_cpid = area->creator;
  to->shm_lpid = area->last;
  to->shm_nattch = (shmatt_t)area->attached;
}

// The lock is held. An area that is attached stays until it is not any more.
static long control(int place, int command, void* to) {
  Area* const area = areaAt(place);
  struct shmid_ds* const given = to;
  const long problem = command == IPC_STAT ? revisit_queue_may(&area->head, 4) : revisit_queue_may_control(&area->head);
  if (problem != 0)
    return problem;
  switch (command) {
  case IPC_STAT:
    status(area, given);
    return 0;
  case IPC_SET:
    revisit_queue_set_owner(&area->head, &given->shm_perm);
    return 0;
  case SHM_LOCK:
  case SHM_UNLOCK:
    return 0;
  case IPC_RMID:
    area->head.isRemoved = true;
    if (area->attached == 0)
      revisit_queue_forget(QueueOfMemory, place);
    else
      revisit_queue_hide(place);
    return 0;
  case IPC_INFO:
  case SHM_INFO:
  case SHM_STAT:
    revisit_machine_stop("shmctl: a command that is not followed");
  default:
    return -EINVAL;
  }
}

int revisit_libc_shmctl(int identifier, int command, struct shmid_ds* given) {
  if (!revisit_machine_runs())
    return shmctl(identifier, command, given);
  return (int)revisit_machine_result(revisit_queue_control(QueueOfMemory, identifier, command, control, given));
}

key_t revisit_libc_ftok(const char* path, int number) {
  if (!revisit_machine_runs())
    return ftok(path, number);
  struct stat status;
  if (stat(path, &status) != 0)
    return -1;
  return (key_t)((unsigned)(status.st_ino & 0xffff) | (unsigned)(status.st_dev & 0xff) << 16 | (unsigned)number << 24);
}
