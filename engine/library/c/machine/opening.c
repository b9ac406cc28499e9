// Opening files in instrumented code. The pass renames a program's calls to these functions.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <unistd.h>

static bool hasPart(int flags, int part) {
  return (flags & part) == part;
}

long revisit_file_open(unsigned node, int flags) {
  int place;
  const int number = revisit_machine_new(MachineFile, flags & (O_NONBLOCK | O_APPEND), &place);
  if (number < 0)
    return number;
  MachineOpening* const opening = machineOpening((MachineEntry){MachineFile, place, place});
  opening->node = node;
  revisit_machine_name_descriptor(number, "file", "", number, (int)node);
  opening->access = flags & (O_ACCMODE | O_PATH);
  return number;
}

static int wantedBy(int flags) {
  const int access = flags & O_ACCMODE;
  return access == O_RDONLY ? R_OK : access == O_WRONLY ? W_OK : R_OK | W_OK;
}

// The descriptor was made for the node at this name.
static long told(long descriptor, const MachineName* at) {
  if (descriptor >= 0)
    revisit_notice_opened(revisit_machine_entry((int)descriptor), at);
  return descriptor;
}

static long openNode(const MachineName* found, int flags) {
  const unsigned node = found->node, kind = found->kind;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (kind == S_IFLNK && !hasPart(flags, O_PATH))
    return -ELOOP;
  if ((flags & O_DIRECTORY) != 0 && kind != S_IFDIR)
    return -ENOTDIR;
  if (kind == S_IFDIR && (writes || (flags & O_CREAT) != 0))
    return -EISDIR;
  if (machineIsReal(node) && !hasPart(flags, O_PATH)) {
    const long descriptor = revisit_machine_device(node, flags);
    if (descriptor != REVISIT_MACHINE_ORDINARY)
      return descriptor;
  }
  const long problem = hasPart(flags, O_PATH) ? 0 : revisit_file_may(node, wantedBy(flags));
  if (problem != 0)
    return problem;
  if ((flags & O_TRUNC) != 0 && kind == S_IFREG)
    revisit_file_truncate(node, 0);
  const long descriptor = told(revisit_file_open(node, flags), found);
  if ((flags & O_TRUNC) != 0 && kind == S_IFREG && descriptor >= 0)
    revisit_notice_opening(revisit_machine_entry((int)descriptor), IN_MODIFY);
  return descriptor;
}

static long openAt(int at, const char* path, int flags, unsigned mode) {
  mode = mode & 07777 & ~revisit_machine_file_mask();
  const bool isNew = hasPart(flags, O_CREAT | O_EXCL);
  const unsigned how = isNew || (flags & O_NOFOLLOW) != 0 ? 0 : MachineFollows;
  for (;;) {
    MachineName found;
    const long problem = revisit_file_find(at, path, how, &found);
    if (problem != 0)
      return problem;
    if (hasPart(flags, O_TMPFILE))
      return found.node == 0 ? -ENOENT : revisit_file_open(revisit_file_new(S_IFREG, mode), flags);
    if (found.node != 0 && isNew)
      return -EEXIST;
    if (found.node != 0) {
      revisit_machine_name_file(found.node, found.text);
      return openNode(&found, flags);
    }
    if ((flags & O_CREAT) == 0)
      return -ENOENT;
    if (found.isFolder)
      return -EISDIR;
    const unsigned node = revisit_file_new(S_IFREG, mode);
    machineNode(node)->links = 1;
    const long entered = revisit_file_enter(&found, node);
    if (entered == 0) {
      found.node = node;
      revisit_notice_name(&found, IN_CREATE);
      return told(revisit_file_open(node, flags), &found);
    }
    if (entered != -EEXIST)
      return entered;
  }
}

// The mode is given only with some flags.
#define REVISIT_MODE(name)                                                                                             \
  unsigned name = 0;                                                                                                   \
  if ((flags & O_CREAT) != 0 || hasPart(flags, O_TMPFILE)) {                                                           \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    name = va_arg(list, unsigned);                                                                                     \
    va_end(list);                                                                                                      \
  }

int revisit_libc_open(const char* path, int flags, ...) {
  REVISIT_MODE(mode)
  if (!revisit_machine_runs())
    return open(path, flags, mode);
  return (int)revisit_machine_result(openAt(AT_FDCWD, path, flags, mode));
}

int revisit_libc_open64(const char* path, int flags, ...) {
  REVISIT_MODE(mode)
  return revisit_libc_open(path, flags, mode);
}

int revisit_libc___open_2(const char* path, int flags) {
  return revisit_libc_open(path, flags);
}

int revisit_libc_openat(int at, const char* path, int flags, ...) {
  REVISIT_MODE(mode)
  if (!revisit_machine_runs())
    return openat(at, path, flags, mode);
  return (int)revisit_machine_result(openAt(at, path, flags, mode));
}

int revisit_libc_openat64(int at, const char* path, int flags, ...) {
  REVISIT_MODE(mode)
  return revisit_libc_openat(at, path, flags, mode);
}

int revisit_libc_creat(const char* path, mode_t mode) {
  return revisit_libc_open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int revisit_libc_creat64(const char* path, mode_t mode) {
  return revisit_libc_creat(path, mode);
}

int revisit_libc_memfd_create(const char* name, unsigned flags) {
  if (!revisit_machine_runs())
    return memfd_create(name, flags);
  return (int)revisit_machine_result(revisit_file_open(revisit_file_new(S_IFREG, 0777), O_RDWR));
}

// Puts a text that no other call of this run puts there in the place of the X.
static long makeUnique(char* text, int suffix) {
  const size_t bytes = strlen(text);
  if (suffix < 0 || bytes < 6 + (size_t)suffix)
    return -EINVAL;
  char* const at = text + bytes - (size_t)suffix - 6;
  if (memcmp(at, "XXXXXX", 6) != 0)
    return -EINVAL;
  MachineMine* const mine = revisit_file_changes();
  unsigned number = revisit_machine_thread() * 10000 + (unsigned)mine->changed++;
  for (int i = 5; i >= 0; i--, number /= 10)
    at[i] = (char)('0' + number % 10);
  return 0;
}

static long makeFile(char* text, int suffix, int flags) {
  const size_t bytes = strlen(text);
  char* const wanted = strdup(text);
  long result;
  do {
    memcpy(text, wanted, bytes + 1);
    result = makeUnique(text, suffix);
    if (result == 0)
      result = openAt(AT_FDCWD, text, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
  } while (result == -EEXIST);
  free(wanted);
  return result;
}

int revisit_libc_mkostemps(char* text, int suffix, int flags) {
  if (!revisit_machine_runs())
    return mkostemps(text, suffix, flags);
  return (int)revisit_machine_result(makeFile(text, suffix, flags));
}
int revisit_libc_mkstemps(char* text, int suffix) {
  return revisit_libc_mkostemps(text, suffix, 0);
}
int revisit_libc_mkostemp(char* text, int flags) {
  return revisit_libc_mkostemps(text, 0, flags);
}
int revisit_libc_mkstemp(char* text) {
  return revisit_libc_mkostemps(text, 0, 0);
}
int revisit_libc_mkstemp64(char* text) {
  return revisit_libc_mkostemps(text, 0, 0);
}

int revisit_libc_mkdir(const char* path, mode_t mode);

char* revisit_libc_mkdtemp(char* text) {
  if (!revisit_machine_runs())
    return mkdtemp(text);
  const long result = makeUnique(text, 0);
  if (result < 0)
    errno = (int)-result;
  return result == 0 && revisit_libc_mkdir(text, 0700) == 0 ? text : NULL;
}
