// An order of at most 64 numbers, closed as it grows: sets of numbers are the bits of a word. Nothing is allocated.
// Plain data.
#pragma once

#include <bit>
#include <cstdint>

namespace revisit {

// Calls f with the number of each bit that is set, from the lowest on.
template <class F> void forEachBit(std::uint64_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1)
    f(static_cast<unsigned>(std::countr_zero(bits)));
}

class OrderClosure {
public:
  static constexpr unsigned MaxNumbers = 64;

  // Begins anew. The numbers in `all` (as bits) are unordered.
  void reset(std::uint64_t all);
  // a < b when strict, else a <= b. False: the order contradicts itself, and the closure is void. O(numbers).
  bool add(unsigned a, unsigned b, bool strict);
  // a != b. Same results. Requires that no add follows.
  bool separate(unsigned a, unsigned b);

  // As bits: those that are at least this one, those that are at most this one (both with itself), those that equal it.
  std::uint64_t atLeast(unsigned a) const { return m_atLeast[a]; }
  std::uint64_t atMost(unsigned a) const { return m_atMost[a]; }
  std::uint64_t equalTo(unsigned a) const { return m_atLeast[a] & m_atMost[a]; }
  bool isLess(unsigned a, unsigned b) const { return (m_above[a] >> b & 1) != 0; }

private:
  std::uint64_t m_atLeast[MaxNumbers];
  std::uint64_t m_atMost[MaxNumbers];
  std::uint64_t m_above[MaxNumbers]; // those that are greater
};

} // namespace revisit
