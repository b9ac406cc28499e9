// Thread-specific data (pthread_key_*).
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

void runKeyDestructors(Thread& thread);
// Calls f(number of the key, value) for each key for which the thread has a value.
template <class F> void forEachKeyValue(const Thread& thread, F&& f);

// The number of places of Thread::keyValues that keys ever had, and the number of the key at a place.
std::size_t keyPlaces();
std::uint64_t keyNumberAt(std::size_t place);

template <class F> void forEachKeyValue(const Thread& thread, F&& f) {
  for (std::size_t place = 0; place < keyPlaces(); place++)
    if (const void* const value = thread.keyValues[place]; value != nullptr)
      f(keyNumberAt(place), value);
}

} // namespace revisit::runtime
