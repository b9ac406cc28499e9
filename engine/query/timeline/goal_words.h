// Where the goal of a witness holds, in words. Stateless.
#pragma once

#include "witness/witness.h"

#include <string>

namespace revisit {

// "goal: a.c:40 if x == 0", and for each moment at which a part of it holds a line with its position in the schedule,
// and one for each of its events. Empty if the witness is about no goal.
std::string describeGoal(const Witness& witness);

} // namespace revisit
