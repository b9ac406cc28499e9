// The replay of a witness under a debugger: counts the witness's events as they happen, stops where the debugger
// requests, and reports how the program deviates from the witness if it does. Thread rule: called by the thread that
// has the baton, when replaying().
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// The plan's next step belongs to this thread. Ends the replay unless the thread's next step is the one of the witness.
void requireExpectedStep(const Thread& thread);
// Whether the thread's next step of the plan is a write to this address. O(steps).
bool expectsWrite(unsigned thread, std::uint64_t address);
// Whether the witness leaves the thread in front of an event that it could do: in a waiting loop. O(events).
bool staysWhereItIs(unsigned thread);
// Whether the next event of the witness is an error of the calling thread.
bool expectsError();
// The plan's step was granted: the caller's next record belongs to it.
void beginStep();
// The current thread makes a record. The operation of the record has happened.
void countRecord(RevisitRecordKind kind);
// The current thread has reached its next event and is about to give up its turn.
void beforeHandOver();
// The calling thread has the baton because no thread can continue. It stops for the last time.
[[noreturn]] void standAtEnd();
// The witness's next step cannot be done: stops with this reason and ends the process.
[[noreturn]] void leaveWitness(RevisitDifference difference, unsigned thread, unsigned kind, std::uint64_t address);

} // namespace revisit::runtime
