// Waits for signals. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "abi/machine.h"
#include "abi/sends.h"
#include "runtime/memory/access.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/signals/outside.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <sys/signalfd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

std::uint64_t pendingOf(std::uint64_t signals) {
  return pendingAmong(me().slot, signals) | pendingAmong(ownProcess(), signals);
}

SentSignal takeOneOf(std::uint64_t signals) {
  const SentSignal own = takePending(me().slot, signals, false);
  return own.number != 0 ? own : takePending(ownProcess(), signals, false);
}

std::uint64_t givenSet(const sigset_t* signals) {
  std::uint64_t set = 0;
  serviceRead(word(signals), &set, sizeof set);
  return set & ~neverBlocked;
}

// What a wait for signals is called with.
std::uint64_t awaitedSet(const sigset_t* signals) {
  const std::uint64_t set = givenSet(signals);
  awaitsSignals(set);
  return set;
}

// Returns once a handler has run. `after`: see deliverSignals.
int waitForHandler(const std::uint64_t* after) {
  for (;;) {
    bool isCancelled = false;
    {
      SystemWait wait;
      while (pendingOf(~blockedSignals()) == 0 && !(isCancelled = findsCancelled()))
        wait.failed();
    }
    if (isCancelled)
      beCancelled(false);
    if (deliverSignals(after).handlers != 0)
      return failed(EINTR);
  }
}

// Takes one of these signals. None: a handler of another one ran, or there is none now and `waits` is false.
SentSignal waitForOneOf(std::uint64_t signals, bool waits, Delivered& delivered) {
  for (;;) {
    const std::uint64_t others = ~blockedSignals() & ~signals;
    bool isMine = false, isOther = false, isCancelled = false;
    {
      SystemWait wait;
      for (;;) {
        isMine = pendingOf(signals) != 0;
        isOther = !isMine && pendingOf(others) != 0;
        if (isMine || isOther || !waits || (isCancelled = findsCancelled()))
          break;
        wait.failed();
      }
    }
    if (isCancelled)
      beCancelled(false);
    if (isMine)
      if (const SentSignal taken = takeOneOf(signals); taken.number != 0)
        return taken;
    if (isOther)
      delivered = deliverSignals();
    if (delivered.handlers != 0 || (!isMine && !waits))
      return {};
  }
}

// As the kernel tells it of a signal in a signalfd.
signalfd_siginfo descriptionOf(const SentSignal& taken) {
  const siginfo_t information = informationOf(taken);
  signalfd_siginfo told = {};
  told.ssi_signo = static_cast<std::uint32_t>(taken.number);
  told.ssi_code = taken.code;
  told.ssi_int = static_cast<std::int32_t>(taken.value);
  told.ssi_ptr = taken.value;
  if (taken.code == SI_TIMER) {
    told.ssi_tid = taken.from;
  } else if (taken.code != SI_KERNEL) {
    told.ssi_pid = static_cast<std::uint32_t>(information.si_pid);
    told.ssi_uid = information.si_uid;
    if (taken.number == SIGCHLD && taken.code > 0)
      told.ssi_status = information.si_status;
  }
  return told;
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

REVISIT_EXPORT std::uint64_t revisit_machine_signals(std::uint64_t signals) {
  return pendingOf(signals);
}

REVISIT_EXPORT void revisit_machine_awaits_signals(std::uint64_t signals) {
  awaitsSignals(signals);
}

REVISIT_EXPORT std::uint64_t revisit_machine_own_signals(std::uint64_t signals) {
  return pendingAmong(me().slot, signals);
}

REVISIT_EXPORT long revisit_machine_take_signal(std::uint64_t signals, signalfd_siginfo* to, unsigned how) {
  for (;;) {
    Delivered delivered;
    const SentSignal taken = waitForOneOf(signals, (how & REVISIT_MACHINE_TRIES) == 0, delivered);
    if (taken.number != 0) {
      const signalfd_siginfo told = descriptionOf(taken);
      serviceWrite(word(to), &told, sizeof told);
      return 1;
    }
    if (delivered.handlers == 0)
      return -EAGAIN;
    if (delivered.interrupts)
      return -EINTR;
    lookForSignals(); // before the call is made anew
  }
}

REVISIT_EXPORT int sigwait(const sigset_t* signals, int* number) {
  if (!exploring())
    return REVISIT_REAL(sigwait)(signals, number);
  cancellationPoint();
  const std::uint64_t set = awaitedSet(signals);
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
  cancellationPoint();
  lookForSignals();
  Delivered delivered;
  const SentSignal taken = waitForOneOf(awaitedSet(signals), true, delivered);
  return taken.number != 0 ? give(taken, information) : failed(EINTR);
}

// A signal that is not there at the time of its turn comes too late.
REVISIT_EXPORT int sigtimedwait(const sigset_t* signals, siginfo_t* information, const timespec* limit) {
  if (!exploring())
    return REVISIT_REAL(sigtimedwait)(signals, information, limit);
  const timespec time = limit != nullptr ? givenTime(limit) : timespec{};
  if (!isTime(time))
    return failed(EINVAL);
  cancellationPoint();
  lookForSignals();
  Delivered delivered;
  const SentSignal taken = waitForOneOf(awaitedSet(signals), limit == nullptr, delivered);
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
  cancellationPoint();
  lookForSignals(); // before the call
  return waitForHandler(nullptr);
}

REVISIT_EXPORT int sigsuspend(const sigset_t* blocked) {
  if (!exploring())
    return REVISIT_REAL(sigsuspend)(blocked);
  cancellationPoint();
  const std::uint64_t given = givenSet(blocked), before = blockedSignals();
  lookForSignals();
  setMask(given);
  return waitForHandler(&before);
}
