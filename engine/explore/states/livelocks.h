// Livelocks: infinite executions without progress. Two forms:
// - Each thread that can move repeats failed rounds of a waiting loop, and memory does not change.
// - The threads repeat a cycle of states in which memory changes (two threads that give way to each other). No thread
//   of the cycle leaves its loop, although the loop has an exit, and none calls revisit_progress().
// A cycle counts only if it is fair: a thread that can move in some of its states moves in it. That is strong fairness,
// as for Streett automata: where a thread would have to move and does not, the states in which it can are left out, and
// the rest is looked at again. A look at memory that leads back to the same state is no move: who waits in a loop is
// treated as one who waits for a lock. That some thread may always look at the wrong moment is at most starvation.
// Thread rule: as the search.
#pragma once

#include "explore/states/state_findings.h"

namespace revisit {

// Shows the livelocks of a graph of everything that was explored. False: the search stops.
bool judgeLivelocks(SearchContext& context, StateWalk& walk, StateFindings& findings, const ExploredGraph& graph);

} // namespace revisit
