// Uninitialised bytes of memory from malloc that only one thread uses. Such a byte holds REVISIT_FRESH_BYTE. If a
// library writes there without a hook call, the byte usually differs and so counts as initialised. A store of that very
// value is noted in a bit. (For shared memory, the graph knows it: Lifetime::NeedsContent.) Other memory is
// initialised, but for copies of such bytes, of which there is a list. Thread rule: called by the thread that has the
// baton, during a run.
#pragma once

#include "runtime/memory/arenas.h"

namespace revisit::runtime {

// Whether memory at this address is handed out uninitialised and reads of it are checked.
bool startsFresh(std::uint64_t address);

// Whether all of these bytes hold REVISIT_FRESH_BYTE. O(size).
bool holdsFresh(std::uint64_t address, std::uint64_t size);

// The bytes, none of them shared, are handed out, for the first time or again.
void makeFresh(std::uint64_t begin, std::uint64_t end);
// The bytes were stored to. O(size).
void noteStored(std::uint64_t address, std::uint64_t size);
// The uninitialised ones of at most 8 bytes, as a bit mask.
std::uint8_t freshBytes(std::uint64_t address, std::uint64_t size);
// Marks the bytes at the address as uninitialised according to the mask, because they hold a copy of such bytes. False:
// there is no room for more of them.
bool noteFreshBytes(std::uint64_t address, std::uint8_t which);
// Whether nothing was ever stored to these bytes, or only copies of such bytes. O(size).
bool isFresh(std::uint64_t address, std::uint64_t size);
// Whether there are copies of uninitialised bytes outside of the heap; the hash of those that the thread may read.
bool hasCopies();
std::uint64_t copiesHash(std::uint32_t slot);

} // namespace revisit::runtime
