// Events as rows of a table, for all commands that list events. Stateless.
#pragma once

#include "answer.h"
#include "query/interleaving/folding.h"

#include <span>

namespace revisit::commands {

// A mark for the current event, number, (thread,index), text, relations, place.
Table eventTable(const Timeline& timeline, std::span<const EventNumber> events, SchedulePosition current);
// The same with a row for each fold.
Table eventTable(const Timeline& timeline, std::span<const FoldedRow> rows, SchedulePosition current);
Json eventList(const Timeline& timeline, std::span<const EventNumber> events);

// The relation to an earlier event: "rf (1,3)"; "co (1,3)" for the write that it overwrites; "after (1,3)" for the
// previous operation on its object; "rf initial". Empty when it only follows its own thread.
std::string relationText(const Timeline& timeline, EventNumber number);

} // namespace revisit::commands
