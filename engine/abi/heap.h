/* Addresses in the program's heap and on its stacks, with the layout of channel.h; used by the runtime and the
 * engine. */
#pragma once

#include "abi/channel.h"

#include <cstdint>

namespace revisit {

inline bool inHeap(std::uint64_t address) {
  return address >= REVISIT_HEAP_ADDRESS && address < REVISIT_HEAP_ADDRESS + REVISIT_MAX_THREADS * REVISIT_HEAP_STRIDE;
}

// Whether the address lies on a stack of the program. The areas of all threads follow each other.
inline bool isOnStacks(std::uint64_t address) {
  return address >= REVISIT_STACK_ADDRESS &&
         address < REVISIT_STACK_ADDRESS + REVISIT_MAX_THREADS * REVISIT_STACK_STRIDE;
}

// Whether memory at this address is given back to an allocator or to a stack. Other memory stays when the object in it
// ends.
inline bool isGivenBack(std::uint64_t address) {
  return inHeap(address) || isOnStacks(address);
}

// The offset of a heap address in its thread's arena. Requires an address in the heap.
inline std::uint64_t offsetInArena(std::uint64_t address) {
  return (address - REVISIT_HEAP_ADDRESS) % REVISIT_HEAP_STRIDE;
}

// Whether memory at this address is handed out without content. It then holds REVISIT_FRESH_BYTE.
inline bool startsFresh(const RevisitChannel& channel, std::uint64_t address) {
  return channel.findFreshReads != 0 && inHeap(address) && address >= channel.heapBefore &&
         offsetInArena(address) < REVISIT_HEAP_HALF;
}

// Where the runtime notes which thread has freed a block: thread + 1, or 0. The header of a block lies at half its
// offset; the mark is the header's second half's second word.
inline std::uint64_t freedMarkOf(std::uint64_t block) {
  const std::uint64_t offset = offsetInArena(block);
  return block - offset + REVISIT_HEAP_NOTES + offset / 2 + 12;
}
inline bool isInHeader(std::uint64_t address) {
  return inHeap(address) && offsetInArena(address) >= REVISIT_HEAP_NOTES;
}
// Requires an address in the second half of a header.
inline std::uint64_t blockOfHeader(std::uint64_t address) {
  const std::uint64_t offset = offsetInArena(address);
  return address - offset + (offset - REVISIT_HEAP_NOTES - 8) / 8 * 16;
}

} // namespace revisit
