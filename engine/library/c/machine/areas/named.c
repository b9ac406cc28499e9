// Shared memory and semaphores that have names, in instrumented code. Both are files, as in the C library. The pass
// renames a program's calls to these functions.
#include "../files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int revisit_libc_open(const char* path, int flags, ...);
int revisit_libc_unlink(const char* path);

static bool pathOf(const char* name, const char* prefix, char path[PATH_MAX]) {
  while (*name == '/')
    name++;
  const size_t bytes = strlen(name);
  if (bytes == 0 || bytes + strlen(prefix) > NAME_MAX || strchr(name, '/') != NULL) {
    errno = bytes + strlen(prefix) > NAME_MAX ? ENAMETOOLONG : EINVAL;
    return false;
  }
  snprintf(path, PATH_MAX, "/dev/shm/%s%s", prefix, name);
  return true;
}

int revisit_libc_shm_open(const char* name, int flags, mode_t mode) {
  if (!revisit_machine_runs())
    return shm_open(name, flags, mode);
  char path[PATH_MAX];
  if (!pathOf(name, "", path))
    return -1;
  return revisit_libc_open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

int revisit_libc_shm_unlink(const char* name) {
  if (!revisit_machine_runs())
    return shm_unlink(name);
  char path[PATH_MAX];
  return pathOf(name, "", path) ? revisit_libc_unlink(path) : -1;
}

static sem_t* semaphoreOf(unsigned node) {
  return (sem_t*)machineFileContent(node);
}

// The semaphore is ready before others can find it.
static long makeSemaphore(const MachineName* at, mode_t mode, unsigned value) {
  if (value > SEM_VALUE_MAX)
    return -EINVAL;
  const unsigned node = revisit_file_new(S_IFREG, mode & 07777 & ~revisit_machine_file_mask());
  machineNode(node)->links = 1;
  machineNode(node)->size = sizeof(sem_t);
  sem_init(semaphoreOf(node), 1, value);
  const long entered = revisit_file_enter(at, node);
  return entered != 0 ? entered : (long)node;
}

static long openSemaphore(const char* path, int flags, mode_t mode, unsigned value) {
  for (;;) {
    MachineName found;
    const long problem = revisit_file_find(AT_FDCWD, path, 0, &found);
    if (problem != 0)
      return problem;
    if (found.node == 0) {
      const long made = (flags & O_CREAT) != 0 ? makeSemaphore(&found, mode, value) : -ENOENT;
      if (made != -EEXIST)
        return made;
      continue;
    }
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
      return -EEXIST;
    if (machineIsReal(found.node))
      revisit_machine_stop("sem_open: a semaphore of other processes");
    return found.node;
  }
}

// All openings of a semaphore are one place in memory, as POSIX says. It stays there after sem_close.
sem_t* revisit_libc_sem_open(const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
  const unsigned value = (flags & O_CREAT) != 0 ? va_arg(list, unsigned) : 0;
  va_end(list);
  if (!revisit_machine_runs())
    return sem_open(name, flags, mode, value);
  char path[PATH_MAX];
  if (!pathOf(name, "sem.", path))
    return SEM_FAILED;
  const long node = openSemaphore(path, flags, mode, value);
  if (node >= 0)
    return semaphoreOf((unsigned)node);
  errno = (int)-node;
  return SEM_FAILED;
}

int revisit_libc_sem_close(sem_t* semaphore) {
  return revisit_machine_runs() ? 0 : sem_close(semaphore);
}

int revisit_libc_sem_unlink(const char* name) {
  if (!revisit_machine_runs())
    return sem_unlink(name);
  char path[PATH_MAX];
  return pathOf(name, "sem.", path) ? revisit_libc_unlink(path) : -1;
}
