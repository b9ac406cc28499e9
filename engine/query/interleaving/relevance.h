// Selects the events of an execution that are needed to understand its error. Stateless.
#pragma once

#include "query/interleaving/interleaving.h"
#include "query/timeline/timeline.h"

namespace revisit {

// By number - 1: whether the event matters for the error. The result always includes the error's own events and the
// writes that they read from (but for a race or a deadlock, where the order matters, not those writes), the events that
// whyBug() names (except plain accesses to private data), the locks around all of these, and the creation of their
// threads. While there are at most `rows` rows of an interleaving, it also includes the unlocks, and events that
// explain values: conditions on the inputs, the values that the error's thread read from others, earlier accesses of
// the same threads to the same bytes, and the writes between them. All events when there is no error. O(n * rows +
// explanation).
std::vector<bool> relevantEvents(const Timeline& timeline, std::size_t rows);

// The number of rows of a short view.
inline constexpr std::size_t rowsAtAGlance = 13;

// The events of the short view: as many relevant ones as fit; all useful events when those are few.
std::vector<EventNumber> eventsAtAGlance(const Timeline& timeline);

// A timeline for a report; nothing when the execution is too long or the witness is not usable.
std::optional<Timeline> timelineForReport(const Witness& witness);

// The rows of the events that matter; of all events when there are few, or when there is no error.
std::vector<InterleavingRow> relevantRows(const Timeline& timeline, std::size_t rows = rowsAtAGlance);

} // namespace revisit
