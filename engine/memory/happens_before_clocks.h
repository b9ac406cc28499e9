// Happens-before of an execution graph as vector clocks: the order that the program's synchronisation establishes. Two
// conflicting accesses that it does not order are a data race.
//
// It is the closure of program order, creation -> start, end -> join, the operations of synchronisation objects
// (memory/synchronization.h), and of the pairs of an atomic write and an atomic read that reads from it. Under
// sequential consistency every atomic access counts as seq_cst, whatever order it is written with: an atomic read
// synchronises with the atomic write it reads from, also through a read-modify-write (which reads itself), and fences
// add nothing to that. Plain accesses order nothing. Thread rule: belongs to one worker. Reuses its memory for the next
// graph.
#pragma once

#include "base/causal_clocks.h"
#include "graph/graph.h"

#include <span>
#include <vector>

namespace revisit {

class HappensBeforeClocks {
public:
  // `order`: the graph's events in the order in which they were added (ascending ids); happens-before agrees with this
  // order. O(events * threads), plus the writes to parts of a location that an atomic read of it examines.
  void compute(const ExecutionGraph& graph, std::span<const EventId> order);

  // By thread: the number of its events that happen before this one or are this one. Void once the graph changes.
  std::span<const std::uint32_t> clock(EventId event) const { return m_clocks.of(event.value()); }

private:
  struct Released {
    std::uint32_t round = 0;                     // valid only in this round
    std::vector<std::uint32_t> clock, exclusive; // of all releases; of those by a thread that held the object alone
  };

  void join(EventId into, std::span<const std::uint32_t> other) { joinClocks(m_clocks.of(into.value()), other); }
  void acquire(const ExecutionGraph& graph, EventId read);
  void operate(const ExecutionGraph& graph, EventId operation);
  void wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier);
  Released& releasedBy(ObjectId object);

  std::uint32_t m_round = 0;
  CausalClocks m_clocks;            // by event
  std::vector<Released> m_released; // by object: the join of its releases so far
};

} // namespace revisit
