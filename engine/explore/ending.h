// How a full execution ended (rule 5): the first class that holds, and who waits for what.
#pragma once

#include "explore/visit.h"

#include <optional>

namespace revisit {

// Requires that no thread can go on. `number` is the execution's; the result keeps references to the others.
Execution classify(Visit& visit, std::uint64_t number, const ErrorPolicy& policy, const std::vector<Race>& races);

// The condition (width 1) under which a process that exits with this status has failed; none when it has not. Whoever
// started it sees the lowest 8 bits.
std::optional<ExprId> statusIsNotZero(ExpressionPool& pool, const Value& status);

// Whether the reads of the failed round that ends this thread all read the coherence-latest write; otherwise the round
// is stale: the thread would look again. Requires that the thread ends in AwaitFailed.
bool roundIsCurrent(const ExecutionGraph& graph, ThreadId thread);
// Whether the last read of that round could already have read a newer write when it was added. Then no later write can
// revisit the round any more (neither that read nor, with it deleted, an earlier one), and the execution leads to
// nothing that another one does not show. An older value seen earlier in the round is no reason to give up: a later
// write may still revisit the last read.
bool roundWasStale(const ExecutionGraph& graph, ThreadId thread);

// Whether a thread that waits when the process ends would have waited for ever. One that waits for the end of the thread
// that ends the process would not.
bool isStranded(const ExecutionGraph& graph, const Waiting& waiting);

// Whether some thread ends in a round of a waiting loop that is not current: in the program it would look again.
bool leadsOn(const ExecutionGraph& graph);

} // namespace revisit
