// Selects events, for example to stop at. Stateless functions on a timeline.
#pragma once

#include "base/names.h"
#include "query/timeline/timeline.h"

namespace revisit {

struct SourceLine {
  std::string file; // a path or the end of one
  unsigned line = 0;
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

// All given conditions must hold; an empty filter matches every event.
struct EventFilter {
  std::optional<EventNumber> number;
  std::optional<unsigned> thread;
  std::optional<EventKind> kind;
  std::string operation;          // the operation's name, matched by isOperation
  std::string location;           // a location's or object's name, matched by Timeline::named
  std::optional<ByteRange> range; // matched by Timeline::touching
  std::optional<SourceLine> line; // any call site outside system headers
  std::string words;              // as searchEvents
  std::optional<EventNumber> readsFrom;
  std::optional<EventNumber> coherenceAfter; // writes to the bytes of this event that are coherence-after it
};

// Whether the event does this operation: `words` are all or some consecutive words of its name. "lock" also matches
// "try lock" but not "unlock". Lower case.
bool isOperation(const WitnessEvent& event, const std::string& words);

// Sorted by number. O(log n + the events that each condition matches alone), with words O(events * words). Fails with
// BadUsage when the filter names an event or a thread that does not exist, or when the event of `coherenceAfter` does
// not write.
Result<std::vector<EventNumber>> matching(const Timeline& timeline, const EventFilter& filter);

} // namespace revisit
