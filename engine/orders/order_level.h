// How strong the order of an atomic access or a fence is. A level is a set of bits, so that "at least as strong" is
// inclusion: the levels of one kind of site form a lattice. Pure functions.
#pragma once

#include "program/label.h"

#include <cstdint>
#include <span>

namespace revisit {

enum class SiteKind : std::uint8_t { Load, Store, Update, Fence };

using OrderLevel = std::uint8_t; // a set of the bits below; none: relaxed, and for a fence that it has no effect

inline constexpr OrderLevel relaxedLevel = 0, acquireBit = 1, releaseBit = 2, seqCstBit = 4;
inline constexpr std::size_t levelCount = 8; // a level is below this

// All levels of a kind, each before those that are stronger.
std::span<const OrderLevel> levelsOf(SiteKind kind);
// The strongest one: seq_cst.
OrderLevel topOf(SiteKind kind);
// The level of an atomic order. Consume counts as acquire.
OrderLevel levelOf(MemoryOrder order, SiteKind kind);
// The order that is written for a level. A fence without effect is a relaxed one.
MemoryOrder orderOf(OrderLevel level);

constexpr bool isAtMost(OrderLevel weak, OrderLevel strong) {
  return (weak & ~strong) == 0;
}
// How far a level is above relaxed: acquire and release 1, both 2, seq_cst above that.
unsigned rankOf(OrderLevel level, SiteKind kind);

// The order of a compare-and-swap that fails, when the order of success goes from `success` to `level` and it was
// `failure` before. A stronger success makes it as strong as an order derived from the success may be; a weaker success
// makes it no stronger than that. It is monotone in `level`.
MemoryOrder failureOrderOf(OrderLevel level, OrderLevel success, MemoryOrder failure);

} // namespace revisit
