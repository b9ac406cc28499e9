// Where the schedule of an execution leaves a thread that could go on. Stateless.
#pragma once

#include "query/timeline/timeline.h"

#include <vector>

namespace revisit {

// The last events before such a switch, ascending. A thread whose next operation is on an object, or joins a thread,
// could not go on if what that comes after was done in between. O(n log n).
std::vector<EventNumber> preemptionsOf(const Timeline& timeline);

} // namespace revisit
