// The nursery: a child of the zygote that performs one run after the other. After each run it gives all memory the
// content that it had before. It leaves when that does not undo everything that a run did; the engine then asks the
// zygote for another one, or for a child that performs a single run. Thread rule: one thread.
#pragma once

namespace revisit::runtime {

// Makes this process, which was just forked, the nursery. Returns at the beginning of each run, with the same memory
// each time, at the same place of the same stack.
void becomeNursery();
// The run is over. Returns only when the process has to end with it.
void endRunInNursery();

} // namespace revisit::runtime
