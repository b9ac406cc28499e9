// A range of bytes of the program's memory.
#pragma once

#include <algorithm>
#include <cstdint>

namespace revisit {

struct ByteRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0; // 0: no bytes; overlaps nothing

  // The last byte; a range does not go beyond the end of the address space. Requires size > 0.
  std::uint64_t last() const { return address + std::min(size - 1, ~address); }
  bool overlaps(const ByteRange& other) const {
    return size != 0 && other.size != 0 && address <= other.last() && other.address <= last();
  }
  // Whether every byte of `other` lies in this range.
  bool covers(const ByteRange& other) const {
    return other.size == 0 || (size != 0 && address <= other.address && other.last() <= last());
  }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

} // namespace revisit
