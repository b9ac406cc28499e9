// An error with its execution, for reports.
#pragma once

#include "check/check.h"
#include "query/explain/explain.h"
#include "query/findings/distinct_bugs.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::cli {

struct ShownError {
  // The execution with this error as its error; nothing when it is too long to be indexed.
  std::optional<Timeline> timeline;
  std::vector<EventNumber> events; // the relevant events in schedule order
  Explanation explanation;
};

// O(execution) where that is short enough to be indexed.
ShownError shown(ErrorViews& views, const CheckError& error);

// The event's position in the program; nothing when it is unknown.
const WitnessPosition* placeOf(const WitnessEvent& event);

} // namespace revisit::cli
