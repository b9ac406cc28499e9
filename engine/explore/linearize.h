// An order in which one processor could do the events of a sequentially consistent graph.
#pragma once

#include "graph/graph.h"

#include <optional>
#include <vector>

namespace revisit {

// All events, each after everything that po, rf, co, fr, chains, create and join put before it. Goes on with the same
// thread as long as it can, so that context switches are few. Atomic sections are kept together where that is
// possible. O(events * threads).
std::vector<EventId> linearize(const ExecutionGraph& graph);

// A thread that stands inside its last atomic section for ever: on its own account, or because of what an event has
// left.
struct StuckInside {
  bool stuck = false;
  EventId because; // invalid: on its own account
};

// The same with every atomic section kept together; nothing when there is no such order. The threads in `stuck` (by
// number) stand for ever inside a section, which therefore comes last: nothing follows it.
std::optional<std::vector<EventId>> linearizeSections(const ExecutionGraph& graph,
                                                      const std::vector<StuckInside>& stuck);
// Likewise, but `first` and `second` as close together as the graph allows: what comes before them is done first, and
// between them only what must be (nothing that is a step of its own, when they can be adjacent: SequentialOrder).
// Requires that `second` does not come before `first`.
std::vector<EventId> linearizeTogether(const ExecutionGraph& graph, EventId first, EventId second);
// An operation on an object that comes only behind one of these events.
struct ComesBehind {
  EventId operation;
  std::vector<EventId> oneOf; // an invalid one is done from the start
};

struct HoldingOrder {
  std::vector<EventId> order;     // shorter than the graph when some operation can never come
  std::vector<std::uint32_t> free; // by thread: how many of its events do not need those held back
};

// Everything that can be done while the operations in `held` are held back, then the rest.
HoldingOrder linearizeHolding(const ExecutionGraph& graph, std::vector<ComesBehind> behind, std::vector<EventId> held);

} // namespace revisit
