// The blocks of the program's heap: one arena per thread at a fixed place, bump allocation, so that an address is a
// function of the thread and its allocation history. The lower half of an arena is for memory that malloc hands out as
// it is, the upper one for memory that is handed out as zero: whether memory has content follows from its address.
// Thread rule: called by the thread that has the baton, and before a run.
#pragma once

#include "runtime/abi/heap.h"
#include "runtime/state.h"

namespace revisit::runtime {

enum class Content : std::uint8_t { None, Zero };

constexpr std::uint32_t blockMark = 0x52564253;

// Not beside its block: what the program has there in another execution, with other blocks, may be one location with
// it, and then what is written here would change what the program sees.
struct BlockHeader {
  std::uint64_t bytes : 56;
  std::uint64_t family : 8; // AllocationFamily
  std::uint32_t mark; // blockMark, until the run is over
  // Freeing exchanges this, an atomic access: which of two threads frees first is then part of the execution.
  std::uint32_t freed; // slot + 1 of the thread that freed it; 0: nobody
};

// Where an arena has a bit for each byte of its lower half; see fresh_memory.h.
constexpr std::uint64_t freshNotes = 0xa80000000ull;

// Of memory in an arena's blocks: the half it is in.
Content contentOf(std::uint64_t address);
// Requires an address in an arena's blocks.
BlockHeader& headerOf(std::uint64_t block);
// Of an address in the heap: whether a block begins here that was handed out at some time. O(log blocks).
bool isBlock(std::uint64_t address);
// The block that begins at or below the address, in its half of its arena; 0 when there is none or when no memory there
// was ever handed out. O(log blocks).
std::uint64_t blockBelow(std::uint64_t address);

// A block of the running thread's arena, of zeros; 0 when there is none, and why.
enum class NoBlock : std::uint8_t { Taken, ArenaFull, NoAddressSpace };
struct TakenBlock {
  std::uint64_t block;
  NoBlock why;
};
TakenBlock takeBlock(std::uint64_t bytes, std::uint64_t alignment, Content content);

// The blocks of one half of a thread's arena, oldest and lowest first.
const std::uint64_t* blocksOf(std::uint32_t slot, Content content);

// Calls f(block, header) for each block that was ever handed out, by thread.
template <class F> void forEachBlock(F&& f) {
  for (std::uint32_t slot = 0; slot < maxThreads; slot++)
    for (const Content content : {Content::None, Content::Zero})
      for (std::uint64_t i = 0; i < threadAt(slot).heap[static_cast<std::size_t>(content)].blocks; i++) {
        const std::uint64_t block = blocksOf(slot, content)[i];
        f(block, headerOf(block));
      }
}

} // namespace revisit::runtime
