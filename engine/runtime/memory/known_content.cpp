#include "runtime/memory/known_content.h"

#include "runtime/memory/fresh_memory.h"
#include "runtime/trace/raw.h"

#include <sys/mman.h>
#include <sys/uio.h>

namespace revisit::runtime {

namespace {

unsigned char* g_bytes = nullptr;
std::uint64_t* g_offsets = nullptr; // where the bytes of each location begin in the copy

std::size_t indexOf(const RevisitRange& location) {
  return &location - g_runtime.channel->ranges;
}

unsigned char* bytesOf(const RevisitRange& location) {
  return g_bytes + g_offsets[indexOf(location)];
}

void* reserve(std::uint64_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

// Memory that is not mapped yet will be zero.
void copyMapped(unsigned char* to, std::uint64_t from, std::uint64_t bytes) {
  const iovec target = {to, bytes};
  const iovec source = {reinterpret_cast<void*>(from), bytes};
  systemCall(SYS_process_vm_readv, static_cast<std::uint64_t>(systemCall(SYS_getpid)), word(&target), 1, word(&source),
             1);
}

} // namespace

void noteInitialContent() {
  const RevisitChannel& channel = *g_runtime.channel;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < channel.rangeCount; i++)
    total += channel.ranges[i].end - channel.ranges[i].begin;
  if (total == 0)
    return;
  g_bytes = static_cast<unsigned char*>(reserve(total));
  g_offsets = static_cast<std::uint64_t*>(reserve(channel.rangeCount * sizeof(std::uint64_t)));
  if (g_offsets == nullptr)
    g_bytes = nullptr;
  if (g_bytes == nullptr)
    return;
  std::uint64_t offset = 0;
  for (std::uint32_t i = 0; i < channel.rangeCount; i++) {
    const RevisitRange& range = channel.ranges[i];
    g_offsets[i] = offset;
    if (startsFresh(range.begin))
      __builtin_memset(g_bytes + offset, REVISIT_FRESH_BYTE, range.end - range.begin);
    else
      copyMapped(g_bytes + offset, range.begin, range.end - range.begin);
    offset += range.end - range.begin;
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
