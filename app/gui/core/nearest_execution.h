// Selects the execution of an exploration that is most useful for a comparison. Knows no Qt. Any thread.
#pragma once

#include "logged_execution.h"

namespace revisit::gui {

// The execution that differs in the fewest events, among some hundred that were found just before and after. If any of
// those end differently (without a bug where this one has one, and the reverse), only these are considered. Null when
// there is no other one, or its steps are not kept. Requires an execution of an exploration. O(comparing with each).
ExecutionPointer nearestOther(const ExecutionPointer& execution);

} // namespace revisit::gui
