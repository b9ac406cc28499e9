// The plan with which a run does a witness's execution again. Stateless.
#pragma once

#include "witness/witness.h"

namespace revisit {

// Its scheduled steps and its inputs. O(steps).
Plan planOf(const Witness& witness, ExpressionPool& pool);

} // namespace revisit
