// Why a memory model forbids a final state that another model allows. Stateless.
#pragma once

#include "base/result.h"
#include "query/axioms/forbidding_cycle.h"
#include "query/relations/graph_marks.h"

#include <string>

namespace revisit::litmus {

struct ForbiddenState {
  Witness witness;       // the execution, as one of the model that forbids it: it cannot be replayed as such
  ForbiddingCycle cycle; // numbers of its events; empty: none was found
  GraphMarks marks;      // the cycle's edges as arrows
  std::string rule;      // what the cycle violates: "program order and coherence would have a cycle"
};

// `reached`: an execution of another model that ends in the state. Without its replay: the program's path is empty.
// Fails as Timeline::make. The cost of forbiddingCycle().
Result<ForbiddenState> whyForbidden(const Witness& reached, ModelKind model);

} // namespace revisit::litmus
