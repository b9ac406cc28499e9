#include "runtime/memory/mappings.h"

#include "runtime/trace/state.h"

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

MappedArea mappedBy(unsigned slot) {
  return {areaOf(slot), areaOf(slot) + threadAt(slot).mapped};
}

} // namespace revisit::runtime
