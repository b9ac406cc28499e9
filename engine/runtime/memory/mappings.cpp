#include "runtime/memory/mappings.h"

#include "runtime/life/lifetimes.h"
#include "runtime/processes/mapped.h"
#include "runtime/processes/processes.h"
#include "runtime/services/external_calls.h"
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

bool isBetween(std::uint64_t begin, std::uint64_t end, std::uint64_t low, std::uint64_t high) {
  return begin >= low && end <= high && begin < end;
}

void close(std::uint64_t from, std::uint64_t to) {
  if (from < to)
    mprotect(reinterpret_cast<void*>(from), to - from, PROT_NONE);
}

// Others may use the memory still.
void leaveMapping(std::uint64_t begin, std::uint64_t end) {
  if (me().slot != me().process || me().madeThreads)
    tellLimit("munmap in a process with several threads, after fork: uses of the memory that come later are not found");
  else
    close(begin, end);
}

} // namespace

void* mapAnonymous(std::size_t bytes, int protection, bool isShared) {
  Thread& self = me();
  const std::uint64_t whole = (bytes + pageBytes - 1) / pageBytes * pageBytes;
  if (bytes == 0 || self.mapped + whole > mappingsStride) {
    errno = bytes == 0 ? EINVAL : ENOMEM;
    return MAP_FAILED;
  }
  static_assert(sharedMappings + maxThreads * mappingsStride <= sharedMappingsEnd);
  const std::uint64_t at = areaOf(self.slot) + self.mapped -
                           (isShared && makesCopies() ? mappingsAddress - sharedMappings : std::uint64_t{0});
  self.mapped += whole + pageBytes; // an unmapped page follows each mapping
  noteMapped(at, at + whole, protection);
  return mmap(reinterpret_cast<void*>(at), whole, protection,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

bool isMapped(std::uint64_t begin, std::uint64_t end) {
  return isBetween(begin, end, mappingsAddress, areaOf(maxThreads)) ||
         isBetween(begin, end, sharedMappings, sharedMappingsEnd);
}

// The graph tells who uses a shared location too late, so its page stays accessible. All others fault.
void unmapAnonymous(std::uint64_t begin, std::uint64_t end) {
  if (makesCopies() && forgetMapped(begin, end))
    return leaveMapping(begin, end);
  endObjects(begin, end);
  const EndingMemory memory = {.bounds = {begin, end}, .around = {begin, end}};
  if (g_runtime.channel->allAccesses == 0)
    noteMortal(memory);
  endLife(memory);
  const auto empty = [](std::uint64_t from, std::uint64_t to) {
    if (from < to)
      madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
    close(from, to);
  };
  std::uint64_t at = begin;
  for (const RevisitRange* range = rangeAbove(begin); range != rangesEnd() && range->begin < end; range++) {
    empty(at, range->begin / pageBytes * pageBytes);
    at = std::max(at, (range->end + pageBytes - 1) / pageBytes * pageBytes);
  }
  empty(at, end);
}

MappedArea mappedBy(unsigned slot) {
  return {areaOf(slot), areaOf(slot) + threadAt(slot).mapped};
}

} // namespace revisit::runtime
