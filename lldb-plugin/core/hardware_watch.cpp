#include "hardware_watch.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace revisit {

namespace {

#ifdef __x86_64__

volatile std::uint32_t g_watched;

// The child stops once to be given its watchpoint, and stores. Only functions that are permitted after a fork in a
// program with threads.
[[noreturn]] void storeOnce() {
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 && raise(SIGSTOP) == 0)
    g_watched = 1;
  _exit(0);
}

bool setDebugRegister(pid_t child, std::size_t number, std::uint64_t value) {
  const std::size_t offset = offsetof(struct user, u_debugreg) + number * sizeof(std::uint64_t);
  return ptrace(PTRACE_POKEUSER, child, offset, value) == 0;
}

// Four bytes, stores only, in the first register (Intel's manual, volume 3, 18.2.4).
bool watch(pid_t child) {
  constexpr std::uint64_t isOn = 1, atStores = 1U << 16U, fourBytes = 3U << 18U;
  return setDebugRegister(child, 0, reinterpret_cast<std::uint64_t>(&g_watched)) &&
         setDebugRegister(child, 7, isOn | atStores | fourBytes);
}

bool isStoppedBy(pid_t child, int signal) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == signal;
}

bool tryOnce() {
  const pid_t child = fork();
  if (child == 0)
    storeOnce();
  if (child < 0)
    return true;
  if (!isStoppedBy(child, SIGSTOP))
    return true; // it may not be traced, and has ended
  const bool isTried = watch(child) && ptrace(PTRACE_CONT, child, nullptr, nullptr) == 0;
  if (isTried && !isStoppedBy(child, SIGTRAP))
    return false; // it has ended
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return true;
}

#else

bool tryOnce() {
  return true;
}

#endif

} // namespace

bool watchpointsStop() {
  static const bool answer = tryOnce();
  return answer;
}

} // namespace revisit
