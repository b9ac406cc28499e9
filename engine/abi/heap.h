/* Addresses in the program's heap, with the layout of channel.h; used by the runtime and the engine. */
#pragma once

#include "abi/channel.h"

#include <cstdint>

namespace revisit {

inline bool inHeap(std::uint64_t address) {
  return address >= REVISIT_HEAP_ADDRESS && address < REVISIT_HEAP_ADDRESS + REVISIT_MAX_THREADS * REVISIT_HEAP_STRIDE;
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

} // namespace revisit
