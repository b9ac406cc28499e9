// Which reductions are on, and the facts that they depend on. The headers beside this one say what is free with them.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/facts.h"
#include "explore/reductions/equivalence.h"
#include "graph/graph.h"

namespace revisit {

struct Reductions {
  Facts& facts;
  Equivalence on; // set by the algorithm
};

} // namespace revisit
