// Timers that send signals or start threads. Each expiration is a thread of the runtime, at any later time, unless the
// timer was set anew before. One that expires again and again does so once what it sent was taken, as in the kernel.
// Each process has one that alarm and its relatives set. Thread rule: called by the program's threads; during a run
// only by the one that has the baton.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// Nanoseconds. Time 0: it is not armed; interval 0: it expires once.
struct TimerSetting {
  std::uint64_t time = 0, interval = 0;
};

// The timer of alarm in the calling thread's process.
unsigned ownAlarm();

// Returns what was set before, if that has not expired.
TimerSetting setTimer(unsigned timer, const TimerSetting& setting);
TimerSetting settingOf(unsigned timer);
// The signal of an expiration was taken, by a handler or by a thread that waits for it: the next one may come, if there
// is one. Handlers may run any number of times, so there is a limit.
void continueTimer(unsigned timer, bool byHandler);

} // namespace revisit::runtime
