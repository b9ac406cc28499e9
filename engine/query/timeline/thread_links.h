// Finds the events that create and join each thread. Stateless.
#pragma once

#include "query/timeline/causal_order.h"
#include "witness/witness.h"

#include <optional>
#include <vector>

namespace revisit {

struct ThreadLinks {
  std::vector<std::optional<EventNumber>> creations; // by thread
  std::vector<std::optional<unsigned>> children;     // by number: the thread that it creates or joins
  // From a creation to the thread's first event, from a thread's last event to the join.
  std::vector<CausalEdge> edges;
};

// `threads`: by thread, its events in program order. An event that does not name the thread it creates, creates the one
// with the matching path. Fails with BadFormat when a thread has an event before it is created or after it was joined.
// O(n log n).
Result<ThreadLinks> linkThreads(const Witness& witness, const std::vector<std::vector<EventNumber>>& threads);

} // namespace revisit
