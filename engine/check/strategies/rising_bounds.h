// Bounds that rise. An exploration that only a bound kept from being complete begins again with a larger one:
//
// - The watchdog's bound on computation without an event begins at a quarter of a second. So what is wrong before a
//   thread that computes for ever is found soon.
// - The bound on rounds of a loop rises by a factor of 8, within the bound on time: without one, a loop that has no
//   end would be followed for ever.
// - The bound on time-outs of a thread begins at 2 and rises to 32, as long as there are few executions: where time
//   goes on, a loop around a timed wait never comes back to a state, and each round of it multiplies the executions.
//
// If the time is over first, the report is that of the last exploration that came to its end.
#pragma once

#include "check/check.h"

namespace revisit {

// Whether a bound may rise. Not while somebody observes the exploration or keeps it: what they saw would be void.
bool mayRise(const CheckOptions& options);

// Runs the check with such bounds; `run` performs one of them. Fails as it does.
Result<CheckReport> runRising(const CheckOptions& options,
                              const std::function<Result<CheckReport>(const CheckOptions&)>& run);

} // namespace revisit
