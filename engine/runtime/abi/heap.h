/* Addresses in the program's heap, as channel.h lays it out: for the runtime and the engine alike. */
#pragma once

#include "runtime/abi/channel.h"

#include <cstdint>

namespace revisit {

inline bool inHeap(std::uint64_t address) {
  return address >= REVISIT_HEAP_ADDRESS && address < REVISIT_HEAP_ADDRESS + REVISIT_MAX_THREADS * REVISIT_HEAP_STRIDE;
}

// Requires an address in the heap: how far inside its thread's arena.
inline std::uint64_t offsetInArena(std::uint64_t address) {
  return (address - REVISIT_HEAP_ADDRESS) % REVISIT_HEAP_STRIDE;
}

// Whether memory at this address is handed out without content, and holds REVISIT_FRESH_BYTE then.
inline bool startsFresh(const RevisitChannel& channel, std::uint64_t address) {
  return channel.findFreshReads != 0 && inHeap(address) && address >= channel.heapBefore &&
         offsetInArena(address) < REVISIT_HEAP_HALF;
}

} // namespace revisit
