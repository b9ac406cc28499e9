// The status of files and the entries of directories, as the system reports it, but without times, which differ from
// run to run. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/services/open_files.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
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
  requireUnchanged("stat");
  struct stat status = {};
  const long result = systemCall(SYS_newfstatat, static_cast<std::uint64_t>(folder), word(path), word(&status),
                                 static_cast<std::uint64_t>(flags));
  return give(result, status, 0, to);
}

// The names of one directory.
constexpr std::size_t maxEntries = 1024;
struct Entry {
  std::uint64_t inode;
  std::uint8_t type;
  char name[256];
};
Entry g_entries[maxEntries];

// As the system lays them out.
struct SystemEntry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t bytes;
  std::uint8_t type;
  char name[256]; // up to its zero
};

// Returns their number, or an error.
long readEntries(const char* path) {
  const long folder = systemCall(SYS_open, word(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return folder;
  std::size_t count = 0;
  alignas(8) static char chunk[chunkBytes];
  for (long got; (got = systemCall(SYS_getdents64, static_cast<std::uint64_t>(folder), word(chunk), sizeof chunk)) > 0;)
    for (long at = 0; at < got;) {
      const auto& entry = *reinterpret_cast<const SystemEntry*>(chunk + at);
      if (count == maxEntries)
        unsupported("opendir: more than 1,024 entries in a directory");
      Entry& kept = g_entries[count++];
      kept.inode = entry.inode;
      kept.type = entry.type;
      __builtin_memcpy(kept.name, entry.name, strnlen(entry.name, sizeof kept.name - 1) + 1);
      at += entry.bytes;
    }
  systemCall(SYS_close, static_cast<std::uint64_t>(folder));
  std::sort(g_entries, g_entries + count,
            [](const Entry& a, const Entry& b) { return __builtin_strcmp(a.name, b.name) < 0; });
  return static_cast<long>(count);
}

} // namespace

// For the library's opendir. The order of the system may differ from run to run.
REVISIT_EXPORT long revisit_directory(const char* given, dirent* to, std::size_t room) {
  char path[PATH_MAX];
  serviceText(given, path, sizeof path);
  const long count = readEntries(path);
  if (count < 0) {
    errno = static_cast<int>(-count);
    return -1;
  }
  for (std::size_t i = 0; i < room && i < static_cast<std::size_t>(count); i++) {
    dirent entry = {};
    entry.d_ino = g_entries[i].inode;
    entry.d_off = static_cast<off_t>(i + 1);
    entry.d_reclen = sizeof entry;
    entry.d_type = g_entries[i].type;
    __builtin_memcpy(entry.d_name, g_entries[i].name, sizeof entry.d_name);
    serviceWrite(word(&to[i]), &entry, sizeof entry);
  }
  return count;
}

REVISIT_EXPORT char* realpath(const char* given, char* to) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(realpath)(given, to);
  char path[PATH_MAX], found[PATH_MAX];
  serviceText(given, path, sizeof path);
  if (REVISIT_REAL(realpath)(path, found) == nullptr)
    return nullptr;
  const std::size_t bytes = __builtin_strlen(found) + 1;
  if (to == nullptr)
    to = static_cast<char*>(malloc(bytes));
  if (to != nullptr)
    serviceWrite(word(to), found, bytes);
  return to;
}

REVISIT_EXPORT ssize_t readlink(const char* given, char* to, std::size_t bytes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(readlink)(given, to, bytes);
  char path[PATH_MAX], found[PATH_MAX];
  serviceText(given, path, sizeof path);
  const long length = systemCall(SYS_readlink, word(path), word(found), std::min(bytes, sizeof found));
  if (length < 0) {
    errno = static_cast<int>(-length);
    return -1;
  }
  serviceWrite(word(to), found, static_cast<std::uint64_t>(length));
  return length;
}

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
