// What a run that is over leaves behind in the heap.
#pragma once

namespace revisit::runtime {

// Emits a LEAK record for each block that was not freed and that nothing points to: no variable of the program or a
// library, no thread that still stands, no block that can be reached. (Of blocks that only point to each other, one.) A
// word counts as a pointer when it looks like one, also to the middle of a block. Requires that the run is over: marks
// the blocks. O(memory in use).
void reportLeaks();

} // namespace revisit::runtime
