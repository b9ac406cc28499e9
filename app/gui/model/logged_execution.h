// Graphs of an exploration's log as executions that the window can show. Stateless; any thread.
#pragma once

#include "execution.h"

namespace revisit::gui {

using LogPointer = std::shared_ptr<const ExplorationLog>;

// The execution of that number. Fails with NotFound when there is none, or its steps were left out of the log.
// O(events * threads).
Result<ExecutionPointer> executionOf(const LogPointer& log, std::uint64_t number);

// The graph after the step, with the step's marks. Fails with NotFound when the log does not have the step.
Result<ExecutionPointer> graphAfterStep(const LogPointer& log, std::uint64_t step);

// A witness of an execution of the log, with its path for the window: "Execution 3". Fails as Timeline::make.
Result<ExecutionPointer> witnessAsExecution(Witness witness, ExecutionOrigin origin);

} // namespace revisit::gui
