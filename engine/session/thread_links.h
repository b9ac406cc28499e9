// Which event starts and which joins a thread. Stateless.
#pragma once

#include "session/happens_before.h"
#include "session/witness.h"

#include <optional>
#include <vector>

namespace revisit {

struct ThreadLinks {
  std::vector<std::optional<EventNumber>> creations; // by thread
  std::vector<std::optional<unsigned>> children;     // by number: the thread created or joined
  std::vector<CausalEdge> edges;                     // create to first event, last event to join
};

// `threads`: by thread, its events in program order. An event that does not name the
// thread it creates creates the one whose path says so. Fails with BadFormat when a thread does something before it is
// created or after it was joined. O(n log n).
Result<ThreadLinks> linkThreads(const Witness& witness, const std::vector<std::vector<EventNumber>>& threads);

} // namespace revisit
