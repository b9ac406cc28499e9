#include "runtime/services/open_files.h"

#include "abi/machine.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/file_turns.h"
#include "runtime/services/services.h"
#include "runtime/services/special_files.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>

namespace revisit::runtime {

namespace {

// Each thread numbers its descriptors separately. The first thread opens most of them.
constexpr int firstDescriptor = 64;
constexpr std::uint32_t descriptorsOfFirst = 256, descriptorsOfOthers = 32;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);

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
  // The number of the process is that of the run.
  char own[32];
  const auto length = static_cast<std::size_t>(std::snprintf(own, sizeof own, "/proc/%ld/", systemCall(SYS_getpid)));
  const bool isOwn = std::string_view(path).starts_with(own);
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "what is read from '%s%s' differs from run to run", isOwn ? "/proc/self/" : "",
                isOwn ? path + length : path);
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

int openReal(const char* path, int flags) {
  if (changes(flags) && !isDevice(path))
    return failRefused("open", "code that is not followed writes to a file", EROFS);
  const long file = systemCall(SYS_open, word(path), static_cast<std::uint64_t>(flags | O_NONBLOCK));
  if (file >= 0)
    return openFixed(static_cast<int>(file), path);
  errno = static_cast<int>(-file);
  return -1;
}

int openPath(const char* given, int flags) {
  char path[PATH_MAX];
  serviceText(given, path, sizeof path);
  requireUnchanged("open");
  return openReal(path, flags);
}

void requireUnchanged(const char* call) {
  for (unsigned thread = 0; thread < REVISIT_MACHINE_CHANGERS; thread++) {
    const std::uint64_t place = REVISIT_MACHINE_MINE + thread * REVISIT_MACHINE_MINE_STRIDE;
    if (recordedLoad(place, 8, sequential, REVISIT_FLAG_SERVICE) == 0)
      continue;
    char message[128];
    std::snprintf(message, sizeof message, "%s by code that is not followed, after files were changed", call);
    unsupported(message);
  }
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
