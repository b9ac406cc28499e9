// Waits for signals. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/schedule/signal_delivery.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <csignal>

using namespace revisit;
using namespace revisit::runtime;

// A signal that the thread has sent itself is there already. Others come from somewhere else, and none does.
REVISIT_EXPORT int sigwait(const sigset_t* signals, int* number) {
  if (!exploring())
    return REVISIT_REAL(sigwait)(signals, number);
  std::uint64_t set = 0;
  serviceRead(word(signals), &set, sizeof set);
  SentSignal taken = takePending(me().slot, set);
  if (taken.number == 0)
    taken = takePending(wholeProcess, set);
  if (taken.number == 0)
    unsupported("sigwait: a wait for a signal that the thread has not sent itself");
  serviceStore(word(number), static_cast<std::uint64_t>(taken.number), sizeof *number);
  return 0;
}
