// Graphs of an exploration's log as executions that the window can show. Stateless; any thread.
#pragma once

#include "execution.h"
#include "log/steps/step_cursor.h"

namespace revisit::gui {

// The execution with that number. Fails with NotFound when there is none, or when its steps were left out of the log.
// O(events * threads).
Result<ExecutionPointer> executionOf(const LogPointer& log, std::uint64_t number);

// The number of the execution with that id; 0: it is not in the log. O(executions).
std::uint64_t numberOf(const ExplorationLog& log, const std::string& id);

// The graph that teaches the step, with the step's marks:
//   an event was added             the graph after it
//   a revisit or displacement was  the graph before its deletion, with the event that revisits as the last one, though
//   refused or allowed             it is not in the graph yet
//   it was done                    the graph after it, in which what stayed has its row; `before`: as above
//   an alternative was not taken,  the graph at which it was tried, with what would have come as the last event
//   the graph was left
//   an execution was finished      that execution, as executionOf() gives it
//   began, backed up               the graph after it
// Fails with NotFound when the log does not have the step. O(events log events).
Result<ExecutionPointer> graphAfterStep(const LogPointer& log, std::uint64_t step, bool before = false);

// The graph after the step with only the cycle marked that forbids the step's candidate of that number, from 0: the one
// that addCycles() finds. Fails as graphAfterStep(), and with NotFound if there is no such candidate or no cycle.
Result<ExecutionPointer> graphOfCycle(const LogPointer& log, std::uint64_t step, std::size_t candidate);

// A witness of an execution of the log, with a name for the window: "Execution 3". Fails as Timeline::make.
Result<ExecutionPointer> witnessAsExecution(Witness witness, ExecutionOrigin origin);

} // namespace revisit::gui
