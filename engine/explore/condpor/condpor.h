// ConDpor: optimal concolic dynamic partial-order reduction (CONCUR 2025) on execution graphs in the manner of TruSt
// (POPL 2022), with displacement for blocking objects. Explores every class of executions exactly once.
//
// The search extends a graph with default choices (read the newest write, write newest, constraints TRUE, smallest
// number) and files the alternatives: a branching for each place, all on one stack. An alternative is taken after
// undoing to where it was filed, so one graph serves the whole exploration: memory does not grow with the number of
// executions.
//
// Thread rule: belongs to one worker.
#pragma once

#include "explore/exploration_state.h"
#include "explore/pieces.h"

#include <memory>

namespace revisit {

std::unique_ptr<PieceExplorer> makeConDpor(Program& program, MemoryModel& model, Solver& solver,
                                           ExploreOptions options);

} // namespace revisit
