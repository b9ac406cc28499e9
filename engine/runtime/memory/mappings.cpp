#include "runtime/memory/mappings.h"

#include "runtime/life/lifetimes.h"
#include "runtime/sync/object_table.h"

#include <algorithm>
#include <cerrno>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t mappingsAddress = 0x1c0000000000ull; // anonymous mappings, one area per thread
constexpr std::uint64_t mappingsStride = 0x100000000ull;
constexpr std::uint64_t pageBytes = 4096;

std::uint64_t areaOf(unsigned slot) {
  return mappingsAddress + slot * mappingsStride;
}

} // namespace

void* mapPrivate(std::size_t bytes, int protection) {
  Thread& self = me();
  const std::uint64_t whole = (bytes + pageBytes - 1) / pageBytes * pageBytes;
  if (bytes == 0 || self.mapped + whole > mappingsStride) {
    errno = bytes == 0 ? EINVAL : ENOMEM;
    return MAP_FAILED;
  }
  const std::uint64_t at = areaOf(self.slot) + self.mapped;
  self.mapped += whole + pageBytes; // an unmapped page follows each mapping
  return mmap(reinterpret_cast<void*>(at), whole, protection,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

bool isMapped(std::uint64_t begin, std::uint64_t end) {
  return begin >= mappingsAddress && end <= areaOf(maxThreads) && begin < end;
}

// The graph tells who uses a shared location too late, so its page stays accessible. All others fault.
void unmapPrivate(std::uint64_t begin, std::uint64_t end) {
  endObjects(begin, end);
  const EndingMemory memory = {.bounds = {begin, end}, .around = {begin, end}};
  if (g_runtime.channel->allAccesses == 0)
    noteMortal(memory);
  endLife(memory);
  const auto close = [](std::uint64_t from, std::uint64_t to) {
    if (from < to) {
      madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
      mprotect(reinterpret_cast<void*>(from), to - from, PROT_NONE);
    }
  };
  std::uint64_t at = begin;
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++) {
    close(at, range->begin / pageBytes * pageBytes);
    at = std::max(at, (range->end + pageBytes - 1) / pageBytes * pageBytes);
  }
  close(at, end);
}

MappedArea mappedBy(unsigned slot) {
  return {areaOf(slot), areaOf(slot) + threadAt(slot).mapped};
}

} // namespace revisit::runtime
