// The shared locations of this run, as the plan gives them.
// Thread rule: any; the plan does not change during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// The first location that ends above the address; the end of all locations if there is none. O(log locations).
const RevisitRange* rangeAbove(std::uint64_t address);
const RevisitRange* rangesEnd();

// The location that contains the address; null when there is none.
const RevisitRange* locationAt(std::uint64_t address);
// Whether accesses to some of these bytes are events: threads share them, or all accesses are events.
bool isShared(std::uint64_t address, std::uint64_t size);
// Whether threads share some of these bytes, as far as runs have shown.
bool isKnownToBeShared(std::uint64_t address, std::uint64_t size);
// The lowest bound of a location above `address`, but at most `limit`.
std::uint64_t nextBound(std::uint64_t address, std::uint64_t limit);
// The highest bound of a location below `address`, but at least `limit`.
std::uint64_t previousBound(std::uint64_t address, std::uint64_t limit);

} // namespace revisit::runtime
