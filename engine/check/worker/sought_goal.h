// A goal as an exploration looks for it: guided or not, with the threads in the order of the options.
#pragma once

#include "check/options/check_options.h"
#include "goals/goal_matcher.h"

#include <memory>

namespace revisit {

// Sets what every search for a goal needs: no reductions; bugs do not end the search; errors that only whole executions
// show are not looked for, since they do not concern a goal and take time.
void lookForGoal(ExploreOptions& explore);

// Keeps the reference to the matcher.
std::unique_ptr<ExplorationGoal> soughtGoal(GoalMatcher& matcher, const CheckOptions& options);

} // namespace revisit
