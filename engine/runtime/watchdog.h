// Threads that compute on and on without an event. What provably never ends is an error: the thread comes back to a
// place with the same registers and the same stack, and did nothing in between but compute with those: no store that
// changed memory, no event, no call out of instrumented code. Whatever else takes too long is cut.
// Thread rule: the program's threads call start; the rest happens in handlers of signals, on the thread that has the
// baton.
#pragma once

namespace revisit::runtime {

// Processor time without an event after which a thread is cut; 0: never.
void startWatchdog(unsigned milliseconds);

// For a thread whose run has no room for records any more: true as long as it is worth looking whether the thread ends
// at all. It is stopped when that is known.
bool looksForEnd();

// SIGPROF's and SIGTRAP's part in it; the latter says whether the signal was meant for the watchdog.
void onTick(void* context);
bool onStep(int code, void* context);

} // namespace revisit::runtime
