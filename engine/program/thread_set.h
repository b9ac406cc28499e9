// A set of threads: small, of fixed size, ordered by thread number.
#pragma once

#include "base/ids.h"

#include <array>
#include <bit>
#include <cstdint>

namespace revisit {

class ThreadSet {
public:
  static constexpr std::uint32_t capacity = 256; // threads 0 to 255

  bool contains(ThreadId thread) const { return (m_words[thread.value() / 64] & bit(thread)) != 0; }
  void insert(ThreadId thread) { m_words[thread.value() / 64] |= bit(thread); }
  void erase(ThreadId thread) { m_words[thread.value() / 64] &= ~bit(thread); }
  void insert(const ThreadSet& others) {
    for (std::size_t i = 0; i < m_words.size(); i++)
      m_words[i] |= others.m_words[i];
  }
  void clear() { m_words = {}; }
  bool empty() const { return m_words == decltype(m_words){}; }
  unsigned size() const {
    unsigned threads = 0;
    for (const std::uint64_t word : m_words)
      threads += static_cast<unsigned>(std::popcount(word));
    return threads;
  }
  // The n-th thread from 0, in thread order. Requires n < size().
  ThreadId at(unsigned n) const {
    std::uint32_t thread = 0;
    for (; !contains(ThreadId(thread)) || n-- > 0; thread++) {
    }
    return ThreadId(thread);
  }
  friend bool operator==(const ThreadSet&, const ThreadSet&) = default;

private:
  static std::uint64_t bit(ThreadId thread) { return std::uint64_t{1} << (thread.value() % 64); }

  std::array<std::uint64_t, capacity / 64> m_words{};
};

} // namespace revisit
