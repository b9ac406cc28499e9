// Memory that malloc handed out and that the thread alone uses: which of its bytes nothing was stored to. Such a byte
// holds REVISIT_FRESH_BYTE. What a library writes past the hooks differs from that, and then has content; a store of
// that very value is noted in a bit. (Of shared memory, the graph says it: Lifetime::NeedsContent.)
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/arenas.h"

namespace revisit::runtime {

// Whether memory at this address is handed out without content, and reads of it are looked for.
bool startsFresh(std::uint64_t address);

// The bytes, none of them shared, are handed out, for the first time or again.
void makeFresh(std::uint64_t begin, std::uint64_t end);
// The bytes were stored. O(size).
void noteStored(std::uint64_t address, std::uint64_t size);
// Which of at most 8 bytes nothing was stored to, a bit for each; and that this is so of those at the address, which
// hold a copy of them.
std::uint8_t freshBytes(std::uint64_t address, std::uint64_t size);
void noteFreshBytes(std::uint64_t address, std::uint8_t which);
// Whether nothing was ever stored to any of these bytes. O(size).
bool isFresh(std::uint64_t address, std::uint64_t size);

} // namespace revisit::runtime
