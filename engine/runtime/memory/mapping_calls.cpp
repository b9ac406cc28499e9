// Anonymous memory that the program maps, and what it says about it, for the library
// (library/c/machine/areas/mappings.c). Calls of code that is not instrumented are the system's. Thread rule: called by
// the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/memory/arenas.h"
#include "runtime/memory/mappings.h"
#include "runtime/processes/mapped.h"
#include "runtime/schedule/carrier.h"
#include "runtime/services/external_calls.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <sys/mman.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t pageBytes = 4096;
// A larger range is emptied by the system, except for what threads share.
constexpr std::uint64_t maxFilled = 16 << 20;

void* refusedMapping(const char* why, int error) {
  tellRefused("mmap", why);
  errno = error;
  return MAP_FAILED;
}

std::uint64_t wholePages(std::uint64_t bytes) {
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

// The pages hold zeros from now on.
int empty(std::uint64_t begin, std::uint64_t bytes) {
  if (!inHeap(begin) && !isMapped(begin, begin + bytes) && !inStacks(begin))
    unsupported("madvise(MADV_DONTNEED) of memory that is not anonymous");
  if (inHeap(begin))
    requireValidHeap(begin, bytes);
  if (bytes <= maxFilled) {
    recordedFill(begin, 0, bytes, REVISIT_FLAG_SERVICE);
    return 0;
  }
  const std::uint64_t end = begin + bytes;
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++)
    if (range->begin >= begin && range->end <= end)
      recordedFill(range->begin, 0, range->end - range->begin, REVISIT_FLAG_SERVICE);
  return madvise(reinterpret_cast<void*>(begin), bytes, MADV_DONTNEED);
}

} // namespace

REVISIT_EXPORT void* revisit_memory_map(void* at, std::size_t bytes, int protection, int flags, int file,
                                        off_t offset) {
  if (!exploring())
    return mmap(at, bytes, protection, flags, file, offset);
  if ((flags & MAP_ANONYMOUS) == 0)
    return refusedMapping("the memory of what is no file is not followed", ENODEV);
  if ((flags & MAP_FIXED) != 0)
    return refusedMapping("a fixed address is not followed", ENOMEM);
  return mapAnonymous(bytes, protection, (flags & MAP_TYPE) != MAP_PRIVATE);
}

REVISIT_EXPORT int revisit_memory_unmap(void* at, std::size_t bytes) {
  const std::uint64_t begin = word(at);
  if (!exploring())
    return munmap(at, bytes);
  if (begin % pageBytes != 0 || bytes == 0)
    return failed(EINVAL);
  if (!isMapped(begin, begin + wholePages(bytes)))
    unsupported("munmap of memory that mmap did not give");
  unmapAnonymous(begin, begin + wholePages(bytes));
  return 0;
}

// Rights that are added to mapped memory are there; all other memory has them already. What is taken away, and code
// that the program makes, is not followed: the system has room for no further mapping, or forbids it.
REVISIT_EXPORT int revisit_memory_protect(void* at, std::size_t bytes, int protection) {
  const std::uint64_t begin = word(at), end = begin + wholePages(bytes);
  if (!exploring())
    return mprotect(at, bytes, protection);
  if (begin % pageBytes != 0)
    return failed(EINVAL);
  if ((protection & PROT_EXEC) != 0)
    return failRefused("mprotect", "code that the program makes is not followed", EACCES);
  if (protection != (PROT_READ | PROT_WRITE))
    return failRefused("mprotect", "memory that may not be accessed for a time is not followed", ENOMEM);
  if (begin == end || inHeap(begin) || inStacks(begin) || isData(begin, end))
    return 0;
  if (!isMapped(begin, end))
    return failRefused("mprotect", "it would change the process that the exploration needs", EACCES);
  noteMapped(begin, end, protection);
  return mprotect(at, bytes, protection);
}

// MADV_FREE is a choice of the library.
REVISIT_EXPORT int revisit_memory_advise(void* at, std::size_t bytes, int advice) {
  const std::uint64_t begin = word(at);
  if (!exploring())
    return madvise(at, bytes, advice);
  if (begin % pageBytes != 0)
    return failed(EINVAL);
  return advice == MADV_DONTNEED && bytes != 0 && (begin < sharedMappings || begin >= sharedMappingsEnd)
             ? empty(begin, wholePages(bytes))
             : 0;
}

// The C library's function never takes pages.
REVISIT_EXPORT int revisit_libc_posix_madvise(void* at, std::size_t bytes, int advice) {
  if (!exploring())
    return posix_madvise(at, bytes, advice);
  return word(at) % pageBytes != 0 ? EINVAL : 0;
}

#define REVISIT_LOCKS_MEMORY(function, parameters, arguments)                                                          \
  REVISIT_EXPORT int function parameters noexcept {                                                                    \
    return exploring() ? 0 : REVISIT_REAL(function) arguments;                                                         \
  }

REVISIT_LOCKS_MEMORY(mlock, (const void* at, std::size_t bytes), (at, bytes))
REVISIT_LOCKS_MEMORY(munlock, (const void* at, std::size_t bytes), (at, bytes))
REVISIT_LOCKS_MEMORY(mlockall, (int flags), (flags))
REVISIT_LOCKS_MEMORY(munlockall, (), ())
