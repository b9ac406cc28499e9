// Which events of a witness synchronise, and what happens before what by that: the standard's relations, not the causal
// order of timeline.h, which every reads-from is part of. For witnesses of weak memory models. Pure functions.
#pragma once

#include "query/timeline/timeline.h"

#include <optional>
#include <vector>

namespace revisit {

struct SynchronizingPair {
  EventNumber release = 0; // a store, or the fence before one
  EventNumber acquire = 0; // a load, or the fence behind one
  friend auto operator<=>(const SynchronizingPair&, const SynchronizingPair&) = default;
};

// The pairs of two threads in which a load reads what a store or its release sequence (C++20) has stored. Under rc11
// their orders and fences decide, under other models all atomic accesses synchronise. Under sc, whose witnesses have no
// orders: none. Sorted. O(n + the lengths of the release sequences).
std::vector<SynchronizingPair> synchronizesWith(const Timeline& timeline);

// What happens before the event directly, in other threads: what it synchronises with (`pairs`: all that do), the
// releases of its object that it comes after, its thread's creation, and the end of a thread that it joins. O(pairs +
// operations on its object).
std::vector<EventNumber> directCauses(const Timeline& timeline, const std::vector<SynchronizingPair>& pairs,
                                      EventNumber number);

// The steps between threads of a shortest path of happens-before: synchronisation, creation, join, and objects that are
// released and then taken. Empty also when both are of one thread. Nothing: there is no path. O(n * pairs).
std::optional<std::vector<SynchronizingPair>> happensBeforePath(const Timeline& timeline,
                                                                const std::vector<SynchronizingPair>& pairs,
                                                                EventNumber first, EventNumber second);

// The writes that a read could have read from when it was done, itself included, in coherence order; first, nothing for
// the initial value, if that was possible. Empty if the witness does not say it: under sc, and for events that do not
// read. O(log n + answer).
std::vector<std::optional<EventNumber>> readableWrites(const Timeline& timeline, EventNumber read);

} // namespace revisit
