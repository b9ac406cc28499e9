// Calls on open files, in instrumented code. The pass renames a program's calls to these functions.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static bool mayRead(const MachineOpening* opening) {
  return (opening->access & O_PATH) == 0 && opening->access != O_WRONLY;
}
static bool mayWrite(const MachineOpening* opening) {
  return (opening->access & O_PATH) == 0 && opening->access != O_RDONLY;
}
static bool appends(MachineEntry entry) {
  return (__atomic_load_n(&revisit_machine_shared(entry)->flags, __ATOMIC_SEQ_CST) & O_APPEND) != 0;
}

// Bytes were read or written.
static long told(MachineEntry entry, long done, unsigned what) {
  if (done > 0)
    revisit_notice_opening(entry, what);
  return done;
}

long revisit_opening_read(MachineEntry entry, void* to, size_t bytes) {
  MachineOpening* const opening = machineOpening(entry);
  if (!mayRead(opening))
    return -EBADF;
  if (revisit_file_kind(opening->node) == S_IFDIR)
    return -EISDIR;
  pthread_mutex_lock(&opening->lock);
  const long done = revisit_file_read(opening->node, to, bytes, opening->position);
  if (done > 0)
    opening->position += (uint64_t)done;
  pthread_mutex_unlock(&opening->lock);
  return told(entry, done, IN_ACCESS);
}

long revisit_opening_write(MachineEntry entry, const void* from, size_t bytes) {
  MachineOpening* const opening = machineOpening(entry);
  if (!mayWrite(opening))
    return -EBADF;
  if (bytes == 0)
    return 0;
  pthread_mutex_lock(&opening->lock);
  uint64_t offset = opening->position;
  const long done = revisit_file_write(opening->node, from, bytes, &offset, appends(entry));
  if (done > 0)
    opening->position = offset + (uint64_t)done;
  pthread_mutex_unlock(&opening->lock);
  return told(entry, done, IN_MODIFY);
}

ssize_t revisit_libc_pread(int descriptor, void* to, size_t bytes, off_t offset) {
  if (!revisit_machine_runs())
    return pread(descriptor, to, bytes, offset);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return pread(descriptor, to, bytes, offset);
  if (entry.kind != MachineFile)
    return revisit_machine_result(-ESPIPE);
  const MachineOpening* const opening = machineOpening(entry);
  if (!mayRead(opening))
    return revisit_machine_result(-EBADF);
  if (revisit_file_kind(opening->node) == S_IFDIR)
    return revisit_machine_result(-EISDIR);
  return revisit_machine_result(
      offset < 0 ? -EINVAL : told(entry, revisit_file_read(opening->node, to, bytes, (uint64_t)offset), IN_ACCESS));
}

ssize_t revisit_libc_pwrite(int descriptor, const void* from, size_t bytes, off_t offset) {
  if (!revisit_machine_runs())
    return pwrite(descriptor, from, bytes, offset);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return pwrite(descriptor, from, bytes, offset);
  if (entry.kind != MachineFile)
    return revisit_machine_result(-ESPIPE);
  if (!mayWrite(machineOpening(entry)))
    return revisit_machine_result(-EBADF);
  if (offset < 0 || bytes == 0)
    return revisit_machine_result(offset < 0 ? -EINVAL : 0);
  uint64_t at = (uint64_t)offset; // Linux appends here, too
  return revisit_machine_result(
      told(entry, revisit_file_write(machineOpening(entry)->node, from, bytes, &at, appends(entry)), IN_MODIFY));
}

ssize_t revisit_libc_pread64(int descriptor, void* to, size_t bytes, off_t offset) {
  return revisit_libc_pread(descriptor, to, bytes, offset);
}
ssize_t revisit_libc_pwrite64(int descriptor, const void* from, size_t bytes, off_t offset) {
  return revisit_libc_pwrite(descriptor, from, bytes, offset);
}

static long seek(MachineEntry entry, off_t offset, int from) {
  MachineOpening* const opening = machineOpening(entry);
  if (from == SEEK_DATA || from == SEEK_HOLE)
    revisit_machine_stop("lseek: SEEK_DATA and SEEK_HOLE");
  if (from != SEEK_SET && from != SEEK_CUR && from != SEEK_END)
    return -EINVAL;
  pthread_mutex_lock(&opening->lock);
  const int64_t base = from == SEEK_SET   ? 0
                       : from == SEEK_CUR ? (int64_t)opening->position
                                          : revisit_file_size(opening->node);
  const int64_t wanted = base + offset;
  if (wanted >= 0 && wanted != (int64_t)opening->position)
    opening->position = (uint64_t)wanted;
  pthread_mutex_unlock(&opening->lock);
  return wanted >= 0 ? wanted : -EINVAL;
}

