// Executions to look at, found by exploring the examples: once for each process, when first asked for.
#pragma once

#include "core/execution.h"

#include <string>

namespace revisit::gui::test {

enum class Example : std::uint8_t {
  LostUpdate, // two threads, an assertion
  Transfer,   // a deadlock
  Sensor,     // an unknown input and a path condition
  Queue       // C++, three threads, a lock
};

// The path of the witness of its bug.
const std::string& witnessOf(Example example);
// That of the executable that was explored.
std::string programOf(Example example);
// A new copy of the execution.
ExecutionPointer executionOf(Example example);

// An execution of about that many events, from no program. The same for the same number.
ExecutionPointer longExecution(unsigned events);
// The same as a file, in that folder.
std::string longWitness(const std::string& folder, unsigned events);

} // namespace revisit::gui::test
