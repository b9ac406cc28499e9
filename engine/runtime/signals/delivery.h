// Runs the program's handlers of signals. A handler is code of the thread that the signal interrupts. Thread rule:
// called by the program's threads, during a run, by the one that has the baton.
#pragma once

#include "runtime/signals/pending.h"

#include <csignal>
#include <cstdint>

namespace revisit::runtime {

// What the program is told of the signal.
siginfo_t informationOf(const SentSignal& signal);

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

// Which handler the thread runs: see REVISIT_HANDLER_SIGNAL (abi/handlers.h).
std::uint32_t handledNow();

// Delivers what other threads have sent, if any may send: the handler comes between two steps of the thread.
Delivered lookForSignals();
// The same before memory is copied or filled.
void lookBeforeCopy();
// Inside of a call that would wait now: delivers what other threads have sent. With `blocked`, these signals are
// blocked meanwhile, and delivered is also what the thread has sent itself.
Delivered lookInCall(const std::uint64_t* blocked);
// Whether another thread may send the thread a signal that it does not block, or not with this mask.
bool mayBeInterrupted();
bool mayBeInterrupted(std::uint64_t blocked);
// The same before the thread's next step, if a handler may come there: between steps of the program, but not inside of
// a call, an atomic section or a copy.
void lookBefore(const Pending& step);
// The same before the thread ends by an error or a false assumption: what it has found may be what a handler would have
// changed before.
void lookBeforeEnd();
// Before the program reads errno: a handler may come here, and what one has left there is an error.
void lookBeforeErrorNumber();
// The program calls this function, which is not async-signal-safe. That is an error in a handler that interrupted such
// a call; handlers may run here, in the middle of this one.
void enterUnsafeCall(const char* function);
// The thread leaves its handlers by a jump, or it ends. If one of them came between two steps, the thread ends here:
// since the last step it may have done what it would not have come to.
void leaveHandlers();

// The calling thread sends itself, or the process, a signal that is delivered before this returns, unless it is
// blocked.
void sendAndDeliver(unsigned target, const SentSignal& signal);

// Which signals the calling thread blocks. Setting it delivers what is not blocked any more.
std::uint64_t blockedSignals();
// Without delivering anything.
void setMask(std::uint64_t blocked);
void setBlockedSignals(std::uint64_t blocked);

} // namespace revisit::runtime
