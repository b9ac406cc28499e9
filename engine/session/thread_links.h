// Which event starts and which joins a thread: a witness names the thread of a create or join by the function it runs,
// which several threads may run. Stateless.
#pragma once

#include "session/happens_before.h"
#include "session/witness.h"

#include <optional>
#include <vector>

namespace revisit {

struct ThreadLinks {
  std::vector<std::optional<EventNumber>> creations; // by thread
  std::vector<std::optional<unsigned>> children;     // by number: the thread created or joined, where that is certain
  std::vector<CausalEdge> edges;                     // create to first event, last event to join
};

// `threads`: by thread, its events in program order. Creations are exact: a thread's path tells the how-many-th
// creation of its creator it is. A join is known when by then as many threads of that name have ended as joins of that
// name were done; where one thread did several such joins, their order stays open, but all those threads ended before
// the last. Fails with BadFormat when a thread does something before it is created. O(n log n).
Result<ThreadLinks> linkThreads(const Witness& witness, const std::vector<std::vector<EventNumber>>& threads);

} // namespace revisit
