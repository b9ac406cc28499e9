// What patterns ask of accesses to memory. Pure functions of the timeline.
#pragma once

#include "query/timeline/timeline.h"

namespace revisit::patterns {

// The end of the life of memory: free, delete, the end of a scope.
bool endsLife(const WitnessEvent& event);
// The same, or its beginning: no content is written.
bool isOfLife(const WitnessEvent& event);
// It stores content.
bool storesContent(const WitnessEvent& event);

// Both stand at the same place of the source and came there by the same calls.
bool isSamePlace(const WitnessEvent& first, const WitnessEvent& second);

// Both are shown at the same line.
bool isSameLine(const WitnessEvent& first, const WitnessEvent& second);

// The last access of the same thread to any of these bytes before the event.
std::optional<EventNumber> ownAccessBefore(const Timeline& timeline, EventNumber number, const ByteRange& range);

// Whether it reads what another thread wrote while the reading thread existed.
bool isFromOther(const Timeline& timeline, EventNumber read);

// The last read of the failing thread, in the program's own code, of what another thread wrote.
std::optional<EventNumber> lastReadFromOther(const Timeline& timeline);

// What the writer of the value that the read sees had read right before its write, if it is the same value: it seems to
// have passed it on. Nothing where the reading thread wrote it itself.
std::optional<EventNumber> carriedRead(const Timeline& timeline, EventNumber read);

// The reads that the failing thread did shortly before the error, the last one first: what its check saw. Empty for an
// error of waiting.
std::vector<EventNumber> readsBeforeError(const Timeline& timeline);

} // namespace revisit::patterns
