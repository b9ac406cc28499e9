#include "runtime/memory/known_content.h"

#include "runtime/memory/arenas.h"
#include "runtime/memory/shared_ranges.h"
#include "runtime/schedule/carrier.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <sys/mman.h>
#include <sys/uio.h>

namespace revisit::runtime {

namespace {

// Places that do not shift the mappings of libraries.
constexpr std::uint64_t bytesAddress = 0x1e8000000000ull;
constexpr std::uint64_t offsetsAddress = 0x1e7000000000ull;
constexpr std::uint64_t usualBytes = 16 << 20;
constexpr std::uint64_t pageBytes = 4096;

unsigned char* g_bytes = nullptr;
auto* const g_offsets = reinterpret_cast<std::uint64_t*>(offsetsAddress); // where the bytes of each location begin
std::uint64_t g_bytesMapped = 0, g_offsetsMapped = 0;

std::size_t indexOf(const RevisitRange& location) {
  return &location - g_runtime.channel->ranges;
}

unsigned char* bytesOf(const RevisitRange& location) {
  return g_bytes + g_offsets[indexOf(location)];
}

// Makes room for the copies and their offsets.
bool reach(std::uint64_t& mapped, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t more = bytes <= mapped ? 0 : (bytes - mapped + pageBytes - 1) / pageBytes * pageBytes;
  void* const at = reinterpret_cast<void*>(address + mapped);
  if (more != 0 && mmap(at, more, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != at)
    return false;
  mapped += more;
  return true;
}

// Whether the memory did not exist before the run, or was zero: blocks that come later.
bool isUntouched(const RevisitRange& range) {
  if (!inHeap(range.begin) || offsetInArena(range.begin) >= REVISIT_HEAP_BYTES)
    return false;
  const auto slot = static_cast<unsigned>((range.begin - REVISIT_HEAP_ADDRESS) / REVISIT_HEAP_STRIDE);
  return range.begin >= threadAt(slot).heap[static_cast<std::size_t>(contentOf(range.begin))].next;
}

// Memory that is not mapped yet will be zero.
void copyMapped(unsigned char* to, std::uint64_t from, std::uint64_t bytes) {
  const iovec target = {to, bytes};
  const iovec source = {reinterpret_cast<void*>(from), bytes};
  harmlessCall(SYS_process_vm_readv, static_cast<std::uint64_t>(harmlessCall(SYS_getpid)), word(&target), 1,
               word(&source), 1);
}

void copyBefore(unsigned char* to, const RevisitRange& range) {
  const std::uint64_t bytes = range.end - range.begin;
  if (inStacks(range.begin)) // local variables are handed out like blocks of the heap
    __builtin_memset(to, REVISIT_FRESH_BYTE, bytes);
  else if (isData(range.begin, range.end))
    __builtin_memcpy(to, reinterpret_cast<const void*>(range.begin), bytes);
  else if (!isUntouched(range))
    copyMapped(to, range.begin, bytes);
}

} // namespace

void reserveKnownContent() {
  reach(g_bytesMapped, bytesAddress, usualBytes);
  reach(g_offsetsMapped, offsetsAddress, REVISIT_MAX_RANGES * sizeof(std::uint64_t));
}

void noteInitialContent() {
  const RevisitChannel& channel = *g_runtime.channel;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < channel.rangeCount; i++)
    total += channel.ranges[i].end - channel.ranges[i].begin;
  if (total == 0)
    return;
  if (!reach(g_bytesMapped, bytesAddress, total) ||
      !reach(g_offsetsMapped, offsetsAddress, channel.rangeCount * sizeof(std::uint64_t)))
    return;
  g_bytes = reinterpret_cast<unsigned char*>(bytesAddress);
  std::uint64_t offset = 0;
  for (std::uint32_t i = 0; i < channel.rangeCount; i++) {
    g_offsets[i] = offset;
    copyBefore(g_bytes + offset, channel.ranges[i]);
    offset += channel.ranges[i].end - channel.ranges[i].begin;
  }
}

bool isContentKept() {
  return g_bytes != nullptr || g_runtime.channel->rangeCount == 0;
}

bool isAsLeft(const RevisitRange& location) {
  return g_bytes == nullptr || __builtin_memcmp(bytesOf(location), reinterpret_cast<const void*>(location.begin),
                                                location.end - location.begin) == 0;
}

void noteContent(const RevisitRange& location) {
  if (g_bytes != nullptr)
    __builtin_memcpy(bytesOf(location), reinterpret_cast<const void*>(location.begin), location.end - location.begin);
}

void noteFreshContent(std::uint64_t begin, std::uint64_t end) {
  for (const RevisitRange* range = rangeAbove(begin); g_bytes != nullptr && range != rangesEnd() && range->begin < end;
       range++) {
    const std::uint64_t from = std::max(begin, range->begin);
    __builtin_memset(bytesOf(*range) + (from - range->begin), REVISIT_FRESH_BYTE, std::min(end, range->end) - from);
  }
}

unsigned char* keptContent(const RevisitRange& location) {
  return g_bytes == nullptr ? nullptr : bytesOf(location);
}

std::uint64_t contentLeft(const RevisitRange& location, std::uint64_t at, std::uint32_t size) {
  std::uint64_t value = 0;
  if (g_bytes != nullptr)
    __builtin_memcpy(&value, bytesOf(location) + at, size);
  return value;
}

} // namespace revisit::runtime
