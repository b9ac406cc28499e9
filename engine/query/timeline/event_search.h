// Finds events by the text of the filter. Stateless.
//
//   T1 W balance       words in any order, all must hold
//
//   T1           the thread          R W U F L C J B E   the kind, in capitals, as EventKind has the letters
//   main.c:31    the source line     (1,3)               that event
//   17           that event          anything else       a part of the event's text or of its function's name
//   -WORD        what the word does not hold for
//
// Capitals matter for the letters of kinds and for T1 only.
#pragma once

#include "query/timeline/timeline.h"

#include <string>

namespace revisit {

// Sorted by number. A word that matches nothing gives an empty result. O(events * words).
std::vector<EventNumber> searchEvents(const Timeline& timeline, const std::string& text);

// Whether some word names what is to be found, rather than what is not: then a library's events are shown, too.
bool namesEvents(const std::string& text);

} // namespace revisit
