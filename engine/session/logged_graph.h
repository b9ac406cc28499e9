// A graph of an exploration log as a witness, so that everything that shows a witness shows it: a Timeline is made of
// it, the events have texts, an order and relations. Stateless.
#pragma once

#include "session/exploration_log.h"

namespace revisit {

// A witness without program, inputs and plan: it can be shown and asked, not replayed. Its schedule is one in which one
// processor could do the events, as near to the order in which they were added as that allows: so what is shown of two
// neighbouring steps moves little. `names` are those of the threads. O(events log events).
Witness witnessOf(const LoggedGraph& graph, const std::vector<std::string>& names);

} // namespace revisit
