// Signals that were sent and not delivered yet: of each thread, and of the process. They lie in the services' memory:
// for each signal a number and that many entries, of which a lock keeps the threads apart. A thread looks at the number
// without the lock. As long as nobody but a thread itself sends to it, looking is no event. Thread rule: called by the
// program's threads; during a run only by the one that has the baton.
#pragma once

#include "runtime/schedule/thread.h"

#include <cstdint>

namespace revisit::runtime {

struct SentSignal {
  int number = 0; // 0: none
  int code = 0;   // of its siginfo_t
  std::uint64_t value = 0;
  // Of an expiration its timer; otherwise the identifier of the process that has sent it, or whose end it tells.
  std::uint32_t from = 0;
};

// The value of SIGCHLD for the end of a program that was executed.
constexpr std::uint64_t unknownStatus = ~0ull;

// The target of a signal is the slot of a thread, or this for the process.
constexpr unsigned wholeProcess = maxThreads;

// A standard signal that is pending already stays as it is; others queue.
void addPending(unsigned target, const SentSignal& signal);
// A signal to the calling thread is delivered without having been pending: signalfds of its process are woken all the
// same.
void wakeWatches();
// Those of a set of signals (a bit for each) that are pending. Looks at each of the set where threads may send: an
// event for each.
std::uint64_t pendingAmong(unsigned target, std::uint64_t signals);
// Takes the signal with the lowest number of the set; none, if none of them is pending. Looks from the lowest on, up to
// the one that it takes. `byHandler`: not by a thread that waits for it.
SentSignal takePending(unsigned target, std::uint64_t signals, bool byHandler);
// What is pending of this signal, for all threads and for the process, is gone.
void forgetPending(int number);
// Whether what is sent to the target reaches no other thread than the calling one.
bool isOnlyMine(unsigned target);
// Whether another thread may send the calling thread one of these signals, or the process.
bool mayBeSent(std::uint64_t signals);

} // namespace revisit::runtime
