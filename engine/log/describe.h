// Describes events and waiting threads in words.
#pragma once

#include "explore/findings/findings.h"
#include "witness/witness.h"

namespace revisit {

// The event's operation, operand, value under the model, and call sites. Without a model, values that depend on inputs
// are shown as expressions, and their numbers are absent.
WitnessEvent describeEvent(const ExecutionGraph& graph, Program& program, const Assignment* model, EventId id);

// The same without what the event reads from: the event need not be part of a graph.
WitnessEvent describeEvent(Program& program, const Assignment* model, const Event& event);
// Adds the memory orders of an access or a fence, which only weak memory models look at.
void describeOrders(const Label& label, WitnessEvent& entry);

// The same for a thread's next step: the values that it will read are not known.
WitnessEvent describeNext(Program& program, const Label& label);

// The chain of call sites; empty when unknown.
std::vector<WitnessPosition> callsOf(const ProgramNames& names, PositionId position);

// What a waiting thread waits for.
Awaited awaitedBy(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting);
// The operation on the object, without who holds it.
Awaited awaitedOperation(const ProgramNames& names, ObjectOp operation, ObjectId object);
// In words: "lock of mutex 'b', held by T2 (worker)".
std::string describeWaiting(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting);

// Which thread asks for a lock that is held for reading, and which writer it waits behind. Requires the bug of a
// ReadBehindWriter.
std::string behindWriterText(const ExecutionGraph& graph, const ProgramNames& names, const Bug& bug);

// A value that an access reads or writes: formatted by the program's type where it is known, otherwise as below.
std::string valueText(Program& program, const Label& access, const Value& value, unsigned bytes,
                      const Assignment* model);

// A value of `bytes` bytes: small values decimal, others hexadecimal. An expression is followed by its number under the
// model, if there is a model.
std::string valueText(ExpressionPool& pool, const Value& value, unsigned bytes, const Assignment* model);

} // namespace revisit
