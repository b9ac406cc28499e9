// From a finished execution to its witness: schedule with values and positions, small inputs, plan, error.
#pragma once

#include "explore/findings.h"
#include "explore/visit.h"
#include "session/witness.h"

namespace revisit {

struct WitnessParts {
  Witness witness; // without program, options and shared memory, which the caller knows
  Plan plan;       // the same execution for an Oracle, under the witness's inputs
};

// Requires that the execution is the visit's current graph, and `bug` when something is wrong with it: one of its bugs.
// `message` is what the program said about that. The inputs are small ones (smallModel). Fails when the solver finds
// none.
Result<WitnessParts> buildWitness(const Execution& execution, const std::optional<Bug>& bug,
                                  const std::string& message);

// What a witness would say of one of the execution's bugs; of an exit with an unknown status, under no inputs.
WitnessError describeBug(const Execution& execution, const Bug& bug, const std::string& message);

} // namespace revisit
