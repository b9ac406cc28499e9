// Threads that compute for a long time without an event. If such a computation provably never ends, that is an error.
// The proof: the thread returns to a place with the same registers and the same stack, and in between it only computed
// with these (no store that changed memory, no event, no call out of instrumented code). Any other computation that
// takes too long is cut. Thread rule: the program's threads call start; the rest happens in signal handlers, on the
// thread that has the baton.
#pragma once

namespace revisit::runtime {

// `milliseconds`: processor time without an event after which a thread is cut; 0: never.
void startWatchdog(unsigned milliseconds);
void stopWatchdog();

// For a thread whose run has no space for further records: true while it is worth checking whether the thread ends at
// all. The thread is stopped when that is known.
bool looksForEnd();

// The watchdog's part of the handlers of SIGPROF and SIGTRAP. The latter returns whether the signal was meant for the
// watchdog.
void onTick(void* context);
bool onStep(int code, void* context);

} // namespace revisit::runtime
