// The virtual clock. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include <ctime>

namespace revisit::runtime {

// The calling thread has waited until this time in vain: from now on it is no earlier for it. No event of its own.
void waitedUntil(const timespec& until);

} // namespace revisit::runtime
