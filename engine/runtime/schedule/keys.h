// Thread-specific data (pthread_key_*).
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

void runKeyDestructors(Thread& thread);
// The number of places of Thread::keyValues that keys ever had.
std::size_t keyPlaces();

} // namespace revisit::runtime
