// Events and waiting threads in words.
#pragma once

#include "explore/explorer.h"
#include "session/witness.h"

namespace revisit {

// The event's operation, what it is done to, and its value under the model; calls are left empty.
WitnessEvent describeEvent(const ExecutionGraph& graph, Program& program, const Assignment& model, EventId id);

// "lock of mutex 'b', held by T2 (worker)".
std::string describeWaiting(const ExecutionGraph& graph, const Program& program, const Waiting& waiting);

// A value of `bytes` bytes: decimal when small, hexadecimal else; an expression with its number under the model.
std::string valueText(ExpressionPool& pool, const Value& value, unsigned bytes, const Assignment& model);

} // namespace revisit
