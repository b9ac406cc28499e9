// Happens-before of an execution graph as vector clocks: the order that the program's own synchronisation establishes,
// and on which two conflicting accesses must rely to be no data race.
//
// It is the closure of program order, creation -> start, end -> join, the operations of synchronisation objects
// (memory/synchronization.h), and of an atomic write and the atomic read that reads from it. Under sequential
// consistency every atomic access counts as seq_cst, whatever order it is written with: an atomic read synchronises
// with the atomic write it reads from, also through a read-modify-write (which reads itself), and fences add nothing to
// that. Plain accesses order nothing.
// Thread rule: belongs to one worker. Keeps its memory from one graph to the next.
#pragma once

#include "graph/graph.h"

#include <span>
#include <vector>

namespace revisit {

class HappensBeforeClocks {
public:
  // `order`: the graph's events in the order in which they were added (ascending ids); happens-before only goes forward
  // in it. O(events * threads), and the writes to a part of a location that an atomic read of it looks through.
  void compute(const ExecutionGraph& graph, std::span<const EventId> order);

  // By thread: how many of its events happen before this one or are it. Void once the graph changes.
  std::span<const std::uint32_t> clock(EventId event) const { return {&m_clocks[event.value() * m_stride], m_stride}; }

private:
  struct Released {
    std::uint32_t round = 0;                     // void in others
    std::vector<std::uint32_t> clock, exclusive; // of all; of those that held the object alone
  };

  void join(EventId into, std::span<const std::uint32_t> other);
  void acquire(const ExecutionGraph& graph, EventId read);
  void operate(const ExecutionGraph& graph, EventId operation);
  void release(EventId operation, std::vector<std::uint32_t>& into) const;
  void wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier);
  Released& releasedBy(ObjectId object);

  std::size_t m_stride = 0;
  std::uint32_t m_round = 0;
  std::vector<std::uint32_t> m_clocks;
  std::vector<Released> m_released; // by object: the join of its releases so far
};

} // namespace revisit
