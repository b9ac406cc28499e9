// An error with its execution, for reports.
#pragma once

#include "check/check.h"
#include "query/explain/explain.h"

#include <memory>
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

// Errors may share a witness: each is shown as the error of it. Keeps what it made of the last witness, so that a
// report of many errors takes a time that grows with their number alone. Thread rule: belongs to one report.
class ErrorViews {
public:
  std::optional<Timeline> timelineOf(const CheckError& error);
  ShownError shown(const CheckError& error);

private:
  std::shared_ptr<const Witness> m_of;
  Witness m_alone; // it, without its other errors
};

// The event's position in the program; nothing when it is unknown.
const WitnessPosition* placeOf(const WitnessEvent& event);

} // namespace revisit::cli
