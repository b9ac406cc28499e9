// What is used after main has returned. The process goes on for a while then (handlers run), and so do its threads.
#pragma once

#include "explore/visit.h"

namespace revisit {

// Whether some thread uses a local variable of main, or an object in one, not before main returned, and the program does
// not tell yet when that one's life ends. From now on it does, and everything known is void. Requires a graph in which
// no thread can go on. O(threads) when nothing happens after main's end.
bool outlivesMain(Visit& visit);

} // namespace revisit
