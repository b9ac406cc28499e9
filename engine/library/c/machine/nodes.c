// Nodes of files: what they contain and what is known about them. Instrumented code.
#include "files.h"

#include "c/system/credentials.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NumbersOfFirst = 256, NumbersOfOthers = 32 };

MachineMine* revisit_file_changes(void) {
  const unsigned thread = revisit_machine_thread();
  if (thread >= REVISIT_MACHINE_CHANGERS)
    revisit_machine_stop("more than 25 threads change files");
  MachineMine* const mine = machineMine(thread);
  if (machineLoad(&mine->changed) == 0)
    machineStore(&mine->changed, 1);
  return mine;
}

unsigned revisit_file_number(void) {
  const unsigned thread = revisit_machine_thread();
  MachineMine* const mine = revisit_file_changes();
  const unsigned most = thread == 0 ? NumbersOfFirst : NumbersOfOthers;
  const unsigned first = thread == 0 ? 0 : NumbersOfFirst + (thread - 1) * NumbersOfOthers;
  if (mine->nodes + 1 >= most)
    revisit_machine_stop("a thread makes more files than are followed");
  return first + ++mine->nodes;
}

unsigned revisit_file_new(unsigned kind, unsigned mode) {
  const unsigned number = revisit_file_number();
  MachineNode* const node = machineNode(number);
  node->kind = kind;
  node->mode = mode | MachineHasMode;
  node->content = number;
  node->changed = 1;
  node->user = geteuid();
  node->group = getegid();
  return number;
}

unsigned revisit_file_kind(unsigned number) {
  if (!machineIsReal(number))
    return machineNode(number)->kind;
  struct stat status;
  return revisit_machine_status(number, &status) < 0 ? S_IFREG : status.st_mode & S_IFMT;
}

static bool isChanged(unsigned number) {
  return machineLoad(&machineNode(number)->changed) != 0;
}

