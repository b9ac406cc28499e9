// Atomic sections: consecutive events of one thread (Label::continuesSection) between which no other thread has any.
#pragma once

#include "explore/exploration_state.h"

namespace revisit {

// Whether the thread is inside a section: its next event belongs to the same section as its last one.
bool insideSection(ExplorationState& state, ThreadId thread);

// Whether an order of the events exists that keeps every atomic section together. Requires a graph in which no thread
// can continue. O(events * threads); O(1) as long as there was no section.
bool sectionsHold(ExplorationState& state);

} // namespace revisit
