// Finds heap memory that leaked in a finished run.
#pragma once

namespace revisit::runtime {

// Emits a LEAK record for each block that was not freed and to which nothing points: no variable of the program or a
// library, no thread that still waits, no reachable block. (Of a cycle of unreachable blocks, one is reported.) A word
// counts as a pointer when its value is an address in a block, also in the middle of one. Requires that the run is
// over, because it marks the blocks. O(memory in use).
void reportLeaks();

} // namespace revisit::runtime