// The content becomes the machine's: of at most so many bytes of it. The caller holds the lock.
static void takeOver(unsigned number, uint64_t most) {
  MachineNode* const node = machineNode(number);
  if (node->changed != 0)
    return;
  struct stat status;
  if (revisit_machine_status(number, &status) < 0)
    status.st_size = 0;
  if ((uint64_t)status.st_size < most)
    most = (uint64_t)status.st_size;
  if (most > MachineTakenBytes)
    revisit_machine_stop("a file that is really there is written or mapped, and has more than 1 MiB");
  node->content = revisit_file_number();
  char path[MachinePathBytes];
  const long length = revisit_machine_path(number, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  revisit_machine_name_file(node->content, path);
  machineStore(&machineNode(node->content)->owner, number + 1);
  node->size = most;
  if (most != 0) {
    revisit_machine_reach(node->content + 1);
    revisit_machine_content(number, machineFileContent(node->content), most, 0);
    revisit_machine_reach(0);
  }
  machineStore(&node->changed, 1);
}

void revisit_file_take(unsigned number) {
  takeOver(number, UINT64_MAX);
}

void revisit_file_copy(unsigned to, unsigned from, uint64_t offset, size_t bytes) {
  char part[4096]; // a call reaches one content
  for (size_t done = 0; done < bytes;) {
    const size_t size = bytes - done < sizeof part ? bytes - done : sizeof part;
    revisit_machine_reach(from + 1);
    memcpy(part, machineFileContent(from) + offset + done, size);
    revisit_machine_reach(to + 1);
    memcpy(machineFileContent(to) + done, part, size);
    revisit_machine_reach(0);
    done += size;
  }
}

static void setSize(unsigned number, uint64_t size) {
  MachineNode* const node = machineNode(number);
  const uint64_t before = node->size;
  node->size = size;
  revisit_mapping_resize(number, before, size);
}

long revisit_file_read(unsigned number, void* to, size_t bytes, uint64_t offset) {
  MachineNode* const node = machineNode(number);
  if (machineIsReal(number) && !isChanged(number))
    return revisit_machine_content(number, to, bytes, offset);
  pthread_mutex_lock(&node->lock);
  const uint64_t size = node->size;
  if (offset >= size)
    bytes = 0;
  else if (bytes > size - offset)
    bytes = size - offset;
  if (bytes != 0) {
    revisit_machine_reach(node->content + 1);
    memcpy(to, machineFileContent(node->content) + offset, bytes);
    revisit_machine_reach(0);
  }
  pthread_mutex_unlock(&node->lock);
  return (long)bytes;
}

long revisit_file_write(unsigned number, const void* from, size_t bytes, uint64_t* offset, bool appends) {
  MachineNode* const node = machineNode(number);
  pthread_mutex_lock(&node->lock);
  takeOver(number, UINT64_MAX);
  if (appends)
    *offset = node->size;
  if (*offset > MachineFileBytes || bytes > MachineFileBytes - *offset)
    revisit_machine_stop("a file becomes larger than 16 MiB");
  revisit_mapping_change(number);
  revisit_machine_reach(node->content + 1);
  memcpy(machineFileContent(node->content) + *offset, from, bytes);
  revisit_machine_reach(0);
  if (*offset + bytes > node->size) // bytes behind the end are 0
    setSize(number, *offset + bytes);
  pthread_mutex_unlock(&node->lock);
  return (long)bytes;
}

long revisit_file_truncate(unsigned number, int64_t bytes) {
  if (bytes < 0)
    return -EINVAL;
  if (bytes > MachineFileBytes)
    revisit_machine_stop("a file becomes larger than 16 MiB");
  MachineNode* const node = machineNode(number);
  pthread_mutex_lock(&node->lock);
  takeOver(number, (uint64_t)bytes);
  revisit_mapping_change(number);
  if ((uint64_t)bytes < node->size) {
    revisit_machine_reach(node->content + 1);
    memset(machineFileContent(node->content) + bytes, 0, node->size - (uint64_t)bytes);
    revisit_machine_reach(0);
  }
  setSize(number, (uint64_t)bytes);
  pthread_mutex_unlock(&node->lock);
  return 0;
}

int64_t revisit_file_size(unsigned number) {
  struct stat status;
  return revisit_file_status(number, &status) < 0 ? 0 : status.st_size;
}

static struct timespec timeOf(int64_t nanoseconds) {
  int64_t seconds = nanoseconds / 1000000000, rest = nanoseconds % 1000000000;
  if (rest < 0) {
    rest += 1000000000;
    seconds--;
  }
  return (struct timespec){(time_t)seconds, (long)rest};
}

long revisit_file_status(unsigned number, struct stat* to) {
  MachineNode* const node = machineNode(number);
  struct stat status;
  memset(&status, 0, sizeof status);
  if (machineIsReal(number)) {
    const long problem = revisit_machine_status(number, &status);
    if (problem < 0)
      return problem;
  } else {
    status.st_dev = 1;
    status.st_ino = UINT64_C(1) << 40 | number;
    status.st_mode = node->kind;
    status.st_blksize = 4096;
    status.st_nlink = node->kind == S_IFDIR ? 2 : 0;
    status.st_atim.tv_sec = status.st_mtim.tv_sec = status.st_ctim.tv_sec = (time_t)MachineUsualTime;
  }
  status.st_nlink += (nlink_t)machineLoad(&node->links);
  if (isChanged(number)) {
    pthread_mutex_lock(&node->lock);
    status.st_size = (off_t)node->size;
    pthread_mutex_unlock(&node->lock);
    status.st_blocks = (status.st_size + 511) / 512;
  }
  const unsigned mode = machineLoad(&node->mode);
  if ((mode & MachineHasMode) != 0) {
    status.st_mode = (status.st_mode & S_IFMT) | (mode & 07777);
    status.st_uid = (uid_t)machineLoad(&node->user);
    status.st_gid = (gid_t)machineLoad(&node->group);
  }
  if ((mode & MachineHasTimes) != 0) {
    status.st_atim = timeOf(machineLoad(&node->accessed));
    status.st_mtim = timeOf(machineLoad(&node->modified));
  }
  *to = status;
  return 0;
}

long revisit_file_may(unsigned number, int how) {
  MachineNode* const node = machineNode(number);
  const unsigned mode = machineLoad(&node->mode);
  if ((mode & MachineHasMode) != 0)
    return revisit_user_may((unsigned)machineLoad(&node->user), (unsigned)machineLoad(&node->group), mode,
                            revisit_file_kind(number) == S_IFDIR, how);
  if (revisit_user_is_first())
    return revisit_machine_may(number, how);
  struct stat status;
  const long problem = revisit_machine_status(number, &status);
  return problem < 0 ? problem
                     : revisit_user_may(status.st_uid, status.st_gid, status.st_mode, S_ISDIR(status.st_mode), how);
}
