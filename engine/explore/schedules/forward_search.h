// A short search for a goal before the exploration of all executions: one schedule, in which the thread goes first
// whose turn it is by the goal's guide. A step after which the goal is out of reach is taken back, and another thread
// goes first, or the step happens in another way: that costs the steps which are taken back, and no execution. So where
// the goal depends on the order of steps that threads do anyway, the first execution mostly has it.
//
// What it finds is an execution of the program in which the goal holds. What it does not find means nothing: then all
// executions are explored, and one that was met before counts once.
//
// Thread rule: belongs to one worker.
#pragma once

#include "explore/exploration_state.h"
#include "explore/pieces.h"

#include <memory>

namespace revisit {

// What explores all executions, with these options and what is known of the program. Called again for each run.
using MakeCompleteSearch = std::function<std::unique_ptr<PieceExplorer>(const ExploreOptions& options)>;

// Both together, as one explorer. Requires that options.goal is a GoalGuide. `model`: for the short search alone. With
// a recorder, which tells of one exploration, and in a program with atomic sections there is no short search.
std::unique_ptr<Explorer> makeForwardFirst(Program& program, std::unique_ptr<MemoryModel> model, Solver& solver,
                                           const ExploreOptions& options, MakeCompleteSearch makeComplete);

} // namespace revisit
