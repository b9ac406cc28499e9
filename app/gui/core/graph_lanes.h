// Lanes in which edges run vertically between two columns of a drawing. Knows no Qt. Stateless.
#pragma once

#include <cstddef>
#include <vector>

namespace revisit::gui {

// Edges that share a lane: from row `first` to row `last`.
struct LaneUser {
  std::size_t first = 0, last = 0;
};

struct LanePlan {
  std::vector<std::size_t> lanes; // by user
  std::size_t count = 0;
};

// Users that share a row get different lanes, until `maximum` lanes are in use: then the lane that becomes free first
// is shared. Deterministic. O(n log n).
LanePlan planLanes(const std::vector<LaneUser>& users, std::size_t maximum);

} // namespace revisit::gui
