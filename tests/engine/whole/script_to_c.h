// Converts scripts to one C program: argument k runs the k-th. Registers become local variables, locations become
// global ones.
#pragma once

#include "script.h"

#include <string>
#include <vector>

namespace revisit::test {

// How a waiting loop is written: as one that the compiler pass knows; in forms that only the states of the thread show
// to be one; or with more events than the script has, locks and compare-and-swaps, which leave the outcomes as they
// are.
enum class WaitingLoops { Plain, Unusual, MoreEvents };

// Requires scripts without semaphores and condition variables. Every thread returns a number that its registers
// determine, so that an execution's outcome can be compared.
std::string scriptsToC(const std::vector<Script>& scripts, WaitingLoops loops = WaitingLoops::Plain);

// The number that a thread returns.
constexpr unsigned outcomeOf(unsigned r0, unsigned r1, unsigned r2) {
  return (r0 + 3 * r1 + 9 * r2) & 0xff;
}

} // namespace revisit::test
