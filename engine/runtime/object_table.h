// The synchronisation objects of the run, keyed by address. The objects' own memory is never written.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

struct TableObject {
  std::uint64_t address = 0;
  bool initialised = false; // by an init function, which also gave the kind
  MutexKind kind = MutexKind::Normal;
  ObjectState state;
};

// The object at this address; a fresh one the first time.
TableObject& objectAt(std::uint64_t address);

// Performs one operation as an event and returns its result. During set-up: performs it at once, unrecorded.
std::uint64_t operate(std::uint64_t address, ObjectOp operation, std::uint64_t argument);

// Makes the semaphores that static initialisers made once more, as the first events of the main thread: an execution
// knows only what its events say.
void remakeObjects();

} // namespace revisit::runtime
