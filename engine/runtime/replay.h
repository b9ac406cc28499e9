// The replay of a witness under a debugger: counts the witness's events as they are done, stops where the debugger's
// side asks, and says how the program left the witness when it does.
// Thread rule: called by the thread that has the baton, when replaying().
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// The next step of the plan goes to this thread. Whether what it stands before is what the witness has there; if not,
// the replay is over.
void requireExpectedStep(const Thread& thread);
// Whether the thread's next step of the plan is a write to this address. O(steps).
bool expectsWrite(unsigned thread, std::uint64_t address);
// Whether the next event of the witness is an error of the calling thread.
bool expectsError();
// The plan's step was granted: the caller's next record is its.
void beginStep();
// The current thread makes a record. What the record is about has happened.
void countRecord(RevisitRecordKind kind);
// The current thread stands before its next event and is about to give the turn away.
void beforeHandOver();
// The calling thread has the baton because nothing can go on, and stands where it stands for the last time.
[[noreturn]] void standAtEnd();
// The witness's next step cannot be done: stops with that reason, and ends the process.
[[noreturn]] void leaveWitness(RevisitDifference difference, unsigned thread, unsigned kind, std::uint64_t address);

} // namespace revisit::runtime
