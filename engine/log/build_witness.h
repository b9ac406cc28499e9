// Builds the witness of a finished execution: schedule with values and positions, small input values, plan, error.
#pragma once

#include "explore/exploration_state.h"
#include "explore/findings/findings.h"
#include "explore/goals/goal_matcher.h"
#include "program/model_kind.h"
#include "witness/witness.h"

namespace revisit {

struct WitnessParts {
  Witness witness; // without program, options and shared memory, which the caller adds
  Plan plan;       // the plan with which an Oracle repeats this execution under the witness's inputs
};

// Requires that the execution is the present graph of its state. `bug` is one of the execution's bugs, or empty for an
// execution without bugs. `message` is the program's own message about the bug. `model` is the model of the
// exploration. The inputs are as small as possible (smallModel). Fails when the solver finds none. `goal`: what was
// looked for, and where it holds in the execution; may be null.
struct ShownGoal {
  const Goal& goal;
  const GoalFound& found;
};
Result<WitnessParts> buildWitness(const Execution& execution, const std::optional<Bug>& bug, const std::string& message,
                                  ModelKind model, const ShownGoal* goal = nullptr);

// The error entry that a witness would have for one of the execution's bugs. An exit status that depends on inputs
// stays unknown.
WitnessError describeBug(const Execution& execution, const Bug& bug, const std::string& message);

} // namespace revisit
