// What is known about files, by their paths, in instrumented code. The pass renames a program's calls to these
// functions.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static unsigned howOf(int flags) {
  return (flags & AT_SYMLINK_NOFOLLOW) != 0 ? 0 : MachineFollows;
}

// The node of a descriptor that belongs to a file.
static long nodeOf(int descriptor) {
  if (descriptor == AT_FDCWD)
    return revisit_file_node(AT_FDCWD, ".", 0);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineFile ? (long)machineOpening(entry)->node : -EBADF;
}

static long nodeAt(int at, const char* path, int flags) {
  return (flags & AT_EMPTY_PATH) != 0 && *path == 0 ? nodeOf(at) : revisit_file_node(at, path, howOf(flags));
}

int revisit_libc_fstat(int descriptor, struct stat* to);

static long statusAt(int at, const char* path, struct stat* to, int flags) {
  if ((flags & AT_EMPTY_PATH) != 0 && *path == 0 && at != AT_FDCWD)
    return revisit_libc_fstat(at, to) == 0 ? 0 : -errno;
  const long node = nodeAt(at, path, flags);
  return node < 0 ? node : revisit_file_status((unsigned)node, to);
}

int revisit_libc_fstatat(int at, const char* path, struct stat* to, int flags) {
  if (!revisit_machine_runs())
    return fstatat(at, path, to, flags);
  return (int)revisit_machine_result(statusAt(at, path, to, flags));
}
int revisit_libc_stat(const char* path, struct stat* to) {
  return revisit_machine_runs() ? revisit_libc_fstatat(AT_FDCWD, path, to, 0) : stat(path, to);
}
int revisit_libc_lstat(const char* path, struct stat* to) {
  return revisit_machine_runs() ? revisit_libc_fstatat(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW) : lstat(path, to);
}
int revisit_libc_stat64(const char* path, struct stat* to) {
  return revisit_libc_stat(path, to);
}
int revisit_libc_lstat64(const char* path, struct stat* to) {
  return revisit_libc_lstat(path, to);
}
int revisit_libc_fstatat64(int at, const char* path, struct stat* to, int flags) {
  return revisit_libc_fstatat(at, path, to, flags);
}

int revisit_libc_faccessat(int at, const char* path, int how, int flags) {
  if (!revisit_machine_runs())
    return faccessat(at, path, how, flags);
  const long node = nodeAt(at, path, flags);
  return (int)revisit_machine_result(node < 0 || how == F_OK ? (node < 0 ? node : 0)
                                                             : revisit_file_may((unsigned)node, how));
}
int revisit_libc_access(const char* path, int how) {
  return revisit_machine_runs() ? revisit_libc_faccessat(AT_FDCWD, path, how, 0) : access(path, how);
}

// Tells those that watch what is at the path.
static void tell(int at, const char* path, unsigned how, unsigned what) {
  MachineName found;
  if (!revisit_notices_are_needed() || revisit_file_find(at, path, how, &found) != 0 || found.node == 0)
    return;
  if (found.hasName)
    revisit_notice_name(&found, what);
  revisit_notice_node(found.node, what);
}

int revisit_libc_truncate(const char* path, off_t bytes) {
  if (!revisit_machine_runs())
    return truncate(path, bytes);
  long node = revisit_file_node(AT_FDCWD, path, MachineFollows);
  if (node >= 0) {
    const unsigned kind = revisit_file_kind((unsigned)node);
    const long problem = kind == S_IFDIR ? -EISDIR : kind != S_IFREG ? -EINVAL : revisit_file_may((unsigned)node, W_OK);
    node = problem != 0 ? problem : revisit_file_truncate((unsigned)node, bytes);
    if (node == 0)
      tell(AT_FDCWD, path, MachineFollows, IN_MODIFY);
  }
  return (int)revisit_machine_result(node);
}
int revisit_libc_truncate64(const char* path, off_t bytes) {
  return revisit_libc_truncate(path, bytes);
}

