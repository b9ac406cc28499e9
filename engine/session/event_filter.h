// Which events to stop at. Stateless functions on a timeline.
#pragma once

#include "session/timeline.h"

namespace revisit {

struct SourceLine {
  std::string file; // a path or the end of one
  unsigned line = 0;
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

// What is given must hold together; an empty filter matches every event.
struct EventFilter {
  std::optional<EventNumber> number;
  std::optional<unsigned> thread;
  std::optional<EventKind> kind;
  std::string operation;          // what is done; as isOperation
  std::string location;           // a location's or object's name; as Timeline::named
  std::optional<ByteRange> range; // as Timeline::touching
  std::optional<SourceLine> line; // any call site outside system headers
  std::optional<EventNumber> readsFrom;
  std::optional<EventNumber> coherenceAfter; // writes to the bytes of this event that come coherence-after it
};

// Does the path end with `suffix`, component by component? "main.c" and "src/main.c" end "/a/src/main.c", "ain.c" does
// not.
bool pathEndsWith(const std::string& path, const std::string& suffix);

// Whether this is what the event does: its words, or some of them in a row. "lock" is also a "try lock", and no "unlock".
// Lower case.
bool isOperation(const WitnessEvent& event, const std::string& words);

// By number. O(log n + the events that each part alone matches).
// Fails with BadUsage when the filter names an event or a thread that is not there, or `coherenceAfter` of an event
// that does not write.
Result<std::vector<EventNumber>> matching(const Timeline& timeline, const EventFilter& filter);

} // namespace revisit
