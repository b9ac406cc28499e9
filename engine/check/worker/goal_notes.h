// What an exploration that looked for a goal in vain may not have seen of it. Stateless.
#pragma once

#include "check/report/check_report.h"
#include "explore/goals/goal_matcher.h"

#include <optional>
#include <vector>

namespace revisit {

// A name of the goal that nothing in any execution has; fails with BadUsage. Requires that the exploration was complete
// otherwise.
Status checkNamesMet(const GoalMatcher& matcher);

// Why the goal may hold in an execution although the exploration found none and was complete otherwise. `isMarked`:
// whether the program tells of each time that it reaches this line.
std::vector<CheckNote> goalReasons(const GoalMatcher& matcher, const CheckOptions& options,
                                   const std::function<bool(const GoalLine&)>& isMarked);

} // namespace revisit
