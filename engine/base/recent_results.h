// What a function of a 64-bit key gave lately. A result may be forgotten when another one comes, so the caller must be
// able to compute it again. Thread rule: belongs to one worker.
#pragma once

#include "base/mixing.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace revisit {

template <class Value> class RecentResults {
public:
  // Gives compute(), or what it gave for this key before. The key ~0 is never used. O(1), or the cost of compute().
  template <class Compute> Value of(std::uint64_t key, Compute&& compute) {
    if (m_entries.empty())
      m_entries.resize(count);
    const std::size_t at = mixed(key) % count;
    if (m_entries[at].key != key) {
      const Value value = compute(); // may ask for other keys
      m_entries[at] = {key, value};
    }
    return m_entries[at].value;
  }
  void clear() { m_entries.clear(); }
  std::size_t bytes() const { return m_entries.capacity() * sizeof(Entry); }

private:
  static constexpr std::size_t count = std::size_t{1} << 15; // so that it stays in the processor's cache
  struct Entry {
    std::uint64_t key = ~std::uint64_t{0};
    Value value{};
  };
  std::vector<Entry> m_entries;
};

} // namespace revisit
