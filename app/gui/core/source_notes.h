// Annotations of source lines for an execution. Knows no Qt. Stateless.
#pragma once

#include "execution.h"

#include <map>

namespace revisit::gui {

// The events shown at each line of the file, by number. O(events).
std::map<unsigned, std::vector<EventNumber>> eventsByLine(const Execution& execution, const std::string& file);

// The line of each thread at the position: that of its last done event, in any file. By thread; nothing for a thread
// that has not begun or has no line.
std::vector<std::optional<SourceLine>> threadLines(const Execution& execution, SchedulePosition position);

} // namespace revisit::gui
