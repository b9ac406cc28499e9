// Finds the accesses of an execution that overlap a range of bytes, and the write whose value memory holds at a
// position of the schedule. Built once, then read-only; may be read from several threads at once.
#pragma once

#include "query/timeline/causal_order.h"
#include "witness/byte_range.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace revisit {

class AccessIndex {
public:
  struct Access {
    EventNumber number = 0;
    ByteRange range; // not empty
    bool writes = false;
  };

  AccessIndex() = default;
  // `accesses` by number. `ranks` by number, beginning with the rank of the initial value (number 0): of two
  // overlapping writes the one with the smaller rank is coherence-before the other. O(n log n).
  AccessIndex(std::span<const Access> accesses, std::vector<std::size_t> ranks);

  std::size_t rankOf(EventNumber write) const { return m_ranks[write]; }

  // Sorted by number. O(log n + answer * log answer).
  std::vector<EventNumber> touching(const ByteRange& range) const;
  // Only the writes, sorted by rank. The same cost.
  std::vector<EventNumber> writes(const ByteRange& range) const;

  // The overlapping write of the highest rank among those whose number is at most `position`. O(log n) for each
  // distinct range that overlaps; this also holds for the next two functions.
  std::optional<EventNumber> latestWrite(const ByteRange& range, SchedulePosition position) const;
  // The overlapping writes of the next lower and the next higher rank.
  std::optional<EventNumber> writeBefore(const ByteRange& range, std::size_t rank) const;
  std::optional<EventNumber> writeAfter(const ByteRange& range, std::size_t rank) const;

private:
  // All accesses to exactly the same bytes.
  struct Shape {
    ByteRange range;
    std::uint64_t reach = 0;         // the highest last byte of any shape in the subtree below this one
    std::vector<EventNumber> events; // by number
    std::vector<EventNumber> writes; // by number
    std::vector<EventNumber> latest; // parallel to `writes`: the write of the highest rank among those up to here
    std::vector<EventNumber> writesByRank;
  };
  using Shapes = std::vector<const Shape*>;

  void sortWrites();
  std::uint64_t setReach(std::size_t begin, std::size_t end);
  void collect(const ByteRange& range, std::size_t begin, std::size_t end, Shapes& found) const;
  Shapes overlapping(const ByteRange& range) const;

  std::vector<Shape> m_shapes; // by address and size; searched as a balanced tree with its root in the middle
  std::vector<std::size_t> m_ranks;
};

} // namespace revisit
