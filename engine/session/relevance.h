// Which events of an execution a reader needs to understand its error. Stateless.
#pragma once

#include "session/interleaving.h"
#include "session/timeline.h"

namespace revisit {

// By number - 1: whether the event matters for the error. Always among them: the error's own events and the writes that
// these read from (not of a race or a deadlock, which are about order), the events that whyBug() names unless they are
// plain accesses to what no other thread touches, the locks around all of them, and the creation of their threads. As
// long as there are no more than `rows` rows of an interleaving, also the unlocks, and what explains the values:
// conditions on the inputs, what the error's thread read from others, earlier accesses of the same threads to the same
// bytes, and the writes between them.
// All events when nothing is wrong. O(n * rows + explanation).
std::vector<bool> relevantEvents(const Timeline& timeline, std::size_t rows);

// How many rows show an execution at a glance.
inline constexpr std::size_t rowsAtAGlance = 13;

// The events to show: the relevant ones, as many as fit; all that tell something when those are few.
std::vector<EventNumber> eventsAtAGlance(const Timeline& timeline);

// A timeline for a report; nothing for an execution that is too long, and for one that is no usable witness.
std::optional<Timeline> timelineForReport(const Witness& witness);

// The rows of the events that matter; of all events when there are few, and when nothing is wrong.
std::vector<InterleavingRow> relevantRows(const Witness& witness, std::size_t rows = rowsAtAGlance);

} // namespace revisit
