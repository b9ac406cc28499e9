// What threads wait for at the end of an execution, and on which threads they wait. Stateless.
#pragma once

#include "query/timeline/timeline.h"

namespace revisit {

struct Wait {
  unsigned thread = 0;
  Awaited what;
  WitnessPosition position;
  std::optional<unsigned> whom; // the thread that would have to act: it holds the mutex, or it has to end
  // Where that thread took the mutex, or the last event that accessed the awaited object or location.
  std::optional<EventNumber> why;
};

// In the order of WitnessError::waiting. An object of a witness of version 2 or 3 has no address and is found by its
// name. O(n log n).
std::vector<Wait> waitsOf(const Timeline& timeline);

// What the thread waits for, in words.
std::string awaitedText(const Timeline& timeline, const Wait& wait);

// Threads each of which waits for the next, and the last for the first; empty when there is no such cycle.
std::vector<unsigned> waitingCycle(const std::vector<Wait>& waits);

} // namespace revisit
