// What threads wait for at the end of an execution, and for whom. Stateless.
#pragma once

#include "session/timeline.h"

namespace revisit {

struct Wait {
  unsigned thread = 0;
  std::string what; // as the witness says it: "lock of m, held by T2 (worker)"
  WitnessPosition position;
  std::optional<unsigned> whom;   // the thread that would have to do something: it holds the mutex, it has to end
  std::optional<EventNumber> why; // where that thread took the mutex; the last event that touched what is waited for
};

// In the order of WitnessError::waiting. The witness has the objects as text only: they are found by name. O(n log n).
std::vector<Wait> waitsOf(const Timeline& timeline);

// Threads each of which waits for the next, and the last for the first; empty when there are none.
std::vector<unsigned> waitingCycle(const std::vector<Wait>& waits);

} // namespace revisit
