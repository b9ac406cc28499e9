// Room of files and of file systems, advice, and bytes from one file to another, in instrumented code. The pass renames
// a program's calls to these functions.
#include "../files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes);
ssize_t revisit_libc_pread(int descriptor, void* to, size_t bytes, off_t offset);
off_t revisit_libc_lseek(int descriptor, off_t offset, int from);
int revisit_libc_fstat(int descriptor, struct stat* to);

// One file system for all files, half full.
enum { UsualSystem = 0xef53, Blocks = 1 << 21 };

static void tellSystem(struct statfs* to) {
  memset(to, 0, sizeof *to);
  to->f_type = UsualSystem;
  to->f_bsize = to->f_frsize = 4096;
  to->f_blocks = Blocks;
  to->f_bfree = to->f_bavail = Blocks / 2;
  to->f_files = Blocks;
  to->f_ffree = Blocks / 2;
  to->f_namelen = MachineNameBytes;
}
static void tellView(struct statvfs* to) {
  struct statfs system;
  tellSystem(&system);
  memset(to, 0, sizeof *to);
  to->f_bsize = to->f_frsize = 4096;
  to->f_blocks = system.f_blocks;
  to->f_bfree = to->f_bavail = system.f_bfree;
  to->f_files = system.f_files;
  to->f_ffree = to->f_favail = system.f_ffree;
  to->f_namemax = system.f_namelen;
}
static long whether(const char* path) {
  const long node = revisit_file_node(AT_FDCWD, path, MachineFollows);
  return node < 0 ? node : 0;
}
// 0: the descriptor is open.
static long isOpen(int descriptor) {
  struct stat status;
  return revisit_libc_fstat(descriptor, &status) == 0 ? 0 : -errno;
}

int revisit_libc_statfs(const char* path, struct statfs* to) {
  if (!revisit_machine_runs())
    return statfs(path, to);
  const long problem = whether(path);
  if (problem == 0)
    tellSystem(to);
  return (int)revisit_machine_result(problem);
}
int revisit_libc_fstatfs(int descriptor, struct statfs* to) {
  if (!revisit_machine_runs())
    return fstatfs(descriptor, to);
  const long problem = isOpen(descriptor);
  if (problem == 0)
    tellSystem(to);
  return (int)revisit_machine_result(problem);
}
int revisit_libc_statvfs(const char* path, struct statvfs* to) {
  if (!revisit_machine_runs())
    return statvfs(path, to);
  const long problem = whether(path);
  if (problem == 0)
    tellView(to);
  return (int)revisit_machine_result(problem);
}
int revisit_libc_fstatvfs(int descriptor, struct statvfs* to) {
  if (!revisit_machine_runs())
    return fstatvfs(descriptor, to);
  const long problem = isOpen(descriptor);
  if (problem == 0)
    tellView(to);
  return (int)revisit_machine_result(problem);
}
// On this machine both structures are the same.
int revisit_libc_statfs64(const char* path, struct statfs* to) {
  return revisit_libc_statfs(path, to);
}
int revisit_libc_fstatfs64(int descriptor, struct statfs* to) {
  return revisit_libc_fstatfs(descriptor, to);
}
int revisit_libc_statvfs64(const char* path, struct statvfs* to) {
  return revisit_libc_statvfs(path, to);
}
int revisit_libc_fstatvfs64(int descriptor, struct statvfs* to) {
  return revisit_libc_fstatvfs(descriptor, to);
}

int revisit_libc_posix_fallocate(int descriptor, off_t offset, off_t bytes);

// Holes are what file systems need not have.
int revisit_libc_fallocate(int descriptor, int mode, off_t offset, off_t bytes) {
  if (!revisit_machine_runs())
    return fallocate(descriptor, mode, offset, bytes);
  if (mode != 0)
    return (int)revisit_machine_result(-EOPNOTSUPP);
  return (int)revisit_machine_result(-revisit_libc_posix_fallocate(descriptor, offset, bytes));
}
int revisit_libc_fallocate64(int descriptor, int mode, off_t offset, off_t bytes) {
  return revisit_libc_fallocate(descriptor, mode, offset, bytes);
}
int revisit_libc_posix_fallocate64(int descriptor, off_t offset, off_t bytes) {
  return revisit_libc_posix_fallocate(descriptor, offset, bytes);
}

// What is read or written in advance shows nothing.
static long adviseFile(int descriptor, long otherwise) {
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineNothing ? isOpen(descriptor) : entry.kind == MachineFile ? 0 : otherwise;
}
int revisit_libc_posix_fadvise(int descriptor, off_t offset, off_t bytes, int advice) {
  if (!revisit_machine_runs())
    return posix_fadvise(descriptor, offset, bytes, advice);
  return (int)-adviseFile(descriptor, -ESPIPE);
}
int revisit_libc_posix_fadvise64(int descriptor, off_t offset, off_t bytes, int advice) {
  return revisit_libc_posix_fadvise(descriptor, offset, bytes, advice);
}
ssize_t revisit_libc_readahead(int descriptor, off_t offset, size_t bytes) {
  if (!revisit_machine_runs())
    return readahead(descriptor, offset, bytes);
  return revisit_machine_result(adviseFile(descriptor, -EINVAL));
}
int revisit_libc_sync_file_range(int descriptor, off_t offset, off_t bytes, unsigned flags) {
  if (!revisit_machine_runs())
    return sync_file_range(descriptor, offset, bytes, flags);
  return (int)revisit_machine_result(adviseFile(descriptor, -ESPIPE));
}
int revisit_libc_syncfs(int descriptor) {
  return revisit_machine_runs() ? (int)revisit_machine_result(isOpen(descriptor)) : syncfs(descriptor);
}

// A call that older kernels lack.
ssize_t revisit_libc_copy_file_range(int from, off_t* fromOffset, int to, off_t* toOffset, size_t bytes,
                                     unsigned flags) {
  if (!revisit_machine_runs())
    return copy_file_range(from, fromOffset, to, toOffset, bytes, flags);
  return revisit_machine_result(-ENOSYS);
}
