#include "runtime/memory/arenas.h"

#include "runtime/trace/raw.h"

#include <algorithm>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

// Offsets in an arena, after the blocks: first the block addresses, in order, for each half; then the bits for
// uninitialised memory; then the block headers, at REVISIT_HEAP_NOTES.
constexpr std::uint64_t listOffset[] = {0x840000000ull, 0x850000000ull};
constexpr std::uint64_t listBytes[] = {0x10000000ull, 0x210000000ull};
constexpr std::uint64_t halfBegin[] = {0, REVISIT_HEAP_HALF};
constexpr std::uint64_t halfEnd[] = {REVISIT_HEAP_HALF, REVISIT_HEAP_BYTES};
constexpr std::uint64_t redZone = 16;

std::uint64_t g_before[2]; // the ends of the blocks of main's arena before the run
bool g_anyTaken = false;
constexpr std::uint64_t pageBytes = 4096;
constexpr std::uint64_t firstPiece = 0x40000; // mapped first where address space is scarce

static_assert(listOffset[0] == REVISIT_HEAP_BYTES && listOffset[1] == listOffset[0] + listBytes[0] &&
              listOffset[1] + listBytes[1] <= freshNotes);
static_assert(freshNotes + REVISIT_HEAP_HALF / 8 <= REVISIT_HEAP_NOTES &&
              REVISIT_HEAP_NOTES + REVISIT_HEAP_BYTES / 2 <= REVISIT_HEAP_STRIDE);

std::uint64_t arenaOf(std::uint32_t slot) {
  return REVISIT_HEAP_ADDRESS + slot * REVISIT_HEAP_STRIDE;
}

std::uint64_t* listOf(std::uint32_t slot, std::size_t half) {
  return reinterpret_cast<std::uint64_t*>(arenaOf(slot) + listOffset[half]);
}

bool mapMore(std::uint64_t& end, std::uint64_t bytes) {
  void* const at = reinterpret_cast<void*>(end);
  if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
           0) != at)
    return false;
  end += bytes;
  return true;
}

// Extends the mapped area from `begin` at least to `needed` and at most to `most`. It is mapped as a whole, or, where
// address space is scarce, in doubling steps.
bool reachTo(std::uint64_t& end, std::uint64_t begin, std::uint64_t needed, std::uint64_t most) {
  if (end == 0)
    end = begin;
  if (needed <= end)
    return true;
  const std::uint64_t least = (needed - end + pageBytes - 1) / pageBytes * pageBytes;
  const std::uint64_t wanted = isAddressSpaceScarce() ? std::max({least, firstPiece, end - begin}) : most - end;
  return mapMore(end, std::min(wanted, most - end)) || mapMore(end, least);
}

// Maps what a further block from `block` to `behind` needs.
bool reachTo(std::uint32_t slot, Content content, std::uint64_t block, std::uint64_t behind) {
  const auto which = static_cast<std::size_t>(content);
  HeapHalf& half = threadAt(slot).heap[which];
  const std::uint64_t arena = arenaOf(slot);
  const std::uint64_t headers = arena + REVISIT_HEAP_NOTES, list = arena + listOffset[which];
  return reachTo(half.bytesEnd, arena + halfBegin[which], behind, arena + halfEnd[which]) &&
         reachTo(half.listEnd, list, list + (half.blocks + 1) * sizeof(std::uint64_t), list + listBytes[which]) &&
         reachTo(half.headersEnd, headers + halfBegin[which] / 2, word(&headerOf(block)) + sizeof(BlockHeader),
                 headers + halfEnd[which] / 2) &&
         (content != Content::None ||
          reachTo(half.freshEnd, arena + freshNotes, arena + freshNotes + (behind - arena) / 8 + 1,
                  arena + freshNotes + REVISIT_HEAP_HALF / 8));
}

} // namespace

void noteBlocksBefore() {
  for (const Content content : {Content::None, Content::Zero})
    g_before[static_cast<std::size_t>(content)] = threadAt(0).heap[static_cast<std::size_t>(content)].next;
  g_anyTaken = false;
}

bool isTakenInRun(std::uint64_t block) {
  return block >= REVISIT_HEAP_ADDRESS + REVISIT_HEAP_STRIDE ||
         block >= g_before[static_cast<std::size_t>(contentOf(block))];
}

bool anyTakenInRun() {
  return g_anyTaken;
}

Content contentOf(std::uint64_t address) {
  return offsetInArena(address) < REVISIT_HEAP_HALF ? Content::None : Content::Zero;
}

BlockHeader& headerOf(std::uint64_t block) {
  const std::uint64_t offset = offsetInArena(block);
  // Blocks are at least two header sizes apart.
  return *reinterpret_cast<BlockHeader*>(block - offset + REVISIT_HEAP_NOTES + offset / 2);
}

bool isBlock(std::uint64_t address) {
  return address % 16 == 0 && blockBelow(address) == address;
}

const std::uint64_t* blocksOf(std::uint32_t slot, Content content) {
  return listOf(slot, static_cast<std::size_t>(content));
}

std::uint64_t blockBelow(std::uint64_t address) {
  const auto slot = static_cast<std::uint32_t>((address - REVISIT_HEAP_ADDRESS) / REVISIT_HEAP_STRIDE);
  const auto half = static_cast<std::size_t>(contentOf(address));
  const HeapHalf& owner = threadAt(slot).heap[half];
  if (address >= owner.next)
    return 0;
  const std::uint64_t* const first = listOf(slot, half);
  const std::uint64_t* const above = std::upper_bound(first, first + owner.blocks, address);
  return above == first ? 0 : above[-1];
}

void reserveArena(std::uint32_t slot) {
  for (const Content content : {Content::None, Content::Zero}) {
    HeapHalf& half = threadAt(slot).heap[static_cast<std::size_t>(content)];
    const std::uint64_t block =
        half.next != 0 ? half.next : arenaOf(slot) + halfBegin[static_cast<std::size_t>(content)];
    reachTo(slot, content, block, block + 1);
  }
}

TakenBlock takeBlock(std::uint64_t bytes, std::uint64_t alignment, Content content) {
  Thread& self = g_runtime.current != nullptr ? me() : threadAt(0);
  const auto which = static_cast<std::size_t>(content);
  const std::uint64_t arena = arenaOf(self.slot);
  const std::uint64_t end = arena + halfEnd[which];
  HeapHalf& half = self.heap[which];
  const std::uint64_t next = half.next != 0 ? half.next : arena + halfBegin[which];
  if (bytes >= REVISIT_HEAP_BYTES || alignment >= REVISIT_HEAP_BYTES)
    return {0, NoBlock::ArenaFull};
  const std::uint64_t block = (next + redZone + alignment - 1) / alignment * alignment;
  const std::uint64_t behind = (block + bytes + redZone + 15) / 16 * 16;
  if (behind > end)
    return {0, NoBlock::ArenaFull};
  if (!reachTo(self.slot, content, block, behind))
    return {0, NoBlock::NoAddressSpace};
  half.next = behind;
  headerOf(block) = {bytes, 0, 0, blockMark, 0};
  listOf(self.slot, which)[half.blocks++] = block;
  g_anyTaken = true;
  return {block, NoBlock::Taken};
}

} // namespace revisit::runtime
