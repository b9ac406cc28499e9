// What happens in a simulation, in the order of time; what happens at the same time, in the order of insertion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace revisit::balance {

template <class What> class EventQueue {
public:
  void add(std::uint64_t time, What what) {
    m_heap.push_back({time, m_added++, std::move(what)});
    std::push_heap(m_heap.begin(), m_heap.end());
  }
  bool empty() const { return m_heap.empty(); }
  // The earliest one. Requires that there is one. now() is its time then.
  What take() {
    std::pop_heap(m_heap.begin(), m_heap.end());
    Entry entry = std::move(m_heap.back());
    m_heap.pop_back();
    m_now = entry.time;
    return std::move(entry.what);
  }
  std::uint64_t now() const { return m_now; }

private:
  struct Entry {
    std::uint64_t time = 0, number = 0;
    What what;
    bool operator<(const Entry& other) const { // the heap has its largest entry in front
      return std::pair(other.time, other.number) < std::pair(time, number);
    }
  };
  std::vector<Entry> m_heap;
  std::uint64_t m_added = 0, m_now = 0;
};

} // namespace revisit::balance
