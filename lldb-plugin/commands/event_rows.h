// Events as rows of a table: the same wherever commands list some. Stateless.
#pragma once

#include "answer.h"
#include "session/timeline.h"

#include <span>

namespace revisit::commands {

// A mark before the current one, number, (thread,index), text, relations, place.
Table eventTable(const Timeline& timeline, std::span<const EventNumber> events, SchedulePosition current);
Json eventList(const Timeline& timeline, std::span<const EventNumber> events);

// What the event follows: "rf (1,3)", "co (1,3)" for the write that it overwrites, "after (1,3)" for the operation on
// its object before it; "rf initial". Empty when it follows nothing but its own thread.
std::string relationText(const Timeline& timeline, EventNumber number);

} // namespace revisit::commands
