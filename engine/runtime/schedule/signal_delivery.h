// Runs the program's handlers of signals. A handler is code of the thread that the signal interrupts. Thread rule:
// called by the program's threads, during a run, by the one that has the baton.
#pragma once

#include "runtime/schedule/pending_signals.h"

#include <cstdint>

namespace revisit::runtime {

// How the handlers that ran have left a call that waits.
struct Delivered {
  unsigned handlers = 0;
  bool interrupts = false; // one of them was installed without SA_RESTART
};

// Delivers what is pending for the calling thread and not blocked: runs handlers, ends the thread with an error where a
// signal has no handler and is not ignored. Of several signals the one with the highest number runs first, as all
// frames are set up before any handler runs. `after`: the mask once the first handler has returned; null: what it is
// now.
Delivered deliverSignals(const std::uint64_t* after = nullptr);

// The calling thread sends itself, or the process, a signal that is delivered before this returns, unless it is
// blocked.
void sendAndDeliver(unsigned target, const SentSignal& signal);

// Which signals the calling thread blocks. Setting it delivers what is not blocked any more.
std::uint64_t blockedSignals();
void setBlockedSignals(std::uint64_t blocked);

} // namespace revisit::runtime
