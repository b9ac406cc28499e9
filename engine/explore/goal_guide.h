// How far an exploration of executions is from what it looks for. An estimate: it orders what is explored, and nothing
// is left out because of it.
#pragma once

#include "graph/graph.h"

namespace revisit {

class GoalGuide {
public:
  virtual ~GoalGuide() = default;
  // Learns from a full execution. O(events).
  virtual void learn(const ExecutionGraph& graph) = 0;
  // Of the graph, if this thread were in this state.
  virtual std::uint32_t distance(const ExecutionGraph& graph, ThreadId thread, StateId state) = 0;
};

} // namespace revisit
