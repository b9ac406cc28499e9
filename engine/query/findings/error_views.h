// Executions with one error each, where a witness shows several.
#pragma once

#include "query/timeline/timeline.h"

#include <memory>
#include <optional>

namespace revisit {

// Errors may share a witness: each is shown as the error of it. Keeps what it made of the last witness, so that a list
// of many errors takes a time that grows with their number alone. Thread rule: belongs to one list.
class ErrorViews {
public:
  // The execution with this error as its only one; nothing when it is too long to be indexed.
  std::optional<Timeline> timelineOf(const std::shared_ptr<const Witness>& witness, const WitnessError& error);

private:
  std::shared_ptr<const Witness> m_of;
  Witness m_alone; // it, without its other errors
};

} // namespace revisit
