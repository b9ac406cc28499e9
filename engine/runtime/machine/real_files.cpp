// What is really there, for the files of the machine (abi/machine.h): it is only read. The numbers of paths and names
// are hashes, so that they are the same in every run, whatever it asks for first. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#include "abi/machine.h"

#include "runtime/machine/made_up_files.h"
#include "runtime/services/open_files.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/services/special_files.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t maxKnown = 8192; // a power of 2
constexpr std::uint64_t usualFileMask = 022;
constexpr timespec constantTime = {1700000000, 0};

// Which hash stands at an index, and the path where that is one of a file.
struct Known {
  std::uint64_t hash;
  const char* path;
};
Known g_names[maxKnown], g_files[maxKnown];
std::size_t g_nameCount, g_fileCount;
char g_texts[1 << 20];
std::size_t g_textBytes;

std::uint64_t hashOf(std::uint64_t hash, const char* text, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i++)
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3ull;
  hash ^= hash >> 29;
  return hash == 0 ? 1 : hash;
}

unsigned indexOf(std::uint64_t hash) {
  return static_cast<unsigned>((hash ^ hash >> 32) % REVISIT_MACHINE_HASHES);
}

// The place of the entry with this index in the table; it is empty if there is none.
Known& entryOf(Known (&table)[maxKnown], unsigned index) {
  std::size_t at = index % maxKnown;
  while (table[at].hash != 0 && indexOf(table[at].hash) != index)
    at = (at + 1) % maxKnown;
  return table[at];
}

Known& noted(Known (&table)[maxKnown], std::size_t& count, std::uint64_t hash) {
  Known& entry = entryOf(table, indexOf(hash));
  if (entry.hash != 0 && entry.hash != hash)
    unsupported("two names of files have the same place");
  if (entry.hash == 0 && ++count > maxKnown / 2)
    unsupported("more than 4,096 names of files");
  entry.hash = hash;
  return entry;
}

long numberOf(const char* path) {
  const std::size_t bytes = __builtin_strlen(path);
  const std::uint64_t hash = hashOf(0xcbf29ce484222325ull, path, bytes);
  Known& entry = noted(g_files, g_fileCount, hash);
  if (entry.path == nullptr) {
    if (g_textBytes + bytes + 1 > sizeof g_texts)
      unsupported("more than 1 MiB of names of files");
    char* const text = g_texts + g_textBytes;
    __builtin_memcpy(text, path, bytes + 1);
    g_textBytes += bytes + 1;
    entry.path = text;
  }
  return static_cast<long>(REVISIT_MACHINE_REAL + indexOf(hash));
}

const char* pathOf(unsigned real) {
  const Known& entry = entryOf(g_files, real - REVISIT_MACHINE_REAL);
  if (real < REVISIT_MACHINE_REAL || entry.hash == 0)
    unsupported("a file of the machine is not known");
  return entry.path;
}

// The status of what stands at the path, which may be made up.
long linkStatus(const char* path, struct stat& status) {
  if (const mode_t kind = madeUpKind(path); kind != 0) {
    status = madeUpStatus(path, kind);
    return 0;
  }
  return systemCall(SYS_newfstatat, static_cast<std::uint64_t>(AT_FDCWD), word(path), word(&status),
                    AT_SYMLINK_NOFOLLOW);
}

long given(void* to, const char* text, std::size_t bytes, std::size_t room) {
  const std::size_t part = std::min(bytes, room);
  serviceWrite(word(to), text, part);
  return static_cast<long>(part);
}

} // namespace

REVISIT_EXPORT unsigned revisit_machine_thread() {
  return me().slot;
}

REVISIT_EXPORT long revisit_machine_name(unsigned folder, const char* name, std::size_t bytes) {
  char text[NAME_MAX + 1];
  bytes = std::min(bytes, sizeof text);
  serviceRead(word(name), text, bytes);
  const std::uint64_t hash = hashOf(0x9e3779b97f4a7c15ull * (folder + 1ull), text, bytes);
  return indexOf(noted(g_names, g_nameCount, hash).hash);
}

REVISIT_EXPORT long revisit_machine_real(unsigned folder, const char* name, std::size_t bytes) {
  char path[PATH_MAX + NAME_MAX + 2];
  const char* const around = pathOf(folder);
  std::size_t length = __builtin_strlen(around);
  if (length + bytes + 2 > PATH_MAX)
    return -ENAMETOOLONG;
  __builtin_memcpy(path, around, length);
  if (length != 1)
    path[length++] = '/';
  serviceRead(word(name), path + length, bytes);
  path[length + bytes] = 0;
  const char* const there = pathInstead(path);
  struct stat status = {};
  const long result = linkStatus(there, status);
  if (result < 0)
    return result;
  return numberOf(there) | static_cast<long>(status.st_mode & S_IFMT) << 32;
}

