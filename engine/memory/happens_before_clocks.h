// Happens-before of an execution graph as vector clocks: the order that the program's synchronisation establishes. Two
// conflicting accesses that it does not order are a data race.
//
// It is the closure of program order, creation -> start, end -> join, the operations of synchronisation objects
// (memory/synchronization.h), the pairs of the end of memory's lifetime and its next begin, and of the pairs of an
// atomic write and an atomic read that reads from it. Under sequential consistency every atomic access counts as
// seq_cst, whatever order it is written with: an atomic read synchronises with the atomic write it reads from, also
// through a read-modify-write (which reads itself), and fences add nothing to that. Plain accesses order nothing.
// Thread rule: belongs to one worker.
#pragma once

#include "base/causal_clocks.h"
#include "graph/graph.h"

#include <span>
#include <vector>

namespace revisit {

class HappensBeforeClocks {
public:
  // Begins anew, for the graph with its present number of threads.
  void begin(const ExecutionGraph& graph);
  // Whether the graph has had no more threads since then.
  bool fits(const ExecutionGraph& graph) const { return m_clocks.threads() == graph.threadCapacity(); }
  // Adds the graph's events one by one, in the order in which they were added to it (ascending ids); happens-before
  // agrees with this order. O(threads) each, plus the writes to parts of a location that an atomic read of it examines.
  void add(const ExecutionGraph& graph, EventId event);
  // Takes back the events that were added since the mark.
  std::size_t mark() const { return m_saved.size(); }
  void undoTo(std::size_t mark);

  // By thread: the number of its events that happen before this one or are this one.
  std::span<const std::uint32_t> clock(EventId event) const { return m_clocks.of(event.value()); }

private:
  struct Released {
    std::vector<std::uint32_t> clock, exclusive; // of all releases; of those by a thread that held the object alone
  };

  void join(EventId into, std::span<const std::uint32_t> other) { joinClocks(m_clocks.of(into.value()), other); }
  void acquire(const ExecutionGraph& graph, EventId read);
  void operate(const ExecutionGraph& graph, EventId operation);
  void save(ObjectId object);
  void wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier);
  Released& releasedBy(ObjectId object);

  CausalClocks m_clocks;                    // by event
  std::vector<Released> m_released;         // by object: the join of its releases so far; empty: none
  std::vector<ObjectId> m_saved;            // by release: its object
  std::vector<std::uint32_t> m_savedClocks; // two for each of these: what had been released before
};

} // namespace revisit
