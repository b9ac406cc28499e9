// Random executions for property tests: threads that start and join others, hold locks, and access overlapping bytes.
#pragma once

#include "witness/witness.h"

namespace revisit {

struct RandomShape {
  unsigned events = 40;
  unsigned threads = 4;
  unsigned objects = 2;
  unsigned bytes = 16;    // at least 8; accesses are to 1, 2, 4 or 8 of these
  bool sameNames = false; // all threads except main run the same function
  bool oneShape = false;  // all accesses are to the same 4 bytes
};

// The same seed gives the same witness. A lock is taken only when it is free, and a thread is joined once and after its
// end.
Witness randomWitness(unsigned seed, const RandomShape& shape = {});

} // namespace revisit