off_t revisit_libc_lseek(int descriptor, off_t offset, int from) {
  if (!revisit_machine_runs())
    return lseek(descriptor, offset, from);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return lseek(descriptor, offset, from);
  return revisit_machine_result(entry.kind == MachineFile ? seek(entry, offset, from) : -ESPIPE);
}
off_t revisit_libc_lseek64(int descriptor, off_t offset, int from) {
  return revisit_libc_lseek(descriptor, offset, from);
}

int revisit_libc_ftruncate(int descriptor, off_t bytes) {
  if (!revisit_machine_runs())
    return ftruncate(descriptor, bytes);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineFile || !mayWrite(machineOpening(entry)))
    return (int)revisit_machine_result(-EINVAL);
  const long problem = revisit_file_truncate(machineOpening(entry)->node, bytes);
  if (problem == 0)
    revisit_notice_opening(entry, IN_MODIFY);
  return (int)revisit_machine_result(problem);
}
int revisit_libc_ftruncate64(int descriptor, off_t bytes) {
  return revisit_libc_ftruncate(descriptor, bytes);
}

// Makes room, which there always is.
int revisit_libc_posix_fallocate(int descriptor, off_t offset, off_t bytes) {
  if (!revisit_machine_runs())
    return posix_fallocate(descriptor, offset, bytes);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineFile || !mayWrite(machineOpening(entry)))
    return EBADF;
  if (offset < 0 || bytes <= 0)
    return EINVAL;
  const unsigned node = machineOpening(entry)->node;
  return revisit_file_size(node) >= offset + bytes ? 0 : (int)-revisit_file_truncate(node, offset + bytes);
}

// What is written is on the disk.
int revisit_libc_fsync(int descriptor) {
  if (!revisit_machine_runs())
    return fsync(descriptor);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return (int)revisit_machine_result(entry.kind == MachineFile ? 0 : -EINVAL);
}
int revisit_libc_fdatasync(int descriptor) {
  return revisit_machine_runs() ? revisit_libc_fsync(descriptor) : fdatasync(descriptor);
}
void revisit_libc_sync(void) {}

// Locks of flock belong to the opening, and wait for each other: a stream that has room for one exclusive lock or many
// shared ones.
static unsigned unitsOf(unsigned lock) {
  return lock == LOCK_EX ? MachineLocks : lock == LOCK_SH ? 1 : 0;
}

static unsigned change(MachineOpening* opening, unsigned* held, unsigned lock) {
  pthread_mutex_lock(&opening->lock);
  const unsigned before = *held;
  *held = lock;
  pthread_mutex_unlock(&opening->lock);
  return before;
}
static unsigned changeHeld(MachineOpening* opening, unsigned lock) {
  return change(opening, &opening->holds, lock);
}

// What was done under a lock happens before what is done under the next one: only putting and shutting release, only
// taking and looking acquire.
static void release(char* locks, unsigned units) {
  revisit_machine_shut(locks, 0);
  revisit_machine_take(locks, units, REVISIT_MACHINE_TRIES);
}
static long acquire(char* locks, unsigned units, unsigned how) {
  const unsigned room = units == MachineLocks ? REVISIT_MACHINE_HAS_PAGE : REVISIT_MACHINE_WRITABLE;
  const bool inRounds = (how & REVISIT_MACHINE_TRIES) == 0 && revisit_machine_waits_in_rounds(NULL) != 0;
  long got;
  do {
    const long problem = inRounds ? revisit_machine_await(locks, room, MachineLocks, REVISIT_MACHINE_NO_CANCEL) : 0;
    if (problem != 0)
      return problem;
    got = revisit_machine_put(locks, units, MachineLocks,
                              REVISIT_MACHINE_WHOLE | (inRounds ? REVISIT_MACHINE_TRIES : how));
  } while (inRounds && got == -EAGAIN);
  if (got >= 0)
    revisit_machine_look(locks, REVISIT_MACHINE_READABLE, MachineLocks, REVISIT_MACHINE_TRIES);
  return got;
}

