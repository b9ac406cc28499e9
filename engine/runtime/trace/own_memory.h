// The memory that a thread has stored to and that no other thread uses, apart from its own stack: a part of its
// fingerprint. Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state_hash.h"

namespace revisit::runtime {

// A sum over its content, of the calling thread. O(lines stored to since the last call).
StateSum sumOfOwnMemory();
// Calls see(address) for each word of it that points into the heap. O(pages of it).
void forEachOwnPointer(void (*see)(std::uint64_t address));

// The calling thread stored to memory that no other thread uses. O(size).
void noteOwnStore(std::uint64_t address, std::uint64_t size);
// What was stored there does not count any more: the block was freed, or is given out again.
void forgetOwnContent(std::uint64_t block, std::uint64_t bytes);

} // namespace revisit::runtime
