// Blocks that are taken again, so that a program that takes and frees memory in each round of a loop that never ends
// has finitely many states. Which block is chosen by the plan, because it depends on all threads: a block that was
// freed and to which nothing points (held_blocks.h). Thread rule: called by the thread that has the baton, during a
// run.
#pragma once

#include "runtime/memory/arenas.h"

namespace revisit::runtime {

// Whether code at this address may be given a block again, and now. Code that is not instrumented may not: it reads
// what is in its blocks without anybody knowing, and is right to expect that they lie where they always do. So from its
// first block on, the thread takes new blocks only (noteBlockOfOthers).
bool mayRecycleFor(const void* caller);
// Code at this address takes a block. If it is not instrumented, mayRecycleFor is false for the thread from now on.
void noteBlockOfOthers(const void* caller);
// A block that the calling thread took before, and whose new lifetime begins; 0: it has to take a new one. An event
// (ObjectOp::BlockTake), if the thread took a block of this size before.
std::uint64_t takeRecycled(std::uint64_t bytes, std::uint64_t alignment, Content content);

// Hands out the unshared parts of a block again: as zero, or uninitialised. (For shared parts the begin of the lifetime
// is an event.)
void refill(std::uint64_t block, std::uint64_t bytes, Content content);

// The calling thread took a new block: its freed mark has an owner, so that a thread that frees it is noticed.
void ownFreedMark(std::uint64_t block);

} // namespace revisit::runtime
