// A graph of an exploration log as a witness, so that everything that shows a witness shows it: a Timeline is made of
// it, the events have texts, an order and relations. Stateless.
#pragma once

#include "session/exploration_log.h"

namespace revisit {

// In which of the orders that one processor could follow the events stand.
enum class EventOrder : std::uint8_t {
  AsAdded,       // as near to the order in which they were added as possible: neighbouring steps differ little
  FewestSwitches // as the witness of the same execution has them
};

// A witness without program, inputs and plan: it can be shown and asked, not replayed. `names` are those of the
// threads. O(events log events), and for FewestSwitches O(events * threads).
Witness witnessOf(const LoggedGraph& graph, const std::vector<std::string>& names, EventOrder order);

} // namespace revisit
