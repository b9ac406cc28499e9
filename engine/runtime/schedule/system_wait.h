// Calls that wait in the system until memory changes, as a waiting loop of the program does. Thread rule: called by the
// thread that has the baton, during a run.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// A round of a waiting loop begins.
void beginRound(Thread& self);

// Rounds of a thread that is in a call of the system until it may go on. A round reads memory of the services or the
// machine, and looks at objects; it may take mutexes that it gives back. One that changes anything else is no failed
// one.
void beginSystemRounds();
void endSystemRounds();
// What was seen since the begin, or the last time, does not let the thread go on: returns when something of it has
// changed.
void failSystemRound();

// The same while an object of this class exists.
class SystemWait {
public:
  SystemWait() { beginSystemRounds(); }
  ~SystemWait() { endSystemRounds(); }
  SystemWait(const SystemWait&) = delete;
  SystemWait& operator=(const SystemWait&) = delete;
  void failed() { failSystemRound(); }
};

} // namespace revisit::runtime
