// What the operations on synchronisation objects order besides the chain that they form: who is said to have seen the
// work of whom.
#pragma once

#include "program/objects.h"

namespace revisit {

enum class Synchronization : std::uint8_t {
  None,           // a failed attempt, an inspection, the making and unmaking of an object
  Acquires,       // comes after every release before it in the object's chain
  AcquiresShared, // after those only by who held it alone: a lock for reading
  Releases,
  ReleasesHeld, // what the thread held, alone or shared: the unlock of a rwlock
  Both,
  Woken, // comes after the operation that woke the thread, and after that one alone
  Passes // comes after all arrivals of the thread's round at a barrier
};

// `result` is what the operation observed. An operation that is not known here is Both: it then orders its whole chain,
// so no false race is reported.
Synchronization synchronizationOf(ObjectOp operation, std::uint64_t result);

} // namespace revisit
