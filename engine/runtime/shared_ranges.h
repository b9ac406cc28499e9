// The shared locations of this run, as the plan gives them.
// Thread rule: any; the plan does not change during a run.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// The first location that ends above the address, and the end of all of them. O(log locations).
const RevisitRange* rangeAbove(std::uint64_t address);
const RevisitRange* rangesEnd();

// The location that holds the address; null when there is none.
const RevisitRange* locationAt(std::uint64_t address);
bool isShared(std::uint64_t address, std::uint64_t size);
// The first bound of a location above `address`, at most `limit`.
std::uint64_t nextBound(std::uint64_t address, std::uint64_t limit);
// The last bound of a location below `address`, at least `limit`.
std::uint64_t previousBound(std::uint64_t address, std::uint64_t limit);

} // namespace revisit::runtime
