// Vector clocks of numbered events: by thread, how many of its events come before an event or are it. What comes before
// what is for the owner to say, by joining. Plain data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace revisit {

// Afterwards `into` covers what `other` covers too. Requires clocks of equal length. O(threads).
inline void joinClocks(std::span<std::uint32_t> into, std::span<const std::uint32_t> other) {
  for (std::size_t t = 0; t < into.size(); t++)
    into[t] = std::max(into[t], other[t]);
}

class CausalClocks {
public:
  explicit CausalClocks(std::size_t threads = 0, std::size_t events = 0) : m_threads(threads) { resize(events); }

  std::size_t threads() const { return m_threads; } // number of entries of a clock
  std::size_t size() const { return m_size; }       // number of events
  void clear() { resize(0); }
  // The clocks of new events are empty.
  void resize(std::size_t events) {
    m_entries.resize(events * m_threads, 0);
    m_size = events;
  }
  // The clocks of the present events stay as they are; new threads have no events in them. Requires at least as many
  // threads as before. O(events * threads).
  void addThreads(std::size_t threads) {
    std::vector<std::uint32_t> entries(m_size * threads, 0);
    for (std::size_t event = 0; event < m_size; event++)
      std::copy_n(of(event).data(), m_threads, &entries[event * threads]);
    m_entries = std::move(entries);
    m_threads = threads;
  }

  std::span<std::uint32_t> of(std::size_t event) { return {m_entries.data() + event * m_threads, m_threads}; }
  std::span<const std::uint32_t> of(std::size_t event) const {
    return {m_entries.data() + event * m_threads, m_threads};
  }
  void empty(std::size_t event) { std::fill_n(of(event).data(), m_threads, 0); }
  // The clock covers the same as this one of at most as many threads.
  void assign(std::size_t event, std::span<const std::uint32_t> clock) {
    const std::span<std::uint32_t> own = of(event);
    std::copy_n(clock.data(), clock.size(), own.data());
    std::fill_n(own.data() + clock.size(), own.size() - clock.size(), 0);
  }
  void join(std::size_t event, std::size_t other) { joinClocks(of(event), of(other)); }

private:
  std::size_t m_threads;
  std::size_t m_size = 0;
  std::vector<std::uint32_t> m_entries; // one clock after the other
};

} // namespace revisit
