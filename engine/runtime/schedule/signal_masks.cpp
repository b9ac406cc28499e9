// Signals that the program sends to itself, and what it says about signals: masks for each thread, handlers for the
// process. A signal is an error; handlers are not run. Thread rule: called by the program's threads; during a run only
// by the one that has the baton.
#include "runtime/services/external_calls.h"
#include "runtime/services/handles.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t bitOf(int number) {
  return std::uint64_t{1} << (number - 1);
}
// Nobody can block these. The C library keeps 32 and 33 for itself.
constexpr std::uint64_t neverBlocked = bitOf(SIGKILL) | bitOf(SIGSTOP) | bitOf(32) | bitOf(33);
constexpr std::uint64_t ignoredByDefault = bitOf(SIGCHLD) | bitOf(SIGCONT) | bitOf(SIGURG) | bitOf(SIGWINCH);
constexpr std::uint64_t setBytes = 8; // of a sigset_t: what the kernel uses

constexpr char notFollowed[] = "signals are not followed";

struct Action {
  sighandler_t handler = SIG_DFL;
  std::uint64_t flags = 0, mask = 0, restorer = 0;
};
constexpr std::size_t actionWords = sizeof(Action) / sizeof(std::uint64_t);
static_assert(actionWords <= ProcessState::maxWords);

bool isSignal(int number) {
  return number > 0 && number < NSIG;
}

ProcessState stateOf(int number) {
  return ProcessState(ProcessState::Actions + static_cast<unsigned>(number));
}

Action actionOf(int number) {
  Action action;
  stateOf(number).read(reinterpret_cast<std::uint64_t*>(&action), actionWords);
  return action;
}

Action replaceAction(int number, const Action& action) {
  Action before;
  stateOf(number).write(reinterpret_cast<const std::uint64_t*>(&action), reinterpret_cast<std::uint64_t*>(&before),
                        actionWords);
  return before;
}

// Whether the process ignores the signal, whoever gets it.
bool isIgnored(int number) {
  const Action action = actionOf(number);
  return action.handler == SIG_IGN || (action.handler == SIG_DFL && (ignoredByDefault & bitOf(number)) != 0);
}

// A signal that reaches the calling thread. If it has a handler, that is refused, because handlers are not run.
void deliver(int number) {
  if (isIgnored(number))
    return;
  char message[64];
  if (actionOf(number).handler != SIG_DFL) {
    std::snprintf(message, sizeof message, "the handler of signal %d is not run", number);
    unsupported(message);
  }
  std::snprintf(message, sizeof message, "the program sends itself signal %d", number);
  fail(ErrorKind::Signal, message);
}

// The calling thread sends itself the signal.
int sent(int number) {
  if (number < 0 || number >= NSIG) {
    errno = EINVAL;
    return -1;
  }
  if (number == 0)
    return 0;
  if ((ownWord(ThreadWord::BlockedSignals) & bitOf(number)) != 0)
    setOwnWord(ThreadWord::PendingSignals, ownWord(ThreadWord::PendingSignals) | bitOf(number));
  else
    deliver(number);
  return 0;
}

bool mayHandle(int number) {
  if (isSignal(number) && number != SIGKILL && number != SIGSTOP)
    return true;
  errno = EINVAL;
  return false;
}

void giveSet(std::uint64_t signals, sigset_t* to) {
  sigset_t all = {};
  __builtin_memcpy(&all, &signals, sizeof signals);
  serviceWrite(word(to), &all, sizeof all);
}

// Returns an error number.
int changeMask(int how, const sigset_t* set, sigset_t* before) {
  const std::uint64_t blocked = ownWord(ThreadWord::BlockedSignals);
  std::uint64_t given = 0, after = blocked;
  if (set != nullptr) {
    serviceRead(word(set), &given, setBytes);
    given &= ~neverBlocked;
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
      return EINVAL;
    after = how == SIG_BLOCK ? blocked | given : how == SIG_UNBLOCK ? blocked & ~given : given;
  }
  if (before != nullptr)
    giveSet(blocked, before);
  if (set == nullptr)
    return 0;
  setOwnWord(ThreadWord::BlockedSignals, after);
  const std::uint64_t freed = blocked & ~after ? ownWord(ThreadWord::PendingSignals) & ~after : 0;
  if (freed == 0)
    return 0;
  setOwnWord(ThreadWord::PendingSignals, ownWord(ThreadWord::PendingSignals) & ~freed);
  for (int number = 1; number < NSIG; number++)
    if ((freed & bitOf(number)) != 0)
      deliver(number);
  return 0;
}

} // namespace

