// Who goes next. A thread is parked just before each of its events; local code between events runs on.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

// Parks before the event and returns when it is this thread's turn. `choice` receives the plan's choice, 0 without.
unsigned waitForTurn(const Pending& event);
// Parks after a failed round of a waiting loop; returns when something it read has changed, or a plan step wants it.
void waitForChange();
// Lets the others run until they wait, or end; then goes on. For a thread in a long loop without events.
void letOthersRun();
// Runs a thread that was just created up to its first event; then returns.
void runNewThread(Thread& thread);
// The calling thread does nothing any more; the others run on.
[[noreturn]] void stopThread(ThreadState state);

// The slot of this thread's next child: the one the table has for it, or a new one; -1 when there is no room.
int nextChildSlot(Thread& creator);
// Starts user code of main on its own stack. Never returns: the process exits when nothing is enabled.
[[noreturn]] void runMain(int (*main)(int, char**, char**), int argc, char** argv, char** envp);

} // namespace revisit::runtime
