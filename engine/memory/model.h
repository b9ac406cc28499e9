// A memory model: which reads-from and coherence choices are consistent. A model follows the graph event by event and
// keeps data to answer quickly. Like the graph, it is undone to marks.
//
// Two properties of the models here carry the exploration. The choices that are consistent for an access are upward
// closed in coherence, and the newest is always among them: so the oldest one says them all. And a graph without some
// of its last events is as consistent as with them: so each event is checked when it is added.
//
// Thread rule: belongs to one worker, like its graph.
#pragma once

#include "graph/graph.h"
#include "memory/happens_before_clocks.h"

#include <cstddef>
#include <span>

namespace revisit {

// An access to shared memory that is to be added to a graph as the next event of its thread.
struct Access {
  ThreadId thread;
  LocationId location;
  MemoryOrder order = MemoryOrder::Plain;
  bool writes = false;   // it stores. A read-modify-write reads from the write that it is placed after
  bool isUpdate = false; // it is a read-modify-write or a compare-and-swap, whether it stores or not
  EventId twin{};        // Event::twin; under sequential consistency only
};

// `stores`: whether the access stores, which its label leaves open for mayOnlyRead().
Access accessOf(ThreadId thread, const Label& label, bool stores, EventId twin = {});

class MemoryModel {
public:
  virtual ~MemoryModel() = default;
  virtual void reset() = 0;
  // The event was just appended to the graph.
  virtual void appended(const ExecutionGraph& graph, EventId event) = 0;
  virtual std::size_t mark() const { return 0; }
  virtual void undoTo(std::size_t) {}

  // The coherence-earliest write that the access may read from, or be placed directly after. Every coherence-later
  // write is consistent too. Where a write is to be added and then a read of it, a place is consistent if it is for
  // both.
  virtual EventId coherenceFloor(ExecutionGraph& graph, const Access& access) const = 0;

  // By thread: the number of its events that come before the event, or are it, in every order in which the graph's
  // events may be executed. Void once the graph changes. O(1).
  virtual std::span<const std::uint32_t> prefix(const ExecutionGraph& graph, EventId event) const = 0;

  // Whether all its executions are sequentially consistent.
  virtual bool isSequential() const { return false; }
  // Whether a store becomes visible to all other threads at once. Then an update that stores the value that it read
  // orders no more than a read.
  virtual bool isMultiCopyAtomic() const { return false; }
  // Which accesses synchronise, for data races.
  virtual Synchronizing synchronizing() const { return Synchronizing::AllAtomics; }
};

} // namespace revisit
