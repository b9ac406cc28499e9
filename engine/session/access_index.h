// Which accesses of an execution overlap a range of bytes, and which of its writes memory holds at a place of the
// schedule. Built once, then read-only; may be read from several threads at once.
#pragma once

#include "session/byte_range.h"
#include "session/happens_before.h"

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
  // `accesses` by number. `ranks` by number, beginning with one for number 0, the initial value: of two overlapping
  // writes the one with the smaller rank is coherence-before the other. O(n log n).
  AccessIndex(std::span<const Access> accesses, std::vector<std::size_t> ranks);

  std::size_t rankOf(EventNumber write) const { return m_ranks[write]; }

  // By number. O(log n + answer * log answer).
  std::vector<EventNumber> touching(const ByteRange& range) const;
  // Writes only, by rank. The same cost.
  std::vector<EventNumber> writes(const ByteRange& range) const;

  // Overlapping writes; each O(log n) for every different range that overlaps.
  // The one of the highest rank among those whose number is at most `position`.
  std::optional<EventNumber> latestWrite(const ByteRange& range, SchedulePosition position) const;
  // The ones of the next lower and the next higher rank.
  std::optional<EventNumber> writeBefore(const ByteRange& range, std::size_t rank) const;
  std::optional<EventNumber> writeAfter(const ByteRange& range, std::size_t rank) const;

private:
  // All accesses to exactly the same bytes.
  struct Shape {
    ByteRange range;
    std::uint64_t reach = 0;         // the last byte of any shape in the part of the tree that this one tops
    std::vector<EventNumber> events; // by number
    std::vector<EventNumber> writes; // by number
    std::vector<EventNumber> latest; // beside `writes`: the one of the highest rank up to here
    std::vector<EventNumber> writesByRank;
  };
  using Shapes = std::vector<const Shape*>;

  void sortWrites();
  std::uint64_t setReach(std::size_t begin, std::size_t end);
  void collect(const ByteRange& range, std::size_t begin, std::size_t end, Shapes& found) const;
  Shapes overlapping(const ByteRange& range) const;

  std::vector<Shape> m_shapes; // by address and size; searched as a balanced tree, its top in the middle
  std::vector<std::size_t> m_ranks;
};

} // namespace revisit
