// How an execution of a Script ended, by the state in which no thread can continue.
#pragma once

#include "brute_steps.h"

namespace revisit::test {

// Whether the thread runs and has not ended.
bool isGoing(const BruteThread& thread);
// The operation on an object that is the thread's next step; null: none.
const Instruction* nextOperation(const World& world, const BruteSteps& steps, std::size_t thread);
// complete, erroneous, deadlocked, blocked or cut.
std::string endingOf(const World& world, const BruteSteps& steps);
// The same, and what each thread returned.
std::string outcomeOf(const World& world, const BruteSteps& steps);
// The same, and the bytes of all locations.
std::string endStateOf(const World& world, const BruteSteps& steps, const Script& script);

} // namespace revisit::test
