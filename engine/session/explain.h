// Why an event is as it is: what it depends on, and what could have been otherwise. Stateless functions on a timeline.
#pragma once

#include "session/timeline.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

struct Reason {
  std::string sentence;
  std::optional<EventNumber> event; // the one the sentence is about
};

struct Explanation {
  std::optional<EventNumber> event; // the one explained
  std::string headline;
  std::vector<Reason> reasons;
};

// Reads, writes and updates: O(log n + accesses * k), with the accesses to the same bytes and k at most one write for
// each thread and each different range among them. Others: O(log n + operations on the object).
Explanation why(const Timeline& timeline, EventNumber number);

// Why the error shows: the named pattern that it follows, with the events that make it (patterns/pattern.h). Without a
// pattern it explains the error's event; for a deadlock or livelock it says what each thread waits for, who has it since
// when, and the cycle. Without an error, how the execution ended.
Explanation whyBug(const Timeline& timeline);

// Who wrote what the range holds at the position. O(answer * log n).
Explanation whoWrote(const Timeline& timeline, const ByteRange& range, SchedulePosition position);

// The headline, then one line per reason, each ending with a line feed.
std::string explanationText(const Explanation& explanation);
// event, headline, reasons: a list of sentence and event; null for no event.
nlohmann::ordered_json explanationJson(const Explanation& explanation);

} // namespace revisit
