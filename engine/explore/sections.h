// Atomic sections: consecutive events of one thread (Label::joined) between which no other thread has any.
#pragma once

#include "explore/visit.h"

namespace revisit {

// The thread stands inside a section: its next event belongs to the one that its last event is in.
bool insideSection(Visit& visit, ThreadId thread);

// Whether the events can be done with every atomic section in one go. Requires a graph in which no thread can go on.
// O(events * threads); O(1) as long as no section was met.
bool sectionsHold(Visit& visit);

} // namespace revisit
