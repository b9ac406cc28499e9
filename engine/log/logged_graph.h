// Converts a graph of an exploration log to a witness, so that everything that can show a witness can show it: a
// Timeline made from it has the texts, the order and the relations of the events. Stateless.
#pragma once

#include "log/exploration_log.h"

namespace revisit {

// Several orders of the events are possible on a single processor; this selects one.
enum class EventOrder : std::uint8_t {
  AsAdded,       // as close as possible to the order in which they were added: neighbouring steps differ little
  FewestSwitches // the order of the execution's witness
};

// A witness without program, inputs and plan: it can be shown and queried, but not replayed. `names` are the names of
// the threads. O(events log events), and for FewestSwitches O(events * threads).
Witness witnessOf(const LoggedGraph& graph, const std::vector<std::string>& names, EventOrder order);

} // namespace revisit