// The lock that was held before is given back first, also if the other one is not to be had.
static long lockWhole(MachineOpening* opening, int operation) {
  char* const locks = &machineNode(opening->node)->locks;
  const unsigned wanted = (unsigned)operation & ~(unsigned)LOCK_NB;
  if (wanted != LOCK_SH && wanted != LOCK_EX && wanted != LOCK_UN)
    return -EINVAL;
  const unsigned held = changeHeld(opening, wanted == LOCK_UN ? 0 : wanted);
  if (held == wanted)
    return 0;
  if (held != 0)
    release(locks, unitsOf(held));
  if (wanted == LOCK_UN)
    return 0;
  const bool tries = (operation & LOCK_NB) != 0;
  const long got = acquire(locks, unitsOf(wanted), tries ? REVISIT_MACHINE_TRIES : 0);
  if (got < 0)
    changeHeld(opening, 0);
  return got == -EINTR ? got : got < 0 ? -EWOULDBLOCK : 0;
}

int revisit_libc_flock(int descriptor, int operation) {
  if (!revisit_machine_runs())
    return flock(descriptor, operation);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return flock(descriptor, operation);
  if (entry.kind != MachineFile)
    revisit_machine_stop("flock of a descriptor that is no file");
  return (int)revisit_machine_result(lockWhole(machineOpening(entry), operation));
}

// Those of the process do not wait for each other, but for those of openings. Both on one file are not followed.
static void useLocks(MachineNode* node, unsigned which) {
  const unsigned used = machineLoad(&node->isLocked);
  if ((used & which) == 0)
    __atomic_or_fetch(&node->isLocked, which, __ATOMIC_SEQ_CST);
  if ((used & ~which) != 0)
    revisit_machine_stop("fcntl: locks of the process and of openings on one file");
}

// A lock of the opening on the whole file.
static long lockOpening(MachineOpening* opening, const struct flock* lock, bool tries) {
  MachineNode* const node = machineNode(opening->node);
  const unsigned wanted = lock->l_type == F_RDLCK ? LOCK_SH : lock->l_type == F_WRLCK ? LOCK_EX : 0;
  if (lock->l_whence != SEEK_SET || lock->l_start != 0 || lock->l_len != 0)
    revisit_machine_stop("fcntl: a lock of an opening on a part of a file");
  useLocks(node, MachineOfOpenings);
  const unsigned held = change(opening, &opening->holdsOwn, wanted);
  if (held == wanted)
    return 0;
  if (held != 0 && wanted != 0)
    revisit_machine_stop("fcntl: a lock of an opening changes its type");
  if (wanted == 0) {
    release(&node->ofOpenings, unitsOf(held));
    return 0;
  }
  const long got = acquire(&node->ofOpenings, unitsOf(wanted), tries ? REVISIT_MACHINE_TRIES : 0);
  if (got < 0)
    change(opening, &opening->holdsOwn, 0);
  return got < 0 ? -EAGAIN : 0;
}

void revisit_file_close(MachineEntry entry) {
  MachineOpening* const opening = machineOpening(entry);
  revisit_notice_closed(entry);
  if (opening->holds != 0)
    lockWhole(opening, LOCK_UN);
  if (opening->holdsOwn != 0)
    release(&machineNode(opening->node)->ofOpenings, unitsOf(change(opening, &opening->holdsOwn, 0)));
}

// Which descriptors hold record locks counts once some run has shown one.
static bool hasRecords(void) {
  return revisit_machine_is_needed(&machineFiles()->hasRecords) != 0;
}

// The range is not locked any more. The lock of the node is held. False: there are too many ranges.
static bool unlockRange(MachineNode* node, int64_t begin, int64_t end) {
  for (unsigned i = 0; i < node->lockCount;) {
    MachineRange* const range = &node->locked[i];
    const MachineRange whole = *range;
    if (whole.end <= begin || whole.begin >= end) {
      i++;
      continue;
    }
    *range = node->locked[--node->lockCount];
    if (whole.begin < begin)
      node->locked[node->lockCount++] = (MachineRange){whole.begin, begin, whole.holder};
    if (whole.end > end && node->lockCount == MachineRanges)
      return false;
    if (whole.end > end)
      node->locked[node->lockCount++] = (MachineRange){end, whole.end, whole.holder};
    i = 0;
  }
  return true;
}

