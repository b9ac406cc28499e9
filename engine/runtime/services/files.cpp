// File descriptors. Reading is followed: each call that moves a descriptor is an event (file_turns.h). Files are never
// changed (open_files.h). Thread rule: called by the program's threads; during a run only by the one that has the
// baton.
#include "runtime/schedule/cancellation.h"
#include "runtime/services/file_turns.h"
#include "runtime/services/open_files.h"
#include "runtime/services/services.h"
#include "runtime/services/special_files.h"

#include <cerrno>
#include <cstdarg>
#include <fcntl.h>
#include <sys/stat.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

long readOn(int file, void* to, std::size_t bytes) {
  char chunk[chunkBytes];
  std::size_t done = 0;
  while (done < bytes) {
    const std::size_t wanted = bytes - done < chunkBytes ? bytes - done : chunkBytes;
    const long count = systemCall(SYS_read, static_cast<std::uint64_t>(file), word(chunk), wanted);
    if (count == 0 && isRandomness(file)) { // a random device never ends
      systemCall(SYS_lseek, static_cast<std::uint64_t>(file), 0, SEEK_SET);
      continue;
    }
    if (count < 0 && done == 0)
      return count;
    if (count <= 0)
      break;
    serviceWrite(word(to) + done, chunk, static_cast<std::uint64_t>(count));
    done += static_cast<std::size_t>(count);
  }
  return static_cast<long>(done);
}

std::uint64_t positionOf(int file) {
  return static_cast<std::uint64_t>(systemCall(SYS_lseek, static_cast<std::uint64_t>(file), 0, SEEK_CUR));
}

long viaErrno(long result) {
  if (result >= 0)
    return result;
  errno = static_cast<int>(-result);
  return -1;
}

mode_t givenMode(int flags, std::va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

int openWith(const char* path, int flags, mode_t mode) {
  cancellationPoint();
  if (exploring())
    return openPath(path, flags);
  if (const int random = ownObjects() ? openBeforeRun(path) : -1; random >= 0)
    return random;
  return static_cast<int>(
      viaErrno(systemCall(SYS_open, word(path), static_cast<std::uint64_t>(flags), std::uint64_t{mode})));
}

} // namespace

REVISIT_EXPORT int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = givenMode(flags, arguments);
  va_end(arguments);
  return openWith(path, flags, mode);
}

REVISIT_EXPORT ssize_t read(int file, void* to, std::size_t bytes) {
  if (!exploring() || file < 0)
    return viaErrno(systemCall(SYS_read, static_cast<std::uint64_t>(file), word(to), bytes));
  cancellationPoint();
  FileTurn turn(file);
  const long result = readOn(file, to, bytes);
  turn.end(positionOf(file));
  return viaErrno(result);
}

REVISIT_EXPORT ssize_t pread(int file, void* to, std::size_t bytes, off_t offset) {
  if (!exploring())
    return REVISIT_REAL(pread)(file, to, bytes, offset);
  cancellationPoint();
  char chunk[chunkBytes];
  const std::size_t wanted = bytes < chunkBytes ? bytes : chunkBytes;
  const long count = systemCall(SYS_pread64, static_cast<std::uint64_t>(file), word(chunk), wanted,
                                static_cast<std::uint64_t>(offset));
  if (count > 0)
    serviceWrite(word(to), chunk, static_cast<std::uint64_t>(count));
  return viaErrno(count);
}

REVISIT_EXPORT off_t lseek(int file, off_t offset, int from) noexcept {
  const auto seek = [&] {
    return systemCall(SYS_lseek, static_cast<std::uint64_t>(file), static_cast<std::uint64_t>(offset),
                      static_cast<std::uint64_t>(from));
  };
  if (!exploring() || file < 0)
    return viaErrno(seek());
  FileTurn turn(file);
  const long result = seek();
  turn.end(positionOf(file));
  return viaErrno(result);
}

// On this machine no separate type is needed for large files.
REVISIT_EXPORT int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = givenMode(flags, arguments);
  va_end(arguments);
  return openWith(path, flags, mode);
}

REVISIT_EXPORT ssize_t pread64(int file, void* to, std::size_t bytes, off64_t offset) {
  return pread(file, to, bytes, offset);
}

REVISIT_EXPORT off64_t lseek64(int file, off64_t offset, int from) noexcept {
  return lseek(file, offset, from);
}
