// How a full execution ended (rule 5): the first class that applies, and what each waiting thread waits for.
#pragma once

#include "explore/exploration_state.h"

#include <optional>

namespace revisit {

// Requires that no thread can go on. `number` is the execution's; the result keeps references to the others.
Execution classify(ExplorationState& state, std::uint64_t number, const ErrorPolicy& policy,
                   const std::vector<Race>& races);

// The condition (width 1) under which a process that exits with this status has failed; none when it has certainly not
// failed. The parent process sees only the lowest 8 bits.
std::optional<ExprId> statusIsNotZero(ExpressionPool& pool, const Value& status);

// Whether a thread that waits when the process ends would have waited for ever. A thread that joins the thread that
// ends the process would not.
bool isStranded(const ExecutionGraph& graph, const Waiting& waiting);

} // namespace revisit
