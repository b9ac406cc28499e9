// A portfolio: several searches of one program at once, each with its own program and worker in a thread of its own.
// The first answer is the report, and the others are stopped. An answer is a finding, or that everything was explored.
// If there is none, the best of the incomplete reports is.
#pragma once

#include "check/check.h"

namespace revisit {

// The searches of a portfolio, in the order in which they begin. `usesInputs`: whether the program has unknown inputs.
std::vector<SearchChoice> portfolioOf(const CheckOptions& options, bool usesInputs);

// As runCheck, for Algorithm::Portfolio. There are no calls to an observer. `progress` is told of one of the searches
// that run, by one thread at a time.
Result<CheckReport> runPortfolio(const CheckOptions& options, bool usesInputs,
                                 const std::function<void(const CheckProgress&)>& progress);

} // namespace revisit
