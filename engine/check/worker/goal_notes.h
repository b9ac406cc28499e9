// What an exploration that looked for a goal in vain may not have seen of it. Stateless.
#pragma once

#include "check/report/check_report.h"
#include "explore/goals/goal_matcher.h"

#include <functional>
#include <vector>

namespace revisit {

// Whether the program tells of each time that it reaches this line.
using IsMarked = std::function<bool(const GoalLine&)>;

// Fails with BadUsage if nothing in any execution has a name of the goal, or if a line of it has no code. Requires that
// the exploration was complete otherwise.
Status checkNamesMet(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked);

// Why the goal may hold in an execution although the exploration found none and was complete otherwise.
std::vector<CheckNote> goalReasons(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked);

} // namespace revisit
