// The status of files, as the system reports it, but without times, which differ from run to run. Thread rule: called
// by the program's threads; during a run only by the one that has the baton.
#include "runtime/services/open_files.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr timespec fixedTime = {1700000000, 0};

int give(long result, struct stat& status, std::uint64_t number, struct stat* to) {
  if (result < 0) {
    errno = static_cast<int>(-result);
    return -1;
  }
  status.st_atim = status.st_mtim = status.st_ctim = fixedTime;
  if (status.st_nlink == 0) { // a file of this process only: its inode number differs from run to run
    status.st_dev = 0;
    status.st_ino = number;
  }
  serviceWrite(word(to), &status, sizeof status);
  return 0;
}

int statusAt(int folder, const char* given, struct stat* to, int flags) {
  char path[PATH_MAX];
  serviceText(given, path, sizeof path);
  if (isPrivateCopy(path)) {
    char message[PATH_MAX + 64];
    std::snprintf(message, sizeof message, "stat: '%s' was written by the program", path);
    unsupported(message);
  }
  struct stat status = {};
  const long result = systemCall(SYS_newfstatat, static_cast<std::uint64_t>(folder), word(path), word(&status),
                                 static_cast<std::uint64_t>(flags));
  return give(result, status, 0, to);
}

} // namespace

REVISIT_EXPORT int stat(const char* path, struct stat* result) noexcept {
  return ownObjects() ? statusAt(AT_FDCWD, path, result, 0) : REVISIT_REAL(stat)(path, result);
}

REVISIT_EXPORT int lstat(const char* path, struct stat* result) noexcept {
  return ownObjects() ? statusAt(AT_FDCWD, path, result, AT_SYMLINK_NOFOLLOW) : REVISIT_REAL(lstat)(path, result);
}

REVISIT_EXPORT int fstatat(int folder, const char* path, struct stat* result, int flags) noexcept {
  return ownObjects() ? statusAt(folder, path, result, flags) : REVISIT_REAL(fstatat)(folder, path, result, flags);
}

REVISIT_EXPORT int fstat(int file, struct stat* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(fstat)(file, result);
  struct stat status = {};
  const long made = systemCall(SYS_fstat, static_cast<std::uint64_t>(file), word(&status));
  return give(made, status, static_cast<std::uint64_t>(file), result);
}

// Both structures have the same layout.
REVISIT_EXPORT int stat64(const char* path, struct stat64* result) noexcept {
  return stat(path, reinterpret_cast<struct stat*>(result));
}

REVISIT_EXPORT int lstat64(const char* path, struct stat64* result) noexcept {
  return lstat(path, reinterpret_cast<struct stat*>(result));
}

REVISIT_EXPORT int fstat64(int file, struct stat64* result) noexcept {
  return fstat(file, reinterpret_cast<struct stat*>(result));
}
