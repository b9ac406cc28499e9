// Arrivals at a barrier whose order nobody can observe.
#pragma once

#include "explore/facts.h"
#include "program/objects/object_operations.h"

namespace revisit {

// Whether no thread can observe the order of this operation relative to the others on its object, as far as is known.
//
// That is so for a barrier whose number of participants is the number of threads that ever use it. Each round takes all
// of them, so program order determines the round of an arrival. No thread can observe, between its arrival and its
// pass, which of the other threads arrived first. So the arrivals keep the order in which they were added, this order
// is not part of the execution, and no arrival displaces another. An arrival's dependence on earlier arrivals adds
// nothing to what its thread depends on: the next step is the pass, which depends on the whole round. A pass changes
// nothing and follows the arrival that completed its round. It does not depend on which other thread passed or arrived
// again before. The order does matter when more threads use the barrier than a round takes, or when an arrival does not
// depend on an initialisation or destruction (StepSemantics::needsOrder). Once that is seen, the exploration begins
// again, with the arrivals of that barrier ordered like all operations. Up to that step, the unordered exploration
// reaches the same execution, so it is seen if it exists.
inline bool isUnordered(const Facts& facts, const Label& operation) {
  return operation.operation == ObjectOp::BarrierPass ||
         (kindOf(operation.operation) == ObjectKind::Barrier && !facts.has("ordered", operation.object));
}

} // namespace revisit
