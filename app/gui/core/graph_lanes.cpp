#include "graph_lanes.h"

#include <algorithm>
#include <numeric>

namespace revisit::gui {

LanePlan planLanes(const std::vector<LaneUser>& users, std::size_t maximum) {
  LanePlan plan{std::vector<std::size_t>(users.size()), 0};
  std::vector<std::size_t> order(users.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t user) { return users[user].first; });
  std::vector<std::size_t> lastRows; // by lane: the last row in use
  for (const std::size_t user : order) {
    std::size_t lane = 0;
    while (lane < lastRows.size() && lastRows[lane] >= users[user].first)
      lane++;
    if (lane == lastRows.size() && lane < maximum)
      lastRows.push_back(users[user].last);
    else if (lane == lastRows.size())
      lane = static_cast<std::size_t>(std::ranges::min_element(lastRows) - lastRows.begin());
    lastRows[lane] = std::max(lastRows[lane], users[user].last);
    plan.lanes[user] = lane;
  }
  plan.count = lastRows.size();
  return plan;
}

} // namespace revisit::gui
