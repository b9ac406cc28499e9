// A range of bytes of the program's memory.
#pragma once

#include <cstdint>

namespace revisit {

struct ByteRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0; // 0: no byte, overlaps nothing

  // Distances are taken modulo 2^64, so that ranges at the end of the address space need no care.
  bool contains(std::uint64_t byte) const { return byte - address < size; }
  bool overlaps(const ByteRange& other) const {
    return size != 0 && other.size != 0 && (contains(other.address) || other.contains(address));
  }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

} // namespace revisit
