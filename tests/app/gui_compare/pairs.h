// Pairs of executions to compare.
#pragma once

#include "core/compared_execution.h"
#include "core/logged_execution.h"

#include <functional>

namespace revisit::gui::test {

// An exploration of a random script; the same for the same seed.
LogPointer logOf(std::uint64_t seed);
// Its executions, at most so many.
std::vector<ExecutionPointer> executionsOf(const LogPointer& log, std::uint64_t count);

// Calls `check` with every pair, also of equals, of the executions of many scripts, until a test fails.
void forPairs(unsigned seeds, const std::function<void(const ExecutionPointer&, const ExecutionPointer&)>& check);

// Two executions of a script whose first difference is of that kind, an edge leading to it in both.
ComparedPointer pairWith(DifferenceKind kind);

// Two executions with addresses and a build, whose two writes to x come in the one or in the other order.
ExecutionPointer writesInOrder(bool isSwapped, const std::string& buildId = "aa");

} // namespace revisit::gui::test
