// Happens-before of an execution graph as vector clocks: the order that the program's synchronisation establishes. Two
// conflicting accesses that it does not order are a data race.
//
// It is the closure of program order, creation -> start, end -> join, the operations of synchronisation objects
// (program/objects/synchronization.h), the pairs of the end of memory's lifetime and its next begin, and of the pairs
// of a write and a read that synchronise. Which ones do is what memory models differ in:
//
// - AllAtomics: an atomic read synchronises with the atomic write that it reads from, also through a read-modify-write
//   (which reads itself). Fences add nothing to that. So it is under sequential consistency, where every atomic access
//   counts as seq_cst, and in models that take all atomic accesses for release and acquire.
// - ByOrder: as in C++20 (RC11: Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing sequential consistency in C/C++11",
//   PLDI 2017, with the release sequences of C++20). A release write, or a relaxed one behind a release fence, heads a
//   release sequence: itself and the chain of read-modify-writes that read from it. An acquire read of a write of the
//   sequence synchronises with the release; so does an acquire fence behind a relaxed read of it.
//
// Plain accesses order nothing. Thread rule: belongs to one worker.
#pragma once

#include "base/causal_clocks.h"
#include "graph/graph.h"
#include "program/model_kind.h"

#include <span>
#include <vector>

namespace revisit {

class HappensBeforeClocks {
public:
  explicit HappensBeforeClocks(Synchronizing by = Synchronizing::AllAtomics) : m_by(by) {}

  Synchronizing synchronizing() const { return m_by; }
  // Makes the clocks long enough for the graph's threads. O(events * threads) when the graph got more threads.
  void fit(const ExecutionGraph& graph);
  // Computes the clock of an event whose predecessors in causal order have theirs. The slot of an event that left the
  // graph may be used again. O(threads) each, plus the writes to parts of a location that an atomic read of it
  // examines.
  void add(const ExecutionGraph& graph, EventId event);

  // By thread: the number of its events that happen before this one or are this one.
  std::span<const std::uint32_t> clock(EventId event) const { return m_clocks.of(event.value()); }
  // The access's order, as it has happened: a compare-and-swap that failed is a read with its failure order.
  static MemoryOrder orderOf(const Event& event);

private:
  void grow(EventId event);
  void join(EventId into, std::span<const std::uint32_t> other) { joinClocks(m_clocks.of(into.value()), other); }
  void read(const ExecutionGraph& graph, EventId read);
  void readFrom(EventId read, EventId write, bool acquires);
  void write(const ExecutionGraph& graph, EventId write);
  void fence(EventId fence, MemoryOrder order);
  void operate(const ExecutionGraph& graph, EventId operation);
  void operateSection(const ExecutionGraph& graph, EventId operation);
  void release(const ExecutionGraph& graph, EventId operation, bool heldAlone);
  void wake(const ExecutionGraph& graph, EventId operation, bool ofBarrier);

  Synchronizing m_by;
  CausalClocks m_clocks; // by event

  // What an object's operations have released so far: by operation that releases, the join of all releases up to it,
  // and of those by a thread that held the object alone.
  CausalClocks m_released, m_releasedAlone;
  std::vector<EventId> m_newestRelease; // by operation: the newest one that released, up to it; invalid: none

  // ByOrder only.
  CausalClocks m_heads;                // by write: what an acquire read of it synchronises with
  CausalClocks m_waiting;              // by event: what an acquire fence behind it would synchronise with
  std::vector<EventId> m_releaseFence; // by event: the newest release fence up to it in its thread; invalid: none
};

} // namespace revisit
