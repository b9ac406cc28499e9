// Happens-before of one execution as vector clocks. Built once, then read-only; may be read from several threads at
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace revisit {

using EventNumber = std::size_t;      // a place in the schedule, from 1
using SchedulePosition = std::size_t; // how many events are done

// `cause` happens before `effect` for another reason than program order.
struct CausalEdge {
  EventNumber cause = 0;
  EventNumber effect = 0;
};

class HappensBefore {
public:
  HappensBefore() = default;
  // `threads[i]` is the thread of event i + 1; events of a thread are in program order. Requires cause < effect in
  // every edge. O((events + edges) * threads).
  HappensBefore(std::span<const unsigned> threads, std::size_t threadCount, std::vector<CausalEdge> edges);

  // Strict. O(1).
  bool operator()(EventNumber first, EventNumber second) const;
  // By thread: how many of its events happen before this one or are it.
  std::span<const std::uint32_t> clock(EventNumber number) const;

private:
  std::size_t m_threadCount = 0;
  std::vector<unsigned> m_threads;     // by number - 1
  std::vector<std::uint32_t> m_clocks; // threadCount for each event
};

} // namespace revisit