REVISIT_EXPORT long revisit_machine_folder(const char* path, std::size_t bytes) {
  char text[PATH_MAX] = "/";
  char first = 0;
  serviceRead(word(path), &first, std::min<std::size_t>(bytes, 1));
  const long result = first == '.' ? systemCall(SYS_getcwd, word(text), sizeof text) : 0;
  return result < 0 ? result : numberOf(text);
}

REVISIT_EXPORT long revisit_machine_around(unsigned real) {
  char path[PATH_MAX];
  const char* const from = pathOf(real);
  __builtin_memcpy(path, from, __builtin_strlen(from) + 1);
  char* const end = __builtin_strrchr(path, '/');
  (end == path ? end + 1 : end)[0] = 0;
  return numberOf(path);
}

REVISIT_EXPORT long revisit_machine_status(unsigned real, struct stat* to) {
  struct stat status = {};
  const long result = linkStatus(pathOf(real), status);
  if (result < 0)
    return result;
  status.st_atim = status.st_mtim = status.st_ctim = constantTime;
  serviceWrite(word(to), &status, sizeof status);
  return 0;
}

REVISIT_EXPORT long revisit_machine_may(unsigned real, int how) {
  if (const mode_t kind = madeUpKind(pathOf(real)); kind != 0)
    return (how & W_OK) != 0 || ((how & X_OK) != 0 && kind == S_IFREG) ? -EACCES : 0;
  return systemCall(SYS_faccessat, static_cast<std::uint64_t>(AT_FDCWD), word(pathOf(real)),
                    static_cast<std::uint64_t>(how));
}

REVISIT_EXPORT long revisit_machine_content(unsigned real, void* to, std::size_t bytes, std::uint64_t offset) {
  if (madeUpKind(pathOf(real)) != 0) {
    char all[madeUpBytes];
    const std::size_t size = madeUpContent(pathOf(real), all, sizeof all);
    return offset >= size ? 0 : given(to, all + offset, size - offset, bytes);
  }
  const long file = systemCall(SYS_open, word(pathOf(real)), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return file;
  char chunk[chunkBytes];
  std::size_t done = 0;
  while (done < bytes) {
    const long count = systemCall(SYS_pread64, static_cast<std::uint64_t>(file), word(chunk),
                                  std::min(bytes - done, chunkBytes), offset + done);
    if (count <= 0)
      break;
    serviceWrite(word(to) + done, chunk, static_cast<std::uint64_t>(count));
    done += static_cast<std::size_t>(count);
  }
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  return static_cast<long>(done);
}

REVISIT_EXPORT long revisit_machine_target(unsigned real, void* to, std::size_t bytes) {
  char text[PATH_MAX];
  if (madeUpKind(pathOf(real)) != 0)
    return given(to, text, madeUpContent(pathOf(real), text, sizeof text), bytes);
  const long length = systemCall(SYS_readlink, word(pathOf(real)), word(text), sizeof text);
  return length < 0 ? length : given(to, text, static_cast<std::size_t>(length), bytes);
}

REVISIT_EXPORT long revisit_machine_path(unsigned real, void* to, std::size_t bytes) {
  const char* const path = pathOf(real);
  return given(to, path, __builtin_strlen(path), bytes);
}

REVISIT_EXPORT long revisit_machine_device(unsigned real, int flags) {
  const char* const path = pathOf(real);
  if (madeUpKind(path) == S_IFREG)
    return REVISIT_MACHINE_ORDINARY;
  struct stat status = {};
  const long result = statusOf(path, status);
  if (result < 0)
    return result;
  if (isOrdinary(path, status))
    return REVISIT_MACHINE_ORDINARY;
  const int file = openReal(path, flags);
  return file < 0 ? -errno : file;
}

REVISIT_EXPORT int revisit_machine_groups(gid_t* to, int room) {
  gid_t groups[64];
  const auto count = static_cast<int>(harmlessCall(SYS_getgroups, std::size(groups), word(groups)));
  const int given = std::clamp(count, 0, room);
  serviceWrite(word(to), groups, static_cast<std::uint64_t>(given) * sizeof *to);
  return given;
}

REVISIT_EXPORT unsigned revisit_machine_file_mask() {
  std::uint64_t mask = usualFileMask;
  ProcessState(ProcessState::FileMask).read(&mask, 1);
  return static_cast<unsigned>(mask);
}
