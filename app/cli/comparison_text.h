// Two executions side by side as text. Pure functions.
#pragma once

#include "session/compare.h"

#include <string>

namespace revisit::cli {

// The number of common events, the first difference, the inputs that differ, and for each thread the events that only
// one execution has, in two columns. `nameA` and `nameB` name the two executions.
std::string comparisonToText(const Timeline& a, const Timeline& b, const Comparison& comparison,
                             const std::string& nameA, const std::string& nameB);

} // namespace revisit::cli
