// A hash table of indices into a vector that the owner keeps: open addressing with one byte of each hash beside the
// index. So a search reads the vector almost only where it finds what it looks for. Thread rule: belongs to one worker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace revisit {

class IndexTable {
public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Returns the stored index for which equals(index) holds. If there is none, stores and returns `added`. hashOf(index)
  // is the hash of a stored index. O(1) expected, amortised.
  template <class Equals, class HashOf>
  std::uint32_t findOrAdd(std::uint64_t hash, std::uint32_t added, Equals&& equals, HashOf&& hashOf) {
    if ((m_size + 1) * 4 > m_indices.size() * 3)
      grow(hashOf);
    const std::size_t at = slotOf(hash, equals);
    if (m_tags[at] != free)
      return m_indices[at];
    put(at, hash, added);
    return added;
  }
  // Returns the stored index for which equals(index) holds, or `none`. O(1) expected.
  template <class Equals> std::uint32_t find(std::uint64_t hash, Equals&& equals) const {
    if (m_size == 0)
      return none;
    const std::size_t at = slotOf(hash, equals);
    return m_tags[at] != free ? m_indices[at] : none;
  }
  void clear() {
    m_tags.clear();
    m_indices.clear();
    m_size = 0;
  }
  std::size_t bytes() const { return m_tags.capacity() + m_indices.capacity() * sizeof(std::uint32_t); }

private:
  static constexpr std::uint8_t free = 0;
  static std::uint8_t tagOf(std::uint64_t hash) { return static_cast<std::uint8_t>(hash >> 56 | 1); }

  template <class Equals> std::size_t slotOf(std::uint64_t hash, Equals&& equals) const {
    const std::size_t mask = m_tags.size() - 1;
    std::size_t at = hash & mask;
    while (m_tags[at] != free && !(m_tags[at] == tagOf(hash) && equals(m_indices[at])))
      at = (at + 1) & mask;
    return at;
  }
  void put(std::size_t at, std::uint64_t hash, std::uint32_t index) {
    m_tags[at] = tagOf(hash);
    m_indices[at] = index;
    m_size++;
  }
  template <class HashOf> void grow(HashOf&& hashOf) {
    const std::vector<std::uint8_t> tags = std::move(m_tags);
    const std::vector<std::uint32_t> indices = std::move(m_indices);
    const std::size_t size = std::max<std::size_t>(1024, indices.size() * 2);
    m_tags.assign(size, free);
    m_indices.assign(size, 0);
    m_size = 0;
    for (std::size_t i = 0; i < indices.size(); i++)
      if (tags[i] != free) {
        const std::uint64_t hash = hashOf(indices[i]);
        put(slotOf(hash, [](std::uint32_t) { return false; }), hash, indices[i]);
      }
  }

  std::vector<std::uint8_t> m_tags; // as many as indices, a power of two
  std::vector<std::uint32_t> m_indices;
  std::size_t m_size = 0;
};

} // namespace revisit
