// The identity and environment of the process, which are the same in every run. Calls that would leave the run, or
// change the process that the exploration needs, are refused. Signals are errors, and their handlers are not run.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/memory/mappings.h"
#include "runtime/schedule/carrier.h"
#include "runtime/services/services.h"
#include "runtime/sync/futex.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr int pretendedPid = 4242;
constexpr int pretendedParent = 4241;
constexpr int pretendedProcessors = 4;
constexpr long pretendedPages = 1 << 20;

struct sigaction g_actions[NSIG];

[[noreturn]] void leaves(const char* function) {
  char message[96];
  std::snprintf(message, sizeof message, "%s: the program would leave the exploration", function);
  unsupported(message);
}

// A signal that the program sends to itself ends it. If it has a handler, the call is refused, because handlers are not
// run.
int sent(int number) {
  if (number == 0)
    return 0;
  if (number > 0 && number < NSIG && g_actions[number].sa_handler == SIG_IGN)
    return 0;
  char message[64];
  if (number > 0 && number < NSIG && g_actions[number].sa_handler != SIG_DFL) {
    std::snprintf(message, sizeof message, "the handler of signal %d is not run", number);
    unsupported(message);
  }
  std::snprintf(message, sizeof message, "the program sends itself signal %d", number);
  fail(ErrorKind::Signal, message);
}

bool mayHandle(int number) {
  if (number > 0 && number < NSIG && number != SIGKILL && number != SIGSTOP)
    return true;
  errno = EINVAL;
  return false;
}

// The answer of a kernel that lacks the system call: programs then use another way.
long missingCall() {
  serviceStore(word(&errno), ENOSYS, sizeof errno);
  return -1;
}

long systemCallOf(long number, const std::uint64_t (&given)[6]) {
  switch (number) {
  case SYS_futex:
    return futexCall(given);
  case SYS_membarrier:
    return missingCall();
  case SYS_gettid:
    return pretendedPid + me().slot;
  case SYS_getpid:
    return pretendedPid;
  case SYS_getppid:
    return pretendedParent;
  case SYS_sched_yield:
    return 0;
  case SYS_getcpu:
    return 0;
  default:
    break;
  }
  char message[96];
  std::snprintf(message, sizeof message, "syscall(%ld): system calls by number are not followed", number);
  unsupported(message);
}

} // namespace

REVISIT_EXPORT pid_t getpid() noexcept {
  return ownObjects() ? pretendedPid : REVISIT_REAL(getpid)();
}

REVISIT_EXPORT pid_t getppid() noexcept {
  return ownObjects() ? pretendedParent : REVISIT_REAL(getppid)();
}

REVISIT_EXPORT pid_t gettid() noexcept {
  return ownObjects() ? pretendedPid + caller().slot : REVISIT_REAL(gettid)();
}

REVISIT_EXPORT int sched_getcpu() noexcept {
  return ownObjects() ? 0 : REVISIT_REAL(sched_getcpu)();
}

REVISIT_EXPORT int get_nprocs() noexcept {
  return ownObjects() ? pretendedProcessors : REVISIT_REAL(get_nprocs)();
}

REVISIT_EXPORT int get_nprocs_conf() noexcept {
  return ownObjects() ? pretendedProcessors : REVISIT_REAL(get_nprocs_conf)();
}

REVISIT_EXPORT long sysconf(int name) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sysconf)(name);
  switch (name) {
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF:
    return pretendedProcessors;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES:
    return pretendedPages;
  default:
    return REVISIT_REAL(sysconf)(name);
  }
}

REVISIT_EXPORT long get_phys_pages() noexcept {
  return ownObjects() ? pretendedPages : REVISIT_REAL(get_phys_pages)();
}

REVISIT_EXPORT long get_avphys_pages() noexcept {
  return ownObjects() ? pretendedPages : REVISIT_REAL(get_avphys_pages)();
}

REVISIT_EXPORT pid_t getpgrp() noexcept {
  return ownObjects() ? pretendedPid : REVISIT_REAL(getpgrp)();
}

