// What an exploration that looked for a goal in vain may not have seen of it. Stateless.
#pragma once

#include "check/report/check_report.h"
#include "goals/goal_matcher.h"

#include <functional>
#include <vector>

namespace revisit {

// Whether the program tells of each time that it reaches this line.
using IsMarked = std::function<bool(const GoalLine&)>;

// Whether a line of the goal has no code, so that one execution is enough to say so. Only a program that was compiled
// with marks for these lines can have one.
bool hasLineWithoutCode(const Goal& goal, const CheckOptions& options, const IsMarked& isMarked);
// Fails with BadUsage for such a line. Names lines that have events in the executions so far.
Status checkLinesMet(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked);

// Fails with BadUsage if nothing in any execution has a name of the goal, or if no execution has a thread of it.
// Requires that the exploration was complete otherwise.
Status checkNamesMet(const GoalMatcher& matcher);

// Why the goal may hold in an execution although the exploration found none and was complete otherwise.
std::vector<CheckNote> goalReasons(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked);

} // namespace revisit
