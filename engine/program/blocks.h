// What a thread's state says about the blocks of the heap. An exploration of states needs it to name blocks
// canonically: a block that was freed, and to which nothing points, may be taken again instead of a new one.
#pragma once

#include "base/ids.h"
#include "base/mixing.h"

#include <cstdint>
#include <vector>

namespace revisit {

// The thread's own memory points to the block that begins at this address.
struct HeldBlock {
  std::uint64_t block = 0;
  LocationId container; // the freed mark of the block that contains this memory; invalid: it is in use anyway
  friend auto operator<=>(const HeldBlock&, const HeldBlock&) = default;
};

// A block that the thread's next step may take again, if it was freed.
struct OfferedBlock {
  std::uint64_t begin = 0, end = 0;
  LocationId freed;    // its freed mark, not 0 once it was freed; invalid: only this thread frees it
  bool isFree = false; // this thread has freed it
  friend auto operator<=>(const OfferedBlock&, const OfferedBlock&) = default;
};

struct BlockFacts {
  bool mayHoldAny = false; // which blocks it points to is not known
  std::vector<HeldBlock> held;
  std::vector<OfferedBlock> offered; // in the order of the outcomes of the step, from 1 on
  bool empty() const { return !mayHoldAny && held.empty() && offered.empty(); }
  friend auto operator<=>(const BlockFacts&, const BlockFacts&) = default;
};

// A number for a block such that sums for different sets of blocks differ.
constexpr std::uint64_t numberOfBlock(std::uint64_t block) {
  return summandOf(block);
}

} // namespace revisit
