// An error with the execution that shows it, as reports for others need it. Pure functions.
#pragma once

#include "session/check.h"
#include "session/explain.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::cli {

struct ShownError {
  // Its execution, with this error as what is wrong with it; nothing when the execution is too long to be indexed.
  std::optional<Timeline> timeline;
  std::vector<EventNumber> events; // that matter for the error, in the order of the schedule
  Explanation explanation;
};

ShownError shownError(const CheckError& error);

// Where the event is in the program; nothing when that is unknown.
const WitnessPosition* placeOf(const WitnessEvent& event);

} // namespace revisit::cli