// Several threads may change what is noted of one file.
static void changeMode(MachineNode* node, unsigned cleared, unsigned set) {
  unsigned before = machineLoad(&node->mode);
  while (!__atomic_compare_exchange_n(&node->mode, &before, (before & ~cleared) | set, false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
}

// The mode is noted. The first change of what is really there notes its owner, too.
static long setMode(long node, mode_t mode) {
  if (node < 0)
    return node;
  MachineNode* const changed = machineNode((unsigned)node);
  revisit_file_changes();
  if ((machineLoad(&changed->mode) & MachineHasMode) == 0) {
    machineStore(&changed->user, geteuid());
    machineStore(&changed->group, getegid());
  }
  changeMode(changed, 07777, (mode & 07777) | MachineHasMode);
  return 0;
}

int revisit_libc_fchmodat(int at, const char* path, mode_t mode, int flags) {
  if (!revisit_machine_runs())
    return fchmodat(at, path, mode, flags);
  const long problem = setMode(nodeAt(at, path, flags), mode);
  if (problem == 0)
    tell(at, path, MachineFollows, IN_ATTRIB);
  return (int)revisit_machine_result(problem);
}
int revisit_libc_chmod(const char* path, mode_t mode) {
  return revisit_machine_runs() ? revisit_libc_fchmodat(AT_FDCWD, path, mode, 0) : chmod(path, mode);
}
int revisit_libc_fchmod(int descriptor, mode_t mode) {
  if (!revisit_machine_runs())
    return fchmod(descriptor, mode);
  const long problem = setMode(nodeOf(descriptor), mode);
  if (problem == 0)
    revisit_notice_opening(revisit_machine_entry(descriptor), IN_ATTRIB);
  return (int)revisit_machine_result(problem);
}

// Owners are not followed: nobody sees a change of them.
static int unseenAt(int at, const char* path, int flags) {
  const long node = nodeAt(at, path, flags);
  if (node >= 0)
    tell(at, path, howOf(flags), IN_ATTRIB);
  return (int)revisit_machine_result(node < 0 ? node : 0);
}
static int unseenOf(int descriptor) {
  const long node = nodeOf(descriptor);
  if (node >= 0 && descriptor != AT_FDCWD)
    revisit_notice_opening(revisit_machine_entry(descriptor), IN_ATTRIB);
  return (int)revisit_machine_result(node < 0 ? node : 0);
}

int revisit_libc_fchownat(int at, const char* path, uid_t user, gid_t group, int flags) {
  return revisit_machine_runs() ? unseenAt(at, path, flags) : fchownat(at, path, user, group, flags);
}
int revisit_libc_chown(const char* path, uid_t user, gid_t group) {
  return revisit_machine_runs() ? unseenAt(AT_FDCWD, path, 0) : chown(path, user, group);
}
int revisit_libc_lchown(const char* path, uid_t user, gid_t group) {
  return revisit_machine_runs() ? unseenAt(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) : lchown(path, user, group);
}
int revisit_libc_fchown(int descriptor, uid_t user, gid_t group) {
  return revisit_machine_runs() ? unseenOf(descriptor) : fchown(descriptor, user, group);
}
// The times that `given` says. UTIME_NOW, and no `given`, mean the time that all files have. What is written later does
// not change them.
static long setTimes(long node, const struct timespec given[2]) {
  const struct timespec now = {0, UTIME_NOW};
  if (node < 0)
    return node;
  for (unsigned i = 0; i < 2 && given != NULL; i++)
    if (given[i].tv_nsec != UTIME_NOW && given[i].tv_nsec != UTIME_OMIT && (unsigned long)given[i].tv_nsec > 999999999)
      return -EINVAL;
  MachineNode* const changed = machineNode((unsigned)node);
  int64_t* const places[2] = {&changed->accessed, &changed->modified};
  revisit_file_changes();
  pthread_mutex_lock(&changed->lock);
  const bool isFirst = (machineLoad(&changed->mode) & MachineHasTimes) == 0;
  for (unsigned i = 0; i < 2; i++) {
    const struct timespec time = given != NULL ? given[i] : now;
    if (time.tv_nsec != UTIME_NOW && time.tv_nsec != UTIME_OMIT)
      machineStore(places[i], (int64_t)time.tv_sec * 1000000000 + time.tv_nsec);
    else if (time.tv_nsec == UTIME_NOW || isFirst)
      machineStore(places[i], MachineUsualTime * 1000000000);
  }
  if (isFirst)
    changeMode(changed, 0, MachineHasTimes);
  pthread_mutex_unlock(&changed->lock);
  return 0;
}

static int setTimesAt(int at, const char* path, const struct timespec times[2], int flags) {
  const long problem = setTimes(nodeAt(at, path, flags), times);
  if (problem == 0)
    tell(at, path, howOf(flags), IN_ATTRIB);
  return (int)revisit_machine_result(problem);
}
static int setTimesOf(int descriptor, const struct timespec times[2]) {
  const long problem = setTimes(nodeOf(descriptor), times);
  if (problem == 0 && descriptor != AT_FDCWD)
    revisit_notice_opening(revisit_machine_entry(descriptor), IN_ATTRIB);
  return (int)revisit_machine_result(problem);
}

int revisit_libc_utime(const char* path, const struct utimbuf* times) {
  if (!revisit_machine_runs())
    return utime(path, times);
  if (times == NULL)
    return setTimesAt(AT_FDCWD, path, NULL, 0);
  const struct timespec both[2] = {{times->actime, 0}, {times->modtime, 0}};
  return setTimesAt(AT_FDCWD, path, both, 0);
}
int revisit_libc_utimes(const char* path, const struct timeval times[2]) {
  if (!revisit_machine_runs())
    return utimes(path, times);
  if (times == NULL)
    return setTimesAt(AT_FDCWD, path, NULL, 0);
  const struct timespec both[2] = {{times[0].tv_sec, times[0].tv_usec * 1000},
                                   {times[1].tv_sec, times[1].tv_usec * 1000}};
  return setTimesAt(AT_FDCWD, path, both, 0);
}
int revisit_libc_utimensat(int at, const char* path, const struct timespec times[2], int flags) {
  if (!revisit_machine_runs())
    return utimensat(at, path, times, flags);
  return path == NULL ? setTimesOf(at, times) : setTimesAt(at, path, times, flags);
}
int revisit_libc_futimens(int descriptor, const struct timespec times[2]) {
  return revisit_machine_runs() ? setTimesOf(descriptor, times) : futimens(descriptor, times);
}

static long linkText(int at, const char* path, char* to, size_t bytes) {
  const long node = revisit_file_node(at, path, 0);
  if (node < 0)
    return node;
  if (revisit_file_kind((unsigned)node) != S_IFLNK || bytes == 0)
    return -EINVAL;
  return machineIsReal((unsigned)node) ? revisit_machine_target((unsigned)node, to, bytes)
                                       : revisit_file_read((unsigned)node, to, bytes, 0);
}
ssize_t revisit_libc_readlinkat(int at, const char* path, char* to, size_t bytes) {
  if (!revisit_machine_runs())
    return readlinkat(at, path, to, bytes);
  return revisit_machine_result(linkText(at, path, to, bytes));
}
ssize_t revisit_libc_readlink(const char* path, char* to, size_t bytes) {
  return revisit_machine_runs() ? revisit_libc_readlinkat(AT_FDCWD, path, to, bytes) : readlink(path, to, bytes);
}

static long goTo(long node) {
  if (node < 0)
    return node;
  if (revisit_file_kind((unsigned)node) != S_IFDIR)
    return -ENOTDIR;
  const long problem = revisit_file_may((unsigned)node, X_OK);
  if (problem == 0)
    machineStore(&machineFiles()->folder, (unsigned)node);
  return problem;
}
int revisit_libc_chdir(const char* path) {
  return revisit_machine_runs() ? (int)revisit_machine_result(goTo(nodeAt(AT_FDCWD, path, 0))) : chdir(path);
}
int revisit_libc_fchdir(int descriptor) {
  return revisit_machine_runs() ? (int)revisit_machine_result(goTo(nodeOf(descriptor))) : fchdir(descriptor);
}

static char* given(long length, const char* text, char* to, size_t bytes) {
  if (length >= 0 && to != NULL && bytes <= (size_t)length)
    length = -ERANGE;
  if (length < 0) {
    errno = (int)-length;
    return NULL;
  }
  if (to == NULL)
    to = malloc(bytes != 0 ? bytes : (size_t)length + 1);
  if (to != NULL)
    memcpy(to, text, (size_t)length + 1);
  return to;
}

char* revisit_libc_getcwd(char* to, size_t bytes) {
  if (!revisit_machine_runs())
    return getcwd(to, bytes);
  char text[PATH_MAX];
  const long node = revisit_file_node(AT_FDCWD, ".", 0);
  const long length = node < 0 ? node : revisit_file_path((unsigned)node, text, sizeof text);
  return given(to != NULL && bytes == 0 ? -EINVAL : length, text, to, bytes);
}
char* revisit_libc_get_current_dir_name(void) {
  return revisit_libc_getcwd(NULL, 0);
}

static long realPath(const char* path, char* text) {
  MachineName found;
  const long problem = revisit_file_find(AT_FDCWD, path, MachineFollows, &found);
  if (problem != 0 || found.node == 0)
    return problem != 0 ? problem : -ENOENT;
  long length = revisit_file_path(found.folder, text, PATH_MAX);
  if (length < 0 || !found.hasName)
    return length;
  const size_t bytes = strlen(found.text);
  if ((size_t)length + bytes + 2 > PATH_MAX)
    return -ENAMETOOLONG;
  if (length != 1)
    text[length++] = '/';
  memcpy(text + length, found.text, bytes + 1);
  return length + (long)bytes;
}
char* revisit_libc_realpath(const char* path, char* to) {
  if (!revisit_machine_runs())
    return realpath(path, to);
  char text[PATH_MAX];
  const long length = path == NULL ? -EINVAL : realPath(path, text);
  return given(length, text, to, to != NULL ? PATH_MAX : 0);
}
