// Finding events by what people type into a filter. Knows no Qt. Stateless.
//
//   T1 W balance       words in any order, all must hold
//
//   T1           the thread          R W U F L C J B E   the kind, in capitals, as EventKind has the letters
//   main.c:31    the source line     (1,3)               that event
//   17           that event          anything else       a part of what the event reads as, or of its function
//
// Capitals matter for the letters of kinds and for T1 only.
#pragma once

#include "session/timeline.h"

#include <string>

namespace revisit::gui {

// By number. Words that name nothing match nothing. O(events * words).
std::vector<EventNumber> searchEvents(const Timeline& timeline, const std::string& text);

} // namespace revisit::gui
