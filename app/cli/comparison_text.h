// Two executions side by side as text. Pure functions.
#pragma once

#include "session/compare.h"

#include <string>

namespace revisit::cli {

// What is common, where they part, which inputs differ, and for each thread what only one of them does in two columns.
// `nameA` and `nameB` are how people call the two.
std::string comparisonToText(const Timeline& a, const Timeline& b, const Comparison& comparison,
                             const std::string& nameA, const std::string& nameB);

} // namespace revisit::cli
