// Mixing of numbers for hashes.
#pragma once

#include <cstdint>

namespace revisit {

// A bijection in which every bit of the result depends on every bit of the number.
constexpr std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ull;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebull;
  return number ^ (number >> 31);
}

// A number for a word such that sums for different sets of words differ.
constexpr std::uint64_t summandOf(std::uint64_t word) {
  return mixed(word * 0x9e3779b97f4a7c15ull);
}

} // namespace revisit
