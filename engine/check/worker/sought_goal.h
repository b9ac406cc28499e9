// A goal as an exploration looks for it: guided or not, with the threads in the order of the options.
#pragma once

#include "check/options/check_options.h"
#include "goals/goal_matcher.h"

#include <memory>

namespace revisit {

// Keeps the reference to the matcher.
std::unique_ptr<ExplorationGoal> soughtGoal(GoalMatcher& matcher, const CheckOptions& options);

} // namespace revisit
