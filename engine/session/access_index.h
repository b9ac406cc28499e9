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
  // `accesses` by number. `coherence` by number: of two overlapping writes the one with the smaller rank is
  // coherence-before the other. O(n log n).
  AccessIndex(std::span<const Access> accesses, std::vector<std::size_t> coherence);

  // By number. O(log n + answer * log(number of different overlapping ranges)).
  std::vector<EventNumber> touching(const ByteRange& range) const;
  // Writes only, by coherence. The same cost.
  std::vector<EventNumber> writes(const ByteRange& range) const;
  // The coherence-latest overlapping write whose number is at most `position`. O(log n) for each different range that
  // overlaps.
  std::optional<EventNumber> latestWrite(const ByteRange& range, SchedulePosition position) const;
  // The coherence-earliest overlapping write that is coherence-after the rank. The same cost.
  std::optional<EventNumber> firstWriteAfter(const ByteRange& range, std::size_t rank) const;
  std::size_t rankOf(EventNumber write) const { return m_coherence[write]; }

private:
  // All accesses to exactly the same bytes.
  struct Shape {
    ByteRange range;
    std::uint64_t reach = 0;               // the last byte of any shape in the half of the tree that this one tops
    std::vector<EventNumber> events;       // by number
    std::vector<EventNumber> writes;       // by number
    std::vector<EventNumber> latest;       // beside `writes`: the coherence-latest of the writes up to here
    std::vector<EventNumber> writesByRank; // by coherence
  };

  std::uint64_t setReach(std::size_t begin, std::size_t end);
  void collect(const ByteRange& range, std::size_t begin, std::size_t end, std::vector<const Shape*>& found) const;
  std::vector<const Shape*> overlapping(const ByteRange& range) const;

  std::vector<Shape> m_shapes; // by address, then size; a balanced tree whose top is the middle one
  std::vector<std::size_t> m_coherence;
};

} // namespace revisit
