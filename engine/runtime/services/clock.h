// The virtual clock. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "program/label.h"

#include <cstdint>
#include <ctime>

namespace revisit::runtime {

// Reads a time that the program passes by address, like an access of the program. Also before a run.
timespec givenTime(const timespec* time);

// Whether the time is one that the system accepts: not negative, and less than a second beside its seconds.
bool isTime(const timespec& time);
// Requires isTime(time).
std::uint64_t nanosecondsOf(const timespec& time);

// Called before the first run, once the clock's memory exists. The clock continues from where the constructors left it.
void startClock();

// The calling thread's wait until this time has timed out: from now on it sees no earlier time. Not a separate event.
// The thread is cut if that has happened too often (--time-outs) while there were other threads: as long as they do
// nothing, a loop around a timed wait goes on for ever, and no round is like another, since the clock moves.
void waitedUntil(const timespec& until);

// The same for a time relative to the beginning of the wait, in nanoseconds or as a time that isTime() accepts.
void waitedFor(const timespec& time);
void waitedFor(std::uint64_t nanoseconds);

// The calling thread waits for a time to come, whatever others do: a sleep.
void passTime(std::uint64_t nanoseconds);

// Performs the timed operation on the object, as operate (object_table.h) does, with the deadline given to it. If it
// times out, the thread sees no time before the deadline from now on. Also before a run.
int operateUntil(std::uint64_t address, ObjectOp operation, std::uint64_t argument, const timespec* until);

} // namespace revisit::runtime
