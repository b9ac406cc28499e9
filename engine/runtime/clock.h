// The virtual clock. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "program/label.h"

#include <ctime>

namespace revisit::runtime {

// The time at this address, which the program gives to a call: read like any of its memory. Also before a run.
timespec givenTime(const timespec* time);

// Before the first run, once its memory is there: it goes on where the constructors left it.
void startClock();

// The calling thread has waited until this time in vain: from now on it is no earlier for it. No event of its own.
void waitedUntil(const timespec& until);

// The same for a time that began when the wait did.
void waitedFor(const timespec& time);

// Performs the timed operation on the object, as operate (object_table.h) does, with the time given to it: when that
// runs out, it is no earlier from now on. Also before a run.
int operateUntil(std::uint64_t address, ObjectOp operation, std::uint64_t argument, const timespec* until);

} // namespace revisit::runtime
