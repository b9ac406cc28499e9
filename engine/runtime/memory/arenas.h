// The blocks of the program's heap: one arena per thread at a fixed place, with bump allocation. So an address is a
// function of the thread and of its allocation history. The lower half of an arena is for memory that malloc returns
// uninitialised, the upper half for memory that is returned as zero. The address thus tells whether memory was
// initialised. Thread rule: called by the thread that has the baton, and before a run.
#pragma once

#include "abi/heap.h"
#include "runtime/trace/state.h"

namespace revisit::runtime {

enum class Content : std::uint8_t { None, Zero };

constexpr std::uint64_t maxFresh = 1 << 20; // size limit of blocks that are checked for uninitialised reads
constexpr std::uint64_t leastAlignment = 16;

constexpr std::uint32_t blockMark = 0x52564253;

// The header is not stored beside its block. In another execution, with other blocks, the program may have a location
// there, and a write to the header would then change what the program reads.
struct BlockHeader {
  std::uint64_t bytes : 56;
  std::uint64_t family : 7;   // AllocationFamily
  std::uint64_t mayRecur : 1; // instrumented code took it, so it may be taken again: recycling.h
  std::uint32_t mark;         // blockMark, until the run is over
  // Freeing exchanges this word, as an atomic access. So the order of two threads that free the block is part of the
  // execution.
  std::uint32_t freed; // slot + 1 of the thread that freed it; 0: not freed
};

// The offset in an arena of one bit for each byte of its lower half; see fresh_memory.h.
constexpr std::uint64_t freshNotes = 0xa80000000ull;

// Whether the address lies in the lower or the upper half of an arena. Requires an address in an arena's blocks.
Content contentOf(std::uint64_t address);
// Requires an address in an arena's blocks.
BlockHeader& headerOf(std::uint64_t block);
// Whether a block that was handed out at some time begins at this heap address. O(log blocks).
bool isBlock(std::uint64_t address);
// The block that begins at or below the address in its half of its arena. 0 when there is none, or when no memory there
// was handed out. O(log blocks).
std::uint64_t blockBelow(std::uint64_t address);

// The run begins: the blocks that exist now are not the program's own.
void noteBlocksBefore();
// Whether a block was handed out since then, and whether any was. O(1).
bool isTakenInRun(std::uint64_t block);
bool anyTakenInRun();

// A zeroed block in the running thread's arena. 0 when there is none; then the reason is given.
enum class NoBlock : std::uint8_t { Taken, ArenaFull, NoAddressSpace };
struct TakenBlock {
  std::uint64_t block;
  NoBlock why;
};
TakenBlock takeBlock(std::uint64_t bytes, std::uint64_t alignment, Content content);

// Maps the whole arena of a thread, so that takeBlock need not. Not where address space is scarce.
void reserveArena(std::uint32_t slot);

// The blocks of one half of a thread's arena, oldest and lowest first.
const std::uint64_t* blocksOf(std::uint32_t slot, Content content);

// Calls f(block, header) for each block that was ever handed out, thread by thread.
template <class F> void forEachBlock(F&& f) {
  for (std::uint32_t slot = 0; slot < maxThreads; slot++)
    for (const Content content : {Content::None, Content::Zero})
      for (std::uint64_t i = 0; i < threadAt(slot).heap[static_cast<std::size_t>(content)].blocks; i++) {
        const std::uint64_t block = blocksOf(slot, content)[i];
        f(block, headerOf(block));
      }
}

} // namespace revisit::runtime
