// How strong the memory orders may be under which a failing execution still is one and still fails. Stateless.
#pragma once

#include "explore/findings/findings.h"
#include "orders/reordered_program.h"
#include "program/model_kind.h"

namespace revisit {

// The clause of an execution with errors: an assignment that does not satisfy it has this execution, with an error.
// `levels`: those that it was found with, by site. Sites that the clause does not name may have any order. O(sites *
// events) questions to the model.
OrderClause clauseOf(const Execution& execution, const std::vector<Bug>& bugs, ReorderedProgram& program,
                     const OrderSites& sites, const OrderAssignment& levels, ModelKind model);

} // namespace revisit