// Stores the program's handlers, so that it can read them back, but does not install them: the runtime has its own
// handlers.
REVISIT_EXPORT int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigaction)(number, action, before);
  if (!mayHandle(number))
    return -1;
  struct sigaction given = {};
  Action kept;
  if (action != nullptr) {
    serviceRead(word(action), &given, sizeof given);
    Action made = {given.sa_handler, static_cast<std::uint64_t>(given.sa_flags), 0, word(given.sa_restorer)};
    __builtin_memcpy(&made.mask, &given.sa_mask, setBytes);
    kept = replaceAction(number, made);
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
  if (!exploring())
    return REVISIT_REAL(signal)(number, handler);
  return mayHandle(number) ? replaceAction(number, {handler, SA_RESTART, bitOf(number), 0}).handler : SIG_ERR;
}

REVISIT_EXPORT sighandler_t bsd_signal(int number, sighandler_t handler) noexcept {
  return signal(number, handler);
}

REVISIT_EXPORT sighandler_t ssignal(int number, sighandler_t handler) noexcept {
  return signal(number, handler);
}

// What `signal` is in programs that are compiled for strict standards.
REVISIT_EXPORT sighandler_t __sysv_signal(int number, sighandler_t handler) noexcept {
  if (!exploring())
    return REVISIT_REAL(__sysv_signal)(number, handler);
  constexpr auto flags = static_cast<std::uint64_t>(SA_RESETHAND) | SA_NODEFER;
  return mayHandle(number) ? replaceAction(number, {handler, flags, 0, 0}).handler : SIG_ERR;
}

REVISIT_EXPORT sighandler_t sysv_signal(int number, sighandler_t handler) noexcept {
  return __sysv_signal(number, handler);
}

REVISIT_EXPORT int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return exploring() ? changeMask(how, set, before) : REVISIT_REAL(pthread_sigmask)(how, set, before);
}

REVISIT_EXPORT int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigprocmask)(how, set, before);
  const int problem = changeMask(how, set, before);
  if (problem == 0)
    return 0;
  errno = problem;
  return -1;
}

REVISIT_EXPORT int sigpending(sigset_t* result) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigpending)(result);
  giveSet(ownWord(ThreadWord::PendingSignals), result);
  return 0;
}

REVISIT_EXPORT int raise(int number) noexcept {
  return exploring() ? sent(number) : REVISIT_REAL(raise)(number);
}

// It goes to a thread that does not block it.
REVISIT_EXPORT int kill(pid_t process, int number) noexcept {
  if (!exploring())
    return REVISIT_REAL(kill)(process, number);
  if (process != getpid())
    return failRefused("kill", "other processes do not exist while a program is explored", ESRCH);
  if (isSignal(number) && (ownWord(ThreadWord::BlockedSignals) & bitOf(number)) != 0)
    unsupported("kill: a signal that the calling thread blocks goes to any thread");
  return sent(number);
}

// A signal to another thread matters only if it is not ignored. A full queue has no room for real-time signals; others
// cannot be refused, and then the thread ends here.
REVISIT_EXPORT int pthread_kill(pthread_t handle, int number) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_kill)(handle, number);
  if (number < 0 || number >= NSIG)
    return EINVAL;
  const Thread* thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  if (thread == &me())
    return sent(number);
  if (number == 0 || isIgnored(number))
    return 0;
  if (number < SIGRTMIN)
    unsupported("pthread_kill: a signal to another thread");
  tellRefused("pthread_kill", notFollowed);
  return EAGAIN;
}

REVISIT_EXPORT int pthread_sigqueue(pthread_t handle, int number, const sigval value) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_sigqueue)(handle, number, value);
  tellRefused("pthread_sigqueue", notFollowed);
  return EAGAIN;
}

// A signal that the thread has sent itself is there already. Others come from somewhere else, and none does.
REVISIT_EXPORT int sigwait(const sigset_t* signals, int* number) {
  if (!exploring())
    return REVISIT_REAL(sigwait)(signals, number);
  std::uint64_t set = 0;
  serviceRead(word(signals), &set, setBytes);
  const std::uint64_t pending = ownWord(ThreadWord::PendingSignals);
  if ((pending & set) == 0)
    unsupported("sigwait: a wait for a signal that the thread has not sent itself");
  const int first = __builtin_ctzll(pending & set) + 1;
  setOwnWord(ThreadWord::PendingSignals, pending & ~bitOf(first));
  serviceStore(word(number), static_cast<std::uint64_t>(first), sizeof *number);
  return 0;
}
