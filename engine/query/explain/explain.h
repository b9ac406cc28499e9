// Explains an event: what it depends on, and what could have been different. Stateless functions on a timeline.
#pragma once

#include "query/axioms/axiom_edge.h"
#include "query/timeline/timeline.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

struct Reason {
  std::string sentence;
  std::optional<EventNumber> event; // the event that the sentence is about
  // If the sentence is about what a memory model forbids: the cycle, or none.
  std::vector<AxiomEdge> cycle{};
};

struct Explanation {
  std::optional<EventNumber> event; // the event that is explained
  std::string headline;
  std::vector<Reason> reasons;
};

// For reads, writes and updates O(log n + accesses * k): the accesses to the same bytes, with k at most the number of
// distinct ranges among them per thread. For others O(log n + operations on the object).
Explanation why(const Timeline& timeline, EventNumber number);

// Explains the error: with the named pattern that it follows and the pattern's events (patterns/pattern.h). Without a
// pattern it explains the error's event. For a deadlock or livelock it says what each thread waits for, which thread
// has that since when, and the cycle. Without an error it says how the execution ended.
Explanation whyBug(const Timeline& timeline);

// Whether all accesses to the bytes are events: accesses to memory that only one thread uses are not.
bool isFollowed(const Witness& witness, const ByteRange& range);

// Which writes produced the content of the range at the position. Of memory whose accesses are no events it says that.
// O(answer * (log n + shared ranges)).
Explanation whoWrote(const Timeline& timeline, const ByteRange& range, SchedulePosition position);

// The headline, then one line per reason; each line ends with a line feed.
std::string explanationText(const Explanation& explanation);
// event, headline, reasons: a list of sentence and event; the event may be null.
nlohmann::ordered_json explanationJson(const Explanation& explanation);

} // namespace revisit
