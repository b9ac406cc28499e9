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
      m_entries.resize(fewest);
    if (const Entry& found = entryOf(key); found.key == key)
      return found.value;
    const Value value = compute(); // may ask for other keys, for which the table may grow
    if (entryOf(key).key != none && ++m_forgotten > m_entries.size() && m_entries.size() < most) {
      m_forgotten = 0;
      m_entries.assign(m_entries.size() * 4, {});
    }
    entryOf(key) = {key, value};
    return value;
  }
  void clear() { m_entries.clear(), m_forgotten = 0; }
  std::size_t bytes() const { return m_entries.capacity() * sizeof(Entry); }

private:
  static constexpr std::size_t fewest = std::size_t{1} << 9; // a short exploration asks for few
  static constexpr std::size_t most = std::size_t{1} << 15;  // so that it stays in the processor's cache
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t key = none;
    Value value{};
  };

  Entry& entryOf(std::uint64_t key) { return m_entries[mixed(key) % m_entries.size()]; }

  std::vector<Entry> m_entries;
  std::size_t m_forgotten = 0; // results since the table has this size
};

} // namespace revisit
