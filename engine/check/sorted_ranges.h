// Sets of objects and locations by their addresses, as sorted lists.
#pragma once

#include "target/native_oracle.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace revisit {

inline bool isRangeBefore(const RevisitRange& one, const RevisitRange& other) {
  return std::tie(one.begin, one.end) < std::tie(other.begin, other.end);
}

inline std::vector<std::uint64_t> addressesOf(const NativeOracle& oracle, const std::unordered_set<ObjectId>& objects) {
  std::vector<std::uint64_t> addresses;
  for (const ObjectId object : objects)
    addresses.push_back(oracle.objectAddress(object));
  std::ranges::sort(addresses);
  return addresses;
}

inline std::vector<RevisitRange> rangesOf(const NativeOracle& oracle, const std::unordered_set<LocationId>& locations) {
  std::vector<RevisitRange> ranges;
  for (const LocationId location : locations)
    ranges.push_back(oracle.rangeOf(location));
  std::ranges::sort(ranges, isRangeBefore);
  return ranges;
}

// Adds what the other list has. Whether it grew.
template <class Entry, class Before = std::ranges::less>
bool joinSorted(std::vector<Entry>& all, const std::vector<Entry>& other, Before before = {}) {
  std::vector<Entry> joined;
  std::ranges::set_union(all, other, std::back_inserter(joined), before);
  all.swap(joined);
  return all.size() != joined.size();
}

} // namespace revisit
