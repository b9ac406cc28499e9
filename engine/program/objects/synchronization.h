// The happens-before edges between operations on synchronisation objects: which operations release and which acquire.
#pragma once

#include "program/objects/objects.h"

namespace revisit {

enum class Synchronization : std::uint8_t {
  None,           // a failed attempt, an inspection, an initialisation, a destruction
  Acquires,       // after every earlier release in the object's chain
  AcquiresShared, // after releases by threads that held the object alone: a lock for reading
  Releases,
  AcquiresAndReleases,
  ReleasesHeld, // a release of what the thread held, alone or shared: the unlock of a rwlock
  Woken,        // after the operation that woke the thread, and only that one
  Passes        // after all arrivals of the thread's round at a barrier
};

// `result` is the result that the operation observed.
Synchronization synchronizationOf(ObjectOp operation, std::uint64_t result);

} // namespace revisit
