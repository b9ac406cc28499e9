// What an execution says about the lines of a source file. Knows no Qt. Stateless.
#pragma once

#include "execution.h"

#include <map>

namespace revisit::gui {

// The events shown at each line of the file, by number. O(events).
std::map<unsigned, std::vector<EventNumber>> eventsByLine(const Execution& execution, const std::string& file);

// Where each thread stands at the position: the line of its last event that is done, in whatever file. By thread;
// nothing for one that has not begun or is at no line.
std::vector<std::optional<SourceLine>> threadLines(const Execution& execution, SchedulePosition position);

} // namespace revisit::gui
