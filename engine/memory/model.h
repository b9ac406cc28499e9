// A memory model: which reads-from and coherence choices are consistent. A model follows the graph event by event and
// keeps data to answer in O(threads). Like the graph, it is undone to marks. Thread rule: belongs to one worker, like
// its graph.
#pragma once

#include "graph/graph.h"

#include <cstddef>
#include <span>

namespace revisit {

class MemoryModel {
public:
  virtual ~MemoryModel() = default;
  virtual void reset() = 0;
  // The event was just appended to the graph.
  virtual void appended(const ExecutionGraph& graph, EventId event) = 0;
  virtual std::size_t mark() const = 0;
  virtual void undoTo(std::size_t mark) = 0;

  // The coherence-earliest write that the next event of this thread may read from. Every coherence-later write is a
  // consistent source too. A write of this thread may be placed directly after any of them.
  virtual EventId coherenceFloor(ExecutionGraph& graph, ThreadId thread, LocationId location) const = 0;

  // By thread: the number of its events that come before the event, or are it, in every order that the model allows for
  // the graph's events. Void once the graph changes. O(1).
  virtual std::span<const std::uint32_t> prefix(EventId event) const = 0;
};

} // namespace revisit
