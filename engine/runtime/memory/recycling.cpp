#include "runtime/memory/recycling.h"

#include "program/objects/objects.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/memory/access.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/raw.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t lookedThrough = 1024; // blocks of an arena

struct Offered {
  std::uint64_t blocks[maxOfferedBlocks];
  unsigned count = 0;
};

Offered offeredOf(std::uint64_t bytes, std::uint64_t alignment, Content content) {
  Offered offered;
  const std::uint64_t* const blocks = blocksOf(me().slot, content);
  const std::uint64_t count = std::min(me().heap[static_cast<std::size_t>(content)].blocks, lookedThrough);
  for (std::uint64_t i = 0; i < count && offered.count < maxOfferedBlocks; i++)
    if (const std::uint64_t block = blocks[i]; isTakenInRun(block) && headerOf(block).mayRecur != 0 &&
                                               headerOf(block).bytes == bytes && block % alignment == 0)
      offered.blocks[offered.count++] = block;
  return offered;
}

} // namespace

bool mayRecycleFor(const void* caller) {
  return exploring() && recyclesBlocks() && !me().takesNewBlocks && isInstrumented(word(caller));
}

void noteBlockOfOthers(const void* caller) {
  if (exploring())
    me().takesNewBlocks |= !isInstrumented(word(caller));
}

void refill(std::uint64_t block, std::uint64_t bytes, Content content) {
  for (std::uint64_t at = block; at < block + bytes;) {
    const std::uint64_t end = nextBound(at, block + bytes);
    if (locationAt(at) == nullptr && content == Content::Zero)
      __builtin_memset(reinterpret_cast<void*>(at), 0, end - at);
    else if (locationAt(at) == nullptr && startsFresh(at))
      makeFresh(at, end);
    at = end;
  }
}

void ownFreedMark(std::uint64_t block) {
  const std::uint64_t mark = freedMarkOf(block);
  if (locationAt(mark) == nullptr)
    recordedStore(mark, 0, sizeof(std::uint32_t), 0, REVISIT_FLAG_SERVICE);
}

std::uint64_t takeRecycled(std::uint64_t bytes, std::uint64_t alignment, Content content) {
  const Offered offered = offeredOf(bytes, alignment, content);
  if (offered.count == 0)
    return 0;
  std::uint32_t free = 0; // for a run that is not told which block to take
  for (unsigned i = 0; i < offered.count; i++) {
    const std::uint64_t block = offered.blocks[i];
    free |= std::uint32_t{headerOf(block).freed != 0 && !isWorkedOn(block)} << i;
    const bool isOwn = locationAt(freedMarkOf(block)) == nullptr;
    tellOfferedBlock(block, block + bytes, isOwn && headerOf(block).freed != 0);
  }
  const std::uint64_t heap = REVISIT_HEAP_ADDRESS + me().slot * REVISIT_HEAP_STRIDE;
  const std::uint64_t argument = offered.count + bytes * (maxOfferedBlocks + 1);
  const std::uint64_t chosen = operate(heap, ObjectOp::BlockTake, argument, true, preferredBlock(free, offered.count));
  if (chosen == 0)
    return 0;
  const std::uint64_t block = offered.blocks[chosen - 1];
  const WorksOn work(block);
  recordedStore(freedMarkOf(block), 0, sizeof(std::uint32_t), static_cast<std::uint32_t>(MemoryOrder::SeqCst),
                REVISIT_FLAG_SERVICE);
  noteRecycledBlock(block, bytes, headerOf(block).family);
  refill(block, bytes, content);
  beginLife(block, block + bytes, content == Content::Zero ? 0 : REVISIT_FRESH_BYTE);
  return block;
}

} // namespace revisit::runtime
