// Waits for signals. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>

using namespace revisit;
using namespace revisit::runtime;

namespace {

std::uint64_t pendingOf(std::uint64_t signals) {
  return pendingAmong(me().slot, signals) | pendingAmong(ownProcess(), signals);
}

SentSignal takeOneOf(std::uint64_t signals) {
  const SentSignal own = takePending(me().slot, signals);
  return own.number != 0 ? own : takePending(ownProcess(), signals);
}

std::uint64_t givenSet(const sigset_t* signals) {
  std::uint64_t set = 0;
  serviceRead(word(signals), &set, sizeof set);
  return set & ~neverBlocked;
}

// Returns once a handler has run. `after`: see deliverSignals.
int waitForHandler(const std::uint64_t* after) {
  for (;;) {
    {
      SystemWait wait;
      while (pendingOf(~blockedSignals()) == 0)
        wait.failed();
    }
    if (deliverSignals(after).handlers != 0)
      return failed(EINTR);
  }
}

// Takes one of these signals. None: a handler of another one ran, or there is none now and `waits` is false.
SentSignal waitForOneOf(std::uint64_t signals, bool waits, Delivered& delivered) {
  for (;;) {
    const std::uint64_t others = ~blockedSignals() & ~signals;
    bool isMine = false, isOther = false;
    {
      SystemWait wait;
      for (;;) {
        isMine = pendingOf(signals) != 0;
        isOther = !isMine && pendingOf(others) != 0;
        if (isMine || isOther || !waits)
          break;
        wait.failed();
      }
    }
    if (isMine)
      if (const SentSignal taken = takeOneOf(signals); taken.number != 0)
        return taken;
    if (isOther)
      delivered = deliverSignals();
    if (delivered.handlers != 0 || (!isMine && !waits))
      return {};
  }
}

// The C library does not tell a signal that was sent to the thread from one that was sent to the process.
int give(const SentSignal& taken, siginfo_t* information) {
  if (information != nullptr) {
    siginfo_t told = informationOf(taken);
    told.si_code = taken.code == SI_TKILL ? SI_USER : taken.code;
    serviceWrite(word(information), &told, sizeof told);
  }
  return taken.number;
}

} // namespace

REVISIT_EXPORT int sigwait(const sigset_t* signals, int* number) {
  if (!exploring())
    return REVISIT_REAL(sigwait)(signals, number);
  const std::uint64_t set = givenSet(signals);
  SentSignal taken;
  while (taken.number == 0) { // handlers do not end the wait
    Delivered delivered;
    taken = waitForOneOf(set, true, delivered);
  }
  serviceStore(word(number), static_cast<std::uint64_t>(taken.number), sizeof *number);
  return 0;
}

REVISIT_EXPORT int sigwaitinfo(const sigset_t* signals, siginfo_t* information) {
  if (!exploring())
    return REVISIT_REAL(sigwaitinfo)(signals, information);
  lookForSignals();
  Delivered delivered;
  const SentSignal taken = waitForOneOf(givenSet(signals), true, delivered);
  return taken.number != 0 ? give(taken, information) : failed(EINTR);
}

// A signal that is not there at the time of its turn comes too late.
REVISIT_EXPORT int sigtimedwait(const sigset_t* signals, siginfo_t* information, const timespec* limit) {
  if (!exploring())
    return REVISIT_REAL(sigtimedwait)(signals, information, limit);
  const timespec time = limit != nullptr ? givenTime(limit) : timespec{};
  if (time.tv_sec < 0 || time.tv_nsec < 0 || time.tv_nsec >= 1000000000)
    return failed(EINVAL);
  lookForSignals();
  Delivered delivered;
  const SentSignal taken = waitForOneOf(givenSet(signals), limit == nullptr, delivered);
  if (taken.number != 0)
    return give(taken, information);
  if (delivered.handlers != 0)
    return failed(EINTR);
  waitedFor(time);
  return failed(EAGAIN);
}

REVISIT_EXPORT int pause() {
  if (!exploring())
    return REVISIT_REAL(pause)();
  lookForSignals(); // before the call
  return waitForHandler(nullptr);
}

REVISIT_EXPORT int sigsuspend(const sigset_t* blocked) {
  if (!exploring())
    return REVISIT_REAL(sigsuspend)(blocked);
  const std::uint64_t given = givenSet(blocked), before = blockedSignals();
  lookForSignals();
  setMask(given);
  return waitForHandler(&before);
}
