// Two executions side by side as text. Pure functions.
#pragma once

#include "query/compare/compare.h"
#include "query/interleaving/folding.h"

#include <string>

namespace revisit::cli {

struct ComparedSide {
  const Timeline& timeline;
  std::string name; // how people call it
  Folding folding;
};

// The number of common events, the first difference, the inputs that differ, and for each thread the events that only
// one execution has, in two columns.
std::string comparisonToText(const ComparedSide& a, const ComparedSide& b, const Comparison& comparison);

} // namespace revisit::cli
