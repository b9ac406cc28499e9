// Which operations on a synchronisation object synchronise, from all that was done to it.
#pragma once

#include "weak_graph.h"

#include <utility>

namespace revisit::test {

// The pairs of operations of which the first happens before the second: a release and an acquisition that succeeds,
// what woke a thread and its wake, the arrivals of a round at a barrier and the passes after it. `operations`: those on
// one object, in their order. A failed attempt, a wait that timed out, an initialisation and a destruction synchronise
// with nothing. A signal synchronises with the thread that it wakes, as POSIX says.
std::vector<std::pair<Source, Source>> synchronisedBy(const WeakHistory& history,
                                                      const std::vector<Source>& operations);

} // namespace revisit::test
