// Decides which thread continues. A thread is parked just before each of its events; local code between events runs
// without interruption. Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Whether the plan has a step that was not done yet.
bool hasPlannedSteps();
constexpr unsigned anyChoice = ~0u;
// The step of the plan that the calling thread's turn is for; null beyond the plan.
const RevisitPlanStep* plannedStep();
// Parks before the event and returns when it is this thread's turn: the plan's choice, or anyChoice without a plan.
unsigned waitForTurn(const Pending& event);
// Parks after a failed round of a waiting loop. Returns when something that the round read has changed, or when a plan
// step requires it.
void waitForChange();
// Lets the other threads run until they wait or end, and then continues. For a thread in a long loop without events.
void letOthersRun();
// Runs a new thread up to its first event; then returns.
void runNewThread(Thread& thread);
// Ends the calling thread's execution; the other threads continue.
[[noreturn]] void stopThread(ThreadState state);

// The slot of this thread's next child: the one that the table assigns to it, or a new one; -1 when there is no room.
int nextChildSlot(Thread& creator);
// Starts main on its own stack. Never returns: the process exits when no thread is enabled.
[[noreturn]] void runMain(int (*main)(int, char**, char**), int argc, char** argv, char** envp);

} // namespace revisit::runtime
