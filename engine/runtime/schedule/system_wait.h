// Calls that wait in the system until memory changes, as a waiting loop of the program does. Thread rule: called by the
// thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// A round of a waiting loop begins.
void beginRound(Thread& self);

// It fails: returns when something that it read has changed, in the next round.
void failRound();

// While an object of this class exists, the thread is in a call that reads memory of the services until it may go on.
// Nothing but such reads may happen in between.
class SystemWait {
public:
  SystemWait();
  ~SystemWait();
  SystemWait(const SystemWait&) = delete;
  SystemWait& operator=(const SystemWait&) = delete;
  // What was read since the begin, or the last time, does not let the thread go on: returns when something of it has
  // changed.
  void failed();
};

} // namespace revisit::runtime