REVISIT_EXPORT pid_t getpgid(pid_t process) noexcept {
  return ownObjects() ? pretendedPid : REVISIT_REAL(getpgid)(process);
}

REVISIT_EXPORT pid_t getsid(pid_t process) noexcept {
  return ownObjects() ? pretendedParent : REVISIT_REAL(getsid)(process);
}

REVISIT_EXPORT long gethostid() {
  return ownObjects() ? 0 : REVISIT_REAL(gethostid)();
}

REVISIT_EXPORT int gethostname(char* name, std::size_t bytes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(gethostname)(name, bytes);
  constexpr char host[] = "localhost";
  if (bytes < sizeof host) {
    errno = ENAMETOOLONG;
    return -1;
  }
  serviceWrite(word(name), host, sizeof host);
  return 0;
}

REVISIT_EXPORT int uname(utsname* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(uname)(result);
  utsname names = {"Linux", "localhost", "6.1", "1", "x86_64", "localdomain"};
  serviceWrite(word(result), &names, sizeof names);
  return 0;
}

REVISIT_EXPORT pid_t fork() noexcept {
  if (exploring())
    leaves("fork");
  return REVISIT_REAL(fork)();
}

REVISIT_EXPORT pid_t vfork() noexcept {
  if (exploring())
    leaves("vfork");
  return fork();
}

REVISIT_EXPORT int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
  if (exploring())
    leaves("exec");
  return REVISIT_REAL(execve)(path, arguments, environment);
}

REVISIT_EXPORT int system(const char* command) {
  if (exploring())
    leaves("system");
  return REVISIT_REAL(system)(command);
}

REVISIT_EXPORT int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  if (exploring())
    leaves("posix_spawn");
  return REVISIT_REAL(posix_spawn)(pid, path, actions, attributes, arguments, environment);
}

REVISIT_EXPORT long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  std::uint64_t given[6];
  for (std::uint64_t& argument : given)
    argument = va_arg(list, std::uint64_t);
  va_end(list);
  if (exploring())
    return systemCallOf(number, given);
  const long result = systemCall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
  if (result >= 0 || result < -4095)
    return result;
  errno = static_cast<int>(-result);
  return -1;
}

// Stores the program's handlers, so that it can read them back, but does not install them: the runtime has its own
// handlers.
REVISIT_EXPORT int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigaction)(number, action, before);
  if (!mayHandle(number))
    return -1;
  if (before != nullptr)
    serviceWrite(word(before), &g_actions[number], sizeof *before);
  if (action != nullptr)
    serviceRead(word(action), &g_actions[number], sizeof *action);
  return 0;
}

REVISIT_EXPORT sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!exploring())
    return REVISIT_REAL(signal)(number, handler);
  if (!mayHandle(number))
    return SIG_ERR;
  const sighandler_t before = g_actions[number].sa_handler;
  g_actions[number] = {};
  g_actions[number].sa_handler = handler;
  return before;
}

REVISIT_EXPORT int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigprocmask)(how, set, before);
  const sigset_t none = {};
  if (before != nullptr)
    serviceWrite(word(before), &none, sizeof none);
  return 0;
}

REVISIT_EXPORT int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return exploring() ? sigprocmask(how, set, before) : REVISIT_REAL(pthread_sigmask)(how, set, before);
}

REVISIT_EXPORT int raise(int number) noexcept {
  return exploring() ? sent(number) : REVISIT_REAL(raise)(number);
}

REVISIT_EXPORT int kill(pid_t process, int number) noexcept {
  if (!exploring())
    return REVISIT_REAL(kill)(process, number);
  if (process == pretendedPid)
    return sent(number);
  unsupported("kill: a signal to another process");
}

// The pass renames the program's calls of mmap to this function. Libraries call the original mmap.
REVISIT_EXPORT void* revisit_libc_mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  if (!exploring())
    return mmap(at, bytes, protection, flags, file, offset);
  if ((flags & MAP_ANONYMOUS) == 0)
    unsupported("mmap of a file: its memory is not followed");
  if ((flags & MAP_FIXED) != 0)
    unsupported("mmap at a fixed address");
  return mapPrivate(bytes, protection);
}
