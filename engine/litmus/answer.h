// The answer to the question of a litmus test, for people. Stateless.
#pragma once

#include "litmus/outcomes.h"

#include <string>

namespace revisit::litmus {

struct TestAnswer {
  Verdict verdict = Verdict::Unknown;
  std::string word;     // "Allowed", "Forbidden", "Holds", "Does not hold", "Not known"
  std::string sentence; // "1 of 4 final states satisfies exists (0:r0=0 /\ 1:r0=0)"
};

// Of `exists`, whether what it describes is allowed; of the other conditions, whether they hold. `isAll`: these are all
// executions. O(states).
TestAnswer answerOf(const Test& test, const Outcomes& outcomes, bool isAll);

} // namespace revisit::litmus
