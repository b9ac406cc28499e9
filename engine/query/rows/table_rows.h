// The rows of the smaller tables, created from an execution. Stateless.
#pragma once

#include "query/timeline/path_condition.h"
#include "query/timeline/waiting.h"

#include <string>
#include <vector>

namespace revisit {

struct TableRow {
  std::vector<std::string> cells;
  std::optional<EventNumber> event; // the event that the row leads to; none: it leads nowhere
  bool isDone = true;               // at the position
  friend bool operator==(const TableRow&, const TableRow&) = default;
};

// A row for each thread: its name, the number of its events that are done, the last one, and its next event or what it
// waits for. `waits`: waitsOf(timeline).
inline const std::vector<std::string> threadHeadings = {"Thread", "Done", "Last event", "Next"};
std::vector<TableRow> threadRows(const Timeline& timeline, const std::vector<Wait>& waits, SchedulePosition position);

// A row for each access to the bytes of the event, or operation on its object: number, id, thread, event, the values
// before and after, line. Of a pipe and the like: what was written or read, and what is in it then; at last a row
// without an event for each thread that waits for it at the end. Empty when it has neither.
inline const std::vector<std::string> historyHeadings = {"#", "Id", "Thread", "Event", "Saw", "Left", "Line"};
std::vector<TableRow> historyRows(const Timeline& timeline, EventNumber event, SchedulePosition position);
// "window+44, 4 bytes at 0x206544", "object window", "pipe @a.c:7: descriptor 64 (read end), 65 (write end)"; empty
// when the event has neither.
std::string locationTitle(const Timeline& timeline, EventNumber event);

// A row for each condition: number, id, condition, the side taken, line.
inline const std::vector<std::string> conditionHeadings = {"#", "Id", "Condition", "Taken", "Line"};
std::vector<TableRow> conditionRows(const Timeline& timeline, SchedulePosition position);

// A row for each input: its name, value and thread.
inline const std::vector<std::string> inputHeadings = {"Input", "Value", "Thread"};
std::vector<TableRow> inputRows(const Timeline& timeline, const std::vector<InputValue>& values);

} // namespace revisit
