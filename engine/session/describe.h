// Events and waiting threads in words.
#pragma once

#include "explore/findings.h"
#include "session/witness.h"

namespace revisit {

// The event's operation, what it is done to, its value under the model and its call sites. Without a model, what
// depends on inputs is shown as an expression, and its numbers are absent.
WitnessEvent describeEvent(const ExecutionGraph& graph, Program& program, const Assignment* model, EventId id);

// The same of a step that a thread would do next: what it sees is not known.
WitnessEvent describeNext(Program& program, const Label& label);

// The chain of call sites; empty when unknown.
std::vector<WitnessPosition> callsOf(const Program& program, PositionId position);

// "lock of mutex 'b', held by T2 (worker)".
std::string describeWaiting(const ExecutionGraph& graph, const Program& program, const Waiting& waiting);

// Who asks for a lock that is being read, behind which writer. Requires the bug of a ReadBehindWriter.
std::string behindWriterText(const ExecutionGraph& graph, const Program& program, const Bug& bug);

// A value that an access reads or writes, as the program's types write it where they are known, else as below.
std::string valueText(Program& program, const Label& access, const Value& value, unsigned bytes,
                      const Assignment* model);

// A value of `bytes` bytes: decimal when small, hexadecimal else; an expression with its number under the model, if
// there is one.
std::string valueText(ExpressionPool& pool, const Value& value, unsigned bytes, const Assignment* model);

} // namespace revisit
