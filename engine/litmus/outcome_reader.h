// Reads the final state of a litmus test off an execution. Stateless.
#pragma once

#include "explore/explorer.h"
#include "litmus/outcomes.h"

#include <optional>

namespace revisit::litmus {

// Nothing when main did not come to its end: the execution has no final state. Fails when the execution is not one of
// the test's program.
Result<std::optional<State>> stateOf(const Test& test, const Execution& execution);

} // namespace revisit::litmus
