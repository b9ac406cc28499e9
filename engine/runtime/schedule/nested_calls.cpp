#include "runtime/schedule/nested_calls.h"

#include "runtime/trace/state.h"

#include <sys/mman.h>

namespace revisit::runtime {

namespace {

struct Call {
  std::uint64_t function, frame;
  // `before`: the index of the next older call of this function, from 1; 0 when there is none.
  std::uint32_t nested, before;
};
constexpr std::size_t most = 1 << 18, buckets = 1 << 12;
Call* g_calls[maxThreads];
std::uint32_t g_depth[maxThreads];
std::uint32_t g_newest[maxThreads][buckets]; // by bucket: the newest call of any of its functions, from 1

} // namespace

bool reserveCalls(unsigned slot) {
  if (g_calls[slot] != nullptr)
    return true;
  // A place that does not shift the mappings of libraries.
  constexpr std::uint64_t address = 0x1ec000000000ull, stride = 0x1000000;
  static_assert(most * sizeof(Call) <= stride);
  void* const at = reinterpret_cast<void*>(address + slot * stride);
  if (mmap(at, stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
           0) != at)
    return false;
  g_calls[slot] = static_cast<Call*>(at);
  return true;
}

std::uint32_t nestedCalls(std::uint64_t function, std::uint64_t frame) {
  const unsigned slot = me().slot;
  if (!reserveCalls(slot))
    return 0;
  Call* const calls = g_calls[slot];
  const auto bucketOf = [&](std::uint64_t of) -> std::uint32_t& { return g_newest[slot][(of ^ (of >> 12)) % buckets]; };
  std::uint32_t& count = g_depth[slot];
  for (; count != 0 && calls[count - 1].frame <= frame; count--)
    bucketOf(calls[count - 1].function) = calls[count - 1].before;
  if (count == most)
    return 0;
  std::uint32_t& last = bucketOf(function);
  std::uint32_t same = last;
  while (same != 0 && calls[same - 1].function != function)
    same = calls[same - 1].before;
  const std::uint32_t nested = same == 0 ? 1 : calls[same - 1].nested + 1;
  calls[count++] = {function, frame, nested, last};
  last = count;
  return nested;
}

} // namespace revisit::runtime
