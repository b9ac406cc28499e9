// Goals looked for from a moment of a witness on. Thread rule: belongs to one thread.
#pragma once

#include "check/report/check_report.h"
#include "goals/goal.h"
#include "witness/witness.h"

#include <functional>

namespace revisit {

struct FoundFrom {
  std::optional<Witness> witness; // an execution that begins with the same events, and has the goal later
  ExplorationCounts executions;   // that were looked at
  std::vector<CheckNote> reasons; // why it may be in another execution although none was found
};

// Looks for the goal in the executions of the witness's program that begin with the first `position` events of its
// schedule. Runs the program. `seconds`: when to give up; 0: never. `cancelled` is polled. Fails as
// SidewaysSession::open, and with BadUsage when a name of the goal means nothing in any execution.
Result<FoundFrom> findFrom(const Witness& witness, std::size_t position, Goal goal, double seconds,
                           const std::function<bool()>& cancelled);

} // namespace revisit
