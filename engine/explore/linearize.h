// An order in which a single processor can execute the events of a graph. Where the graph is not sequentially
// consistent, some reads are stale then, or some writes land in the past of coherence.
#pragma once

#include "graph/graph.h"

#include <optional>
#include <vector>

namespace revisit {

// Which relations an order agrees with, besides po, rf, object chains, create and join.
enum class OrderKept : std::uint8_t {
  Sequential, // co and fr: each read sees the newest write
  Coherent,   // co: reads may be stale
  Causal      // none: a write may also come after writes that are coherence-later
};

struct Linearization {
  std::vector<EventId> order;
  OrderKept kept;
};

// All events in an order that agrees with as many relations as possible. Stays with the same thread as long as
// possible, so there are few context switches. Atomic sections are kept together where that is possible. O(events *
// threads).
Linearization linearizeAny(const ExecutionGraph& graph);
inline std::vector<EventId> linearize(const ExecutionGraph& graph) {
  return linearizeAny(graph).order;
}

// Whether a thread remains inside its last atomic section for ever, and the event that causes this, if it is an event.
struct StuckInside {
  bool stuck = false;
  EventId because; // invalid: no event causes it
};

// The same with every atomic section kept together; nothing when there is no such order. The threads in `stuck` (by
// number) never leave their last section. Such a section therefore comes last.
std::optional<std::vector<EventId>> linearizeSections(const ExecutionGraph& graph,
                                                      const std::vector<StuckInside>& stuck);
// The same with `first` and `second` as close together as the graph allows: everything that comes before them is done
// first, and between them only events that must come between (no step at all when the two can be adjacent:
// SequentialOrder). Requires that `second` does not come before `first`.
std::vector<EventId> linearizeTogether(const ExecutionGraph& graph, EventId first, EventId second);
// The same through these cuts, one after another: by thread, so many of its events are done before any other one, but
// for events that their threads decide alone. Each cut contains the one before it and is closed under the order that
// `kept` says. Nothing if the rest cannot follow, or if atomic sections are torn.
using EventCut = std::vector<std::uint32_t>;
std::optional<std::vector<EventId>> linearizeThrough(const ExecutionGraph& graph, std::span<const EventCut> cuts,
                                                     OrderKept kept);
// An operation on an object that has to wait for one of these events.
struct ComesBehind {
  EventId operation;
  std::vector<EventId> oneOf; // an invalid event counts as done from the start
};

struct HoldingOrder {
  std::vector<EventId> order;      // shorter than the graph when some operation can never come
  std::vector<std::uint32_t> free; // by thread: the number of its events that do not require a delayed operation
};

// First everything that can be done while the operations in `held` are delayed, then the rest.
HoldingOrder linearizeHolding(const ExecutionGraph& graph, std::vector<ComesBehind> behind, std::vector<EventId> held);

} // namespace revisit
