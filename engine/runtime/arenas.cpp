#include "runtime/arenas.h"

#include <algorithm>
#include <cerrno>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t arenaBytes = 2 * REVISIT_HEAP_HALF;
constexpr std::uint64_t indexBytes = 0x10000000ull;  // behind the arena: the blocks' addresses, in order, of each half
constexpr std::uint64_t headerBytes = 0x40000000ull; // behind the indices: the blocks' headers, at REVISIT_HEAP_NOTES
constexpr std::uint64_t redZone = 16;

std::uint64_t arenaOf(std::uint32_t slot) {
  return REVISIT_HEAP_ADDRESS + slot * REVISIT_HEAP_STRIDE;
}

std::uint64_t* index(std::uint32_t slot, Content content) {
  return reinterpret_cast<std::uint64_t*>(arenaOf(slot) + arenaBytes +
                                          static_cast<std::uint64_t>(content) * indexBytes);
}

bool map(Thread& thread) {
  const std::uint64_t arena = arenaOf(thread.slot);
  void* const at = reinterpret_cast<void*>(arena);
  if (mmap(at, REVISIT_HEAP_NOTES + headerBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != at)
    return false;
  thread.heapMapped = true;
  thread.heap[0].next = arena;
  thread.heap[1].next = arena + REVISIT_HEAP_HALF;
  return true;
}

} // namespace

Content contentOf(std::uint64_t address) {
  return offsetInArena(address) < REVISIT_HEAP_HALF ? Content::None : Content::Zero;
}

BlockHeader& headerOf(std::uint64_t block) {
  static_assert(arenaBytes + 2 * indexBytes <= freshNotes && freshNotes + REVISIT_HEAP_HALF / 8 <= REVISIT_HEAP_NOTES &&
                headerBytes * 2 >= arenaBytes);
  static_assert(REVISIT_HEAP_NOTES + headerBytes <= REVISIT_HEAP_STRIDE);
  const std::uint64_t offset = offsetInArena(block);
  // Blocks are at least two headers apart.
  return *reinterpret_cast<BlockHeader*>(block - offset + REVISIT_HEAP_NOTES + offset / 2);
}

bool isBlock(std::uint64_t address) {
  return offsetInArena(address) < arenaBytes && address % 16 == 0 && headerOf(address).mark == blockMark;
}

const std::uint64_t* blocksOf(std::uint32_t slot, Content content) {
  return index(slot, content);
}

std::uint64_t blockBelow(std::uint64_t address) {
  const auto slot = static_cast<std::uint32_t>((address - REVISIT_HEAP_ADDRESS) / REVISIT_HEAP_STRIDE);
  const Thread& owner = threadAt(slot);
  const std::uint64_t half = (address - arenaOf(slot)) / REVISIT_HEAP_HALF;
  if (!owner.heapMapped || half > 1 || address >= owner.heap[half].next)
    return 0;
  const std::uint64_t* const first = index(slot, static_cast<Content>(half));
  const std::uint64_t* const above = std::upper_bound(first, first + owner.heap[half].blocks, address);
  return above == first ? 0 : above[-1];
}

std::uint64_t takeBlock(std::uint64_t bytes, std::uint64_t alignment, Content content) {
  Thread& self = g_runtime.current != nullptr ? me() : threadAt(0);
  if (!self.heapMapped && !map(self))
    return 0;
  HeapHalf& half = self.heap[static_cast<std::size_t>(content)];
  const std::uint64_t end = arenaOf(self.slot) + (static_cast<std::uint64_t>(content) + 1) * REVISIT_HEAP_HALF;
  const std::uint64_t block = (half.next + redZone + alignment - 1) / alignment * alignment;
  if (bytes > REVISIT_HEAP_HALF || block + bytes + redZone > end) {
    errno = ENOMEM;
    return 0;
  }
  half.next = (block + bytes + redZone + 15) / 16 * 16;
  headerOf(block) = {bytes, 0, blockMark, 0};
  index(self.slot, content)[half.blocks++] = block;
  return block;
}

} // namespace revisit::runtime
