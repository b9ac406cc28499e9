// A check within a budget of time: bounded, but useful where everything is too much. One strategy comes after the
// other, each with a share of the time; what one does not need is left for the next.
//
// 1. ConDpor. Most programs are done then, and the answer is complete.
// 2. Few preemptions first: all schedules with none, then with at most one, and so on. Each number that is done is a
//    statement of its own about the program. Most bugs need few.
// 3. PCT: samples, with a probability that each shows a given bug.
// 4. ConDpor again, from where it stopped.
//
// The first bug ends it unless options.explore.keepGoing. So does a strategy that explored everything, or everything
// that bounds such as --unroll leave. A strategy that does not know the memory model is left out, and named.
#pragma once

#include "check/check.h"

namespace revisit {

// As runCheck, for options with a budget. The report is that of all strategies together, and lists them. It is safe
// only if one of them explored everything. Takes about options.bounds.budgetSeconds at the most; a launch of the
// program or a witness that has begun is finished.
Result<CheckReport> runBudgeted(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress);

} // namespace revisit
