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

// Whether the reads of the failed round that ends this thread all read the coherence-latest write. Otherwise the round
// is stale: the thread would read again. Requires that the thread ends in AwaitFailed.
bool roundIsCurrent(const ExecutionGraph& graph, ThreadId thread);
// Whether the last read of that round could already have read a newer write when it was added. Then no later write can
// revisit the round (neither that read nor, with it deleted, an earlier one), and another execution covers this one. An
// older value read earlier in the round is no reason to give up: a later write may still revisit the last read.
bool roundWasStale(const ExecutionGraph& graph, ThreadId thread);

// Whether a thread that waits when the process ends would have waited for ever. A thread that joins the thread that
// ends the process would not.
bool isStranded(const ExecutionGraph& graph, const Waiting& waiting);

// Whether some thread ends in a round of a waiting loop that is not current: in the program it would read again.
bool leadsOn(const ExecutionGraph& graph);

} // namespace revisit