// Notes who holds the lock.
static void noteLock(int descriptor, MachineOpening* opening, const struct flock* lock) {
  MachineNode* const node = machineNode(opening->node);
  revisit_machine_need(&machineFiles()->hasRecords);
  if (!hasRecords())
    return;
  const int64_t size = lock->l_whence == SEEK_END ? revisit_file_size(opening->node) : 0;
  pthread_mutex_lock(&node->lock);
  const int64_t base = lock->l_whence == SEEK_CUR ? (int64_t)opening->position : size;
  const int64_t start = base + lock->l_start;
  const int64_t begin = lock->l_len < 0 ? start + lock->l_len : start;
  const int64_t end = lock->l_len == 0 ? INT64_MAX : lock->l_len < 0 ? start : start + lock->l_len;
  const bool isLock = lock->l_type != F_UNLCK;
  const bool isKnown = unlockRange(node, begin, end) && (!isLock || node->lockCount < MachineRanges);
  opening->locksRecords |= isLock;
  if (isKnown && isLock)
    node->locked[node->lockCount++] = (MachineRange){begin, end, descriptor};
  node->lockedBy = revisit_machine_process();
  pthread_mutex_unlock(&node->lock);
  if (!isKnown)
    revisit_machine_stop("fcntl: more than 8 locked ranges in a file");
}

// Whether the lock that one descriptor has taken is none that the other one could have been meant to give back.
static bool isOfOther(int holder, int descriptor, MachineEntry entry) {
  return holder != descriptor &&
         (!machineOpening(entry)->locksRecords || revisit_machine_entry(holder).reads == entry.reads);
}

// Where both openings have locked, the process has taken its locks for locks of threads; what comes of that shows.
void revisit_opening_closes(int descriptor, MachineEntry entry) {
  if (!hasRecords())
    return;
  const unsigned number = machineOpening(entry)->node;
  MachineNode* const node = machineNode(number);
  int holder = -1;
  pthread_mutex_lock(&node->lock);
  if (node->lockedBy == revisit_machine_process()) {
    for (unsigned i = 0; i < node->lockCount; i++)
      if (isOfOther(node->locked[i].holder, descriptor, entry))
        holder = node->locked[i].holder;
    node->lockCount = 0;
  }
  pthread_mutex_unlock(&node->lock);
  if (holder >= 0)
    revisit_machine_lock_lost(descriptor, holder);
}

// Record locks belong to the process, whose threads never wait for each other and see none, or to an opening.
long revisit_opening_lock(int descriptor, MachineEntry entry, int command, void* given) {
  struct flock* const lock = given;
  MachineOpening* const opening = machineOpening(entry);
  const bool isOwn = command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if (!isOwn && command != F_GETLK && command != F_SETLK && command != F_SETLKW)
    revisit_machine_stop("fcntl: a command that is not followed");
  if (lock->l_type != F_RDLCK && lock->l_type != F_WRLCK && lock->l_type != F_UNLCK)
    return -EINVAL;
  if ((lock->l_type == F_RDLCK && command != F_GETLK && !mayRead(opening)) ||
      (lock->l_type == F_WRLCK && command != F_GETLK && !mayWrite(opening)))
    return -EBADF;
  if (isOwn)
    return lock->l_pid != 0 ? -EINVAL : lockOpening(opening, lock, command == F_OFD_SETLK);
  useLocks(machineNode(opening->node), MachineOfProcess);
  if (command == F_GETLK)
    lock->l_type = F_UNLCK;
  else
    noteLock(descriptor, opening, lock);
  return 0;
}

// The structure of what is no file, but the machine's.
static long statusOfOther(MachineEntry entry, struct stat* to) {
  memset(to, 0, sizeof *to);
  const bool isPipe = entry.kind == MachinePipeReader || entry.kind == MachinePipeWriter;
  const bool isSocket = entry.kind == MachineSocket || entry.kind == MachineListener || entry.kind == MachineUnused;
  to->st_mode = isPipe ? S_IFIFO | 0600 : isSocket ? S_IFSOCK | 0777 : 0600;
  to->st_ino = (ino_t)entry.reads;
  to->st_nlink = 1;
  to->st_blksize = 4096;
  return 0;
}

int revisit_libc_fstat(int descriptor, struct stat* to) {
  if (!revisit_machine_runs())
    return fstat(descriptor, to);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return fstat(descriptor, to);
  return (int)revisit_machine_result(entry.kind == MachineFile ? revisit_file_status(machineOpening(entry)->node, to)
                                                               : statusOfOther(entry, to));
}

int revisit_libc_fstat64(int descriptor, struct stat* to) {
  return revisit_libc_fstat(descriptor, to);
}
