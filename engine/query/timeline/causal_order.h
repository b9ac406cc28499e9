// The causal order of one execution as vector clocks. Built once, then read-only; may be read from several threads at
// once.
#pragma once

#include "base/causal_clocks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace revisit {

using EventNumber = std::size_t;      // an event's place in the schedule, from 1
using SchedulePosition = std::size_t; // the number of events that are done

// `cause` comes before `effect` for a reason other than program order.
struct CausalEdge {
  EventNumber cause = 0;
  EventNumber effect = 0;
};

class CausalOrder {
public:
  CausalOrder() = default;
  // `threads[i]` is the thread of event i + 1; the events of a thread are in program order. Requires cause < effect for
  // every edge. O((events + edges) * threads).
  CausalOrder(std::span<const unsigned> threads, std::size_t threadCount, std::vector<CausalEdge> edges);

  // Strict. O(1).
  bool operator()(EventNumber first, EventNumber second) const;
  // By thread: the number of its events that come before this one or are this one.
  std::span<const std::uint32_t> clock(EventNumber number) const;

private:
  std::vector<unsigned> m_threads; // by number - 1
  CausalClocks m_clocks;           // by number - 1
};

} // namespace revisit
