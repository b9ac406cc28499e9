// From a finished execution to a witness: names instead of ids, values as text, and the plan that does it again.
#pragma once

#include "explore/explorer.h"
#include "session/witness.h"

namespace revisit::cli {

// Everything of the witness but the program, the options and the shared memory. Fails when the solver finds no model.
// Cost: a few solver queries per input.
Result<Witness> buildWitness(const Execution& execution, Program& program, Solver& solver);

// The plan of a witness in the words of a program whose threads have the witness's indices.
Plan planOf(const Witness& witness, ExpressionPool& pool);

} // namespace revisit::cli
