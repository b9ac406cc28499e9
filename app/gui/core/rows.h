// The rows of the smaller tables, created from an execution. Knows no Qt. Stateless.
#pragma once

#include "execution.h"
#include "query/timeline/path_condition.h"

#include <string>
#include <vector>

namespace revisit::gui {

struct Row {
  std::vector<std::string> cells;
  std::optional<EventNumber> event; // the event that the row leads to; none: it leads nowhere
  bool isDone = true;               // at the position
  friend bool operator==(const Row&, const Row&) = default;
};

// A row for each thread: its name, the number of its events that are done, the last one, and its next event or what it
// waits for.
inline const std::vector<std::string> threadHeadings = {"Thread", "Done", "Last event", "Next"};
std::vector<Row> threadRows(const Execution& execution, SchedulePosition position);

// A row for each access to the bytes of the event, or operation on its object: number, id, thread, event, the values
// before and after, line. Of a pipe and the like: what was written or read, and what is in it then; at last a row
// without an event for each thread that waits for it at the end. Empty when it has neither.
inline const std::vector<std::string> historyHeadings = {"#", "Id", "Thread", "Event", "Saw", "Left", "Line"};
std::vector<Row> historyRows(const Execution& execution, EventNumber event, SchedulePosition position);
// "window+44, 4 bytes at 0x206544", "object window", "pipe @a.c:7: descriptor 64 (read end), 65 (write end)"; empty
// when the event has neither.
std::string locationTitle(const Execution& execution, EventNumber event);

// A row for each condition: number, id, condition, the side taken, line.
inline const std::vector<std::string> conditionHeadings = {"#", "Id", "Condition", "Taken", "Line"};
std::vector<Row> conditionRows(const Execution& execution, SchedulePosition position);

// A row for each input: its name, value and thread.
inline const std::vector<std::string> inputHeadings = {"Input", "Value", "Thread"};
std::vector<Row> inputRows(const Execution& execution, const std::vector<InputValue>& values);

} // namespace revisit::gui
