// The value that a read-modify-write stores, computed on plain numbers.
#pragma once

#include "program/label.h"

#include <cstdint>

namespace revisit::runtime {

inline std::uint64_t truncate(std::uint64_t value, std::uint32_t size) {
  return size >= 8 ? value : value & ((std::uint64_t{1} << (8 * size)) - 1);
}

// For sizes 1, 2, 4, 8; floating-point values as their bits.
std::uint64_t applyRmw(RmwOp op, std::uint64_t old, std::uint64_t operand, std::uint32_t size);
// For 16 bytes, in place.
void applyRmwWide(RmwOp op, void* memory, const void* operand);

} // namespace revisit::runtime
