#include "runtime/services/open_files.h"

#include "runtime/services/external_calls.h"
#include "runtime/services/file_turns.h"
#include "runtime/services/services.h"
#include "runtime/services/special_files.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace revisit::runtime {

namespace {

// Each thread numbers its descriptors separately. The first thread opens most of them.
constexpr int firstDescriptor = 64;
constexpr std::uint32_t descriptorsOfFirst = 256, descriptorsOfOthers = 32;
constexpr std::uint64_t pathPlaces = 8192; // after those of descriptors: operations on a path, by its hash
constexpr std::uint64_t readBack = 1ull << 63;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);

struct PrivateCopy {
  char path[PATH_MAX];
  int memory;
};
constexpr std::size_t maxCopies = 32;
PrivateCopy g_copies[maxCopies];
std::size_t g_copyCount = 0;

bool changes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

bool isDevice(const char* path) {
  struct stat status = {};
  return statusOf(path, status) == 0 && !S_ISREG(status.st_mode);
}

int renumbered(int file) {
  if (file < 0)
    return file;
  const int number = newDescriptor();
  if (number < 0) {
    systemCall(SYS_close, static_cast<std::uint64_t>(file));
    return failRefused("open", "so many descriptors by one thread are not followed", EMFILE);
  }
  const int result = dup3(file, number, 0);
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  return result;
}

void fillCopy(int memory, const char* path) {
  char chunk[chunkBytes];
  const int from = static_cast<int>(systemCall(SYS_open, word(path), O_RDONLY));
  if (from < 0)
    return;
  for (long count; (count = systemCall(SYS_read, static_cast<std::uint64_t>(from), word(chunk), chunkBytes)) > 0;)
    systemCall(SYS_write, static_cast<std::uint64_t>(memory), word(chunk), static_cast<std::uint64_t>(count));
  systemCall(SYS_close, static_cast<std::uint64_t>(from));
}

PrivateCopy* copyOf(const char* path) {
  for (std::size_t i = 0; i < g_copyCount; i++)
    if (__builtin_strcmp(g_copies[i].path, path) == 0)
      return &g_copies[i];
  return nullptr;
}

void warnOnce(const char* path) {
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "what is written to '%s' is dropped at the end of each run", path);
  record.op = REVISIT_EXTERNAL_WARNING;
  record.extra = internString(message);
  record.chain = chainHere();
}

std::uint64_t placeOf(const char* path) {
  std::uint64_t hash = 0;
  for (; *path != 0; path++)
    hash = hash * 31 + static_cast<unsigned char>(*path);
  return filePlace(maxDescriptors + hash % pathPlaces);
}

// The content that a thread reads from a copy depends on who wrote it: only the thread that is its sole writer may read
// it.
void noteUse(const char* path, bool reads, bool writes) {
  const std::uint64_t mine = 1ull << (me().slot % 63);
  const std::uint64_t use = (writes ? mine : 0) | (reads && writes ? readBack : 0);
  const std::uint64_t before = use != 0
                                   ? recordedRmw(placeOf(path), use, 8, sequential, RmwOp::Or, REVISIT_FLAG_SERVICE)
                                   : recordedLoad(placeOf(path), 8, sequential, REVISIT_FLAG_SERVICE);
  if ((before & ~mine & ~readBack) == 0 || (!reads && (before & readBack) == 0)) {
    if (reads && !writes && (before & mine) != 0)
      recordedRmw(placeOf(path), readBack, 8, sequential, RmwOp::Or, REVISIT_FLAG_SERVICE);
    return;
  }
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "open: '%s' was written by another thread", path);
  unsupported(message);
}

// A descriptor of the copy; negative with errno set when the original file could not have been opened in this way.
int openCopy(const char* path, int flags) {
  struct stat status = {};
  PrivateCopy* copy = copyOf(path);
  const bool exists = copy != nullptr || statusOf(path, status) == 0;
  if (exists ? (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) : (flags & O_CREAT) == 0) {
    errno = exists ? EEXIST : ENOENT;
    return -1;
  }
  if (copy == nullptr) {
    if (g_copyCount == maxCopies)
      return failRefused("open", "more than 32 written files are not followed", ENOSPC);
    copy = &g_copies[g_copyCount++];
    __builtin_memcpy(copy->path, path, __builtin_strlen(path) + 1);
    copy->memory = memfd_create("revisit-file", 0);
    if ((flags & O_TRUNC) == 0)
      fillCopy(copy->memory, path);
    warnOnce(path);
  }
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", copy->memory);
  return static_cast<int>(systemCall(SYS_open, word(link), static_cast<std::uint64_t>(flags & ~(O_CREAT | O_EXCL))));
}

// Opens a descriptor whose content is the same in every run, or refuses.
int openFixed(int file, const char* path) {
  const FileContent content = contentOfFile(file);
  if (content == FileContent::Fixed)
    return renumbered(file);
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  if (content == FileContent::Random) {
    const int made = renumbered(openRandomness());
    noteRandomness(made);
    return made;
  }
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "what is read from '%s' differs from run to run", path);
  return failRefused("open", message, EACCES);
}

} // namespace

int newDescriptor() {
  Thread& self = me();
  const std::uint32_t mine = self.slot == 0 ? descriptorsOfFirst : descriptorsOfOthers;
  const std::uint32_t before = self.slot == 0 ? 0 : descriptorsOfFirst + (self.slot - 1u) * descriptorsOfOthers;
  const int number = firstDescriptor + static_cast<int>(before + self.descriptors);
  if (self.descriptors >= mine || number >= maxDescriptors)
    return -1;
  self.descriptors++;
  return number;
}

int openPath(const char* given, int flags) {
  char path[PATH_MAX];
  serviceText(given, path, sizeof path);
  if (!isDevice(path))
    noteUse(path, (flags & O_ACCMODE) != O_WRONLY, changes(flags));
  if ((changes(flags) || copyOf(path) != nullptr) && !isDevice(path))
    return renumbered(openCopy(path, flags));
  const long file = systemCall(SYS_open, word(path), static_cast<std::uint64_t>(flags | O_NONBLOCK));
  if (file >= 0)
    return openFixed(static_cast<int>(file), path);
  errno = static_cast<int>(-file);
  return -1;
}

bool isPrivateCopy(const char* path) {
  return copyOf(path) != nullptr;
}

int openBeforeRun(const char* path) {
  struct stat status = {};
  const bool exists = statusOf(path, status) == 0 && S_ISCHR(status.st_mode);
  const long file = exists ? systemCall(SYS_open, word(path), O_RDONLY | O_NONBLOCK) : -1;
  if (file < 0)
    return -1;
  const bool isRandom = contentOfFile(static_cast<int>(file)) == FileContent::Random;
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  if (!isRandom)
    return -1;
  const int made = openRandomness();
  noteRandomness(made);
  return made;
}

} // namespace revisit::runtime
