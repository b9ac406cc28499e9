// Finds local variables of main that are used after main has returned. The process continues for a while then (exit
// handlers run), and so do its threads.
#pragma once

#include "explore/exploration_state.h"

namespace revisit {

// Whether some thread uses a local variable of main, or an object inside one, at or after main's return, while the
// program does not yet report the end of that variable's lifetime. From now on the program reports it, and everything
// known is void. Requires a graph in which no thread can continue. O(threads) when nothing happens after main's end.
bool outlivesMain(ExplorationState& state);

} // namespace revisit
