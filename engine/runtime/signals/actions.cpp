// sigaction, signal and their relatives. The program's handlers are noted, not installed: the runtime has its own.
#include "runtime/signals/actions.h"

#include "runtime/processes/processes.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/signals/delivery.h"
#include "runtime/signals/outside.h"
#include "runtime/signals/pending.h"

#include <cerrno>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t ignoredByDefault =
    bitOfSignal(SIGCHLD) | bitOfSignal(SIGCONT) | bitOfSignal(SIGURG) | bitOfSignal(SIGWINCH);
constexpr std::uint64_t setBytes = 8; // of a sigset_t: what the kernel uses
constexpr std::size_t actionWords = sizeof(SignalAction) / sizeof(std::uint64_t);
static_assert(actionWords <= ProcessState::maxWords);

ProcessState stateOf(int number) {
  return ProcessState(ProcessState::Actions + static_cast<unsigned>(number));
}

bool mayHandle(int number) {
  if (isSignal(number) && number != SIGKILL && number != SIGSTOP && number != 32 && number != 33)
    return true;
  errno = EINVAL;
  return false;
}

// What is pending of a signal is gone once the signal is ignored.
SignalAction setAction(int number, const SignalAction& action) {
  if (exploring())
    lookForSignals(); // before the call
  if (number == SIGCHLD && !isIgnored(number, action))
    awaitChildSignals();
  const SignalAction before = replaceAction(number, action);
  if (isIgnored(number, action))
    forgetPending(number);
  else if (action.handler != SIG_DFL)
    handlesSignals(bitOfSignal(number));
  return before;
}

sighandler_t setHandler(int number, const SignalAction& action) {
  return mayHandle(number) ? setAction(number, action).handler : SIG_ERR;
}

bool g_hasHandlers = false;

} // namespace

namespace revisit::runtime {

SignalAction actionOf(int number) {
  SignalAction action;
  stateOf(number).read(reinterpret_cast<std::uint64_t*>(&action), actionWords);
  return action;
}

bool hasHandlers() {
  return g_hasHandlers;
}

SignalAction replaceAction(int number, const SignalAction& action) {
  SignalAction before;
  g_hasHandlers |= action.handler != SIG_DFL && action.handler != SIG_IGN;
  stateOf(number).write(reinterpret_cast<const std::uint64_t*>(&action), reinterpret_cast<std::uint64_t*>(&before),
                        actionWords);
  return before;
}

bool isIgnored(int number, const SignalAction& action) {
  return action.handler == SIG_IGN || (action.handler == SIG_DFL && (ignoredByDefault & bitOfSignal(number)) != 0);
}

bool isIgnored(int number) {
  return isIgnored(number, actionOf(number));
}

} // namespace revisit::runtime

REVISIT_EXPORT int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sigaction)(number, action, before);
  if (!mayHandle(number))
    return -1;
  struct sigaction given = {};
  SignalAction kept;
  if (action != nullptr) {
    serviceRead(word(action), &given, sizeof given);
    SignalAction made = {given.sa_handler, static_cast<std::uint64_t>(given.sa_flags), 0, word(given.sa_restorer)};
    __builtin_memcpy(&made.mask, &given.sa_mask, setBytes);
    kept = setAction(number, made);
  } else {
    kept = actionOf(number);
  }
  if (before == nullptr)
    return 0;
  struct sigaction told = {};
  told.sa_handler = kept.handler;
  told.sa_flags = static_cast<int>(kept.flags);
  told.sa_restorer = reinterpret_cast<void (*)()>(kept.restorer);
  __builtin_memcpy(&told.sa_mask, &kept.mask, setBytes);
  serviceWrite(word(before), &told, sizeof told);
  return 0;
}

REVISIT_EXPORT sighandler_t signal(int number, sighandler_t handler) noexcept {
  return ownObjects() ? setHandler(number, {handler, SA_RESTART, bitOfSignal(number), 0})
                      : REVISIT_REAL(signal)(number, handler);
}

REVISIT_EXPORT sighandler_t bsd_signal(int number, sighandler_t handler) noexcept {
  return signal(number, handler);
}

REVISIT_EXPORT sighandler_t ssignal(int number, sighandler_t handler) noexcept {
  return signal(number, handler);
}

// What `signal` is in programs that are compiled for strict standards.
REVISIT_EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) noexcept {
  constexpr auto flags = static_cast<std::uint64_t>(SA_RESETHAND) | SA_NODEFER;
  return ownObjects() ? setHandler(number, {handler, flags, 0, 0}) : REVISIT_REAL(__sysv_signal)(number, handler);
}

REVISIT_EXPORT sighandler_t sysv_signal(int number, sighandler_t handler) noexcept {
  return __sysv_signal(number, handler);
}

// Whether a call that the signal interrupts goes on after the handler, or fails.
REVISIT_EXPORT int siginterrupt(int number, int interrupts) noexcept {
  if (!ownObjects()) {
    static void* cache;
    return real(static_cast<int (*)(int, int)>(nullptr), "siginterrupt", cache)(number, interrupts);
  }
  if (!mayHandle(number))
    return -1;
  SignalAction action = actionOf(number);
  action.flags &= ~std::uint64_t{SA_RESTART};
  replaceAction(number,
                {action.handler, action.flags | (interrupts == 0 ? SA_RESTART : 0), action.mask, action.restorer});
  return 0;
}
