// Which steps of an execution have to come after which, however the threads take their turns from some state on. Thread
// rule: belongs to one thread.
#pragma once

#include "graph/graph.h"

#include <unordered_map>
#include <vector>

namespace revisit {

// The causal order of the steps since that state, without what another turn could change: locks that were free there
// may be taken in another order, and a read may meet another write. What counts are program order, creation and join,
// what a thread waits for in a loop, wake-ups, and what an object lacked at that state: the unlock of a lock that was
// held, the first post of a semaphore that was empty.
class MustFollow {
public:
  // The steps are the events of the graph behind the first `from` ones of each thread. Keeps both references, and does
  // not notice when the graph changes. O(steps * threads).
  MustFollow(const ExecutionGraph& graph, const std::vector<std::size_t>& from);

  // What has to come before the end of the step, itself included: by thread, a number of events. Of threads behind the
  // end of the list nothing has to come before. Empty for an event that is no step.
  const std::vector<std::uint32_t>& prefix(EventId event) const;

private:
  bool isStep(const Event& event) const;
  void follow(std::vector<std::uint32_t>& prefix, EventId earlier) const;
  void followObject(std::vector<std::uint32_t>& prefix, const Event& event) const;

  const ExecutionGraph& m_graph;
  const std::vector<std::size_t>& m_from;
  std::unordered_map<EventId, std::vector<std::uint32_t>> m_prefixes;
  std::unordered_map<ObjectId, EventId> m_first; // the first step in the chain of the object
};

} // namespace revisit
