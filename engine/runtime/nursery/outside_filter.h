// A filter of the system for the calls of a run. What would change anything outside of the process fails, whoever calls
// it, but for the runtime's own code; the program's own calls never get there. It stays until the process ends, and is
// inherited. It costs nothing for other calls: the system notes which ones always pass. Thread rule: one thread.
#pragma once

namespace revisit::runtime {

// From here on this process, and each that it forks, is filtered. Does nothing on systems that have no filters. O(1
// ms): so it is called once, before the first run.
void filterOutsideCalls();
// Like _Fork, which the filter does not let pass.
int forkFiltered();

} // namespace revisit::runtime
