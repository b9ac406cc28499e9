// Sequential consistency: po, rf, co, fr, object chains, create and join together are acyclic.
//
// Each event has a clock of its prefix under all these edges. An event added by the default choice (it reads the
// coherence-latest write, or is placed there) has no successors, so its clock is a join of O(threads + readers) clocks;
// an event placed elsewhere passes its clock on to all events after the write that follows it. A backward revisit
// removes only events that no kept event comes after (each was coherence-latest for all kept ones), so the clocks of
// kept events stay valid.
#pragma once

#include "base/causal_clocks.h"
#include "memory/model.h"

#include <vector>

namespace revisit {

class SequentialConsistency final : public MemoryModel {
public:
  void reset() override;
  void appended(const ExecutionGraph& graph, EventId event) override;
  std::size_t mark() const override { return m_log.size(); }
  void undoTo(std::size_t mark) override;
  EventId coherenceFloor(ExecutionGraph& graph, const Access& access) const override;
  bool isSequential() const override { return true; }
  bool isMultiCopyAtomic() const override { return true; }

  // The events that po, rf, co, fr, object chains, create and join order before the event.
  std::span<const std::uint32_t> prefix(const ExecutionGraph&, EventId event) const override { return prefix(event); }
  std::span<const std::uint32_t> prefix(EventId event) const { return m_clocks.of(event.value()); }

  // Computes the clocks of all events at once, in an order that the graph allows, instead of following the graph from
  // its beginning. O(events * (threads + readers)).
  void follow(const ExecutionGraph& graph, std::span<const EventId> order);

private:
  struct Saved {
    EventId event;
    std::vector<std::uint32_t> clock;
  };
  void ensure(const ExecutionGraph& graph, EventId event);
  void joinBefore(const ExecutionGraph& graph, EventId event);
  void passOn(const ExecutionGraph& graph, EventId from, EventId successor);

  CausalClocks m_clocks; // by event
  std::vector<Saved> m_log;
};

} // namespace revisit
