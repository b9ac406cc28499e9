// Hashes of 128 bits, of which fingerprints are made. Plain data.
#pragma once

#include "runtime/trace/raw.h"

#include <algorithm>
#include <cstdint>

namespace revisit::runtime {

__extension__ using Wide = unsigned __int128;

// 128 bits of hash, to which words are added one after the other.
struct StateHash {
  std::uint64_t low = 0x9e3779b97f4a7c15ull, high = 0xc2b2ae3d27d4eb4full;

  void add(std::uint64_t word) {
    const auto a = static_cast<Wide>(low ^ word) * 0xd6e8feb86659fd93ull;
    const auto b = static_cast<Wide>(high ^ word) * 0xa0761d6478bd642full;
    low = static_cast<std::uint64_t>(a) ^ static_cast<std::uint64_t>(a >> 64) ^ high;
    high = static_cast<std::uint64_t>(b) ^ static_cast<std::uint64_t>(b >> 64) ^ (low << 1 | low >> 63);
  }
  void addBytes(std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t at = 0; at < bytes; at += 8)
      add(rawLoad(address + at, static_cast<std::uint32_t>(std::min<std::uint64_t>(8, bytes - at))));
  }
};

// An unordered set of hashed things: equal sets have equal sums.
struct StateSum {
  std::uint64_t low = 0, high = 0;

  void add(const StateHash& hash) {
    low += hash.low;
    high += hash.high;
  }
  void remove(const StateSum& other) {
    low -= other.low;
    high -= other.high;
  }
  void add(const StateSum& other) {
    low += other.low;
    high += other.high;
  }
};

} // namespace revisit::runtime
