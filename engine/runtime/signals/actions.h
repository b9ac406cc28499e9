// What the program has set for each signal. It lies in the services' memory, as all that the program sets of its
// process. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#pragma once

#include <csignal>
#include <cstdint>

namespace revisit::runtime {

struct SignalAction {
  sighandler_t handler = SIG_DFL;
  std::uint64_t flags = 0, mask = 0, restorer = 0;
};

constexpr std::uint64_t bitOfSignal(int number) {
  return std::uint64_t{1} << (number - 1);
}
// Nobody can block these. The C library keeps 32 and 33 for itself.
constexpr std::uint64_t neverBlocked = bitOfSignal(SIGKILL) | bitOfSignal(SIGSTOP) | bitOfSignal(32) | bitOfSignal(33);

inline bool isSignal(int number) {
  return number > 0 && number < NSIG;
}

// An event where other threads use the action. Require isSignal(number).
SignalAction actionOf(int number);
// Returns the action before.
SignalAction replaceAction(int number, const SignalAction& action);
// Whether the program has installed a handler in this run.
bool hasHandlers();
// Whether the process ignores the signal, whoever gets it.
bool isIgnored(int number);
bool isIgnored(int number, const SignalAction& action);

} // namespace revisit::runtime
