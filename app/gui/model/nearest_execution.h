// Which execution of an exploration is most worth a comparison with another one. Knows no Qt. Any thread.
#pragma once

#include "logged_execution.h"

namespace revisit::gui {

// The one that differs in the fewest events, of some hundred that were found just before and after: when any of those
// ends otherwise (well, where this one has a bug, and the reverse), of these. Null when there is no other one, or its
// steps are not kept. Requires an execution of an exploration. O(comparing with each).
ExecutionPointer nearestOther(const ExecutionPointer& execution);

} // namespace revisit::gui
