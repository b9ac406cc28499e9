// Thread-specific data (pthread_key_*).
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

void runKeyDestructors(Thread& thread);

} // namespace revisit::runtime
