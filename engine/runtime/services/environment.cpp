// The identity and environment of the process, which are the same in every run. Calls that would leave the run are
// refused. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "abi/processor.h"
#include "runtime/machine/system_questions.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/processors.h"
#include "runtime/services/services.h"
#include "runtime/sync/futex.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <sched.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr int pretendedPid = REVISIT_MACHINE_IDENTIFIER;
constexpr int pretendedParent = 4241;
constexpr long pretendedPages = 1 << 20;

constexpr char leaves[] = "the program would leave the exploration";

int leaving(const char* function, int error) {
  return failRefused(function, leaves, error);
}

void tellVaries(const char* function) {
  if (exploring())
    tellRefused(function, "what it tells differs from run to run");
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
  case SYS_gettid:
    return pretendedPid + me().slot;
  case SYS_getpid:
    return ownIdentifier();
  case SYS_getppid:
    return parentIdentifier();
  case SYS_sched_yield:
    return 0;
  default:
    break;
  }
  if (const std::optional<long> answer = answerNumber(number, given))
    return *answer;
  if (isMissingCall(number))
    return missingCall();
  char call[32];
  std::snprintf(call, sizeof call, "syscall(%ld)", number);
  tellRefused(call, "system calls by number are not followed");
  return missingCall();
}

} // namespace

REVISIT_EXPORT pid_t getpid() noexcept {
  return ownObjects() ? ownIdentifier() : REVISIT_REAL(getpid)();
}

REVISIT_EXPORT pid_t getppid() noexcept {
  return ownObjects() ? parentIdentifier() : REVISIT_REAL(getppid)();
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

// Nothing here tells one machine from another.
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
  case _SC_OPEN_MAX: {
    rlimit files = {};
    getrlimit(RLIMIT_NOFILE, &files);
    return static_cast<long>(files.rlim_cur);
  }
  case _SC_CHILD_MAX:
    return 30000;
  case _SC_ARG_MAX:
    return 2 << 20;
  case _SC_THREAD_STACK_MIN:
    return 16384;
  case _SC_MINSIGSTKSZ:
    return 2048;
  case _SC_SIGSTKSZ:
    return 8192;
  case _SC_LEVEL1_ICACHE_LINESIZE:
  case _SC_LEVEL1_DCACHE_LINESIZE:
  case _SC_LEVEL2_CACHE_LINESIZE:
  case _SC_LEVEL3_CACHE_LINESIZE:
    return 64;
  default: // sizes of caches are not known
    return name >= _SC_LEVEL1_ICACHE_SIZE && name <= _SC_LEVEL4_CACHE_LINESIZE ? 0 : REVISIT_REAL(sysconf)(name);
  }
}

// Macros of the C library use this name.
REVISIT_EXPORT long __sysconf(int name) noexcept {
  return sysconf(name);
}

REVISIT_EXPORT int getpagesize() noexcept {
  return REVISIT_REAL(getpagesize)();
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

// The first process leads the group of all of them. Other groups are not followed.
REVISIT_EXPORT int setpgid(pid_t process, pid_t group) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(setpgid)(process, group);
  if (group < 0)
    return failed(EINVAL);
  const bool isSame = group == pretendedPid || (group == 0 && (process == 0 ? getpid() : process) == pretendedPid);
  return isSame ? 0 : failRefused("setpgid", "all processes of the program are in one group", EPERM);
}

REVISIT_EXPORT int setpgrp() noexcept {
  return setpgid(0, 0);
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
    return leaving("fork", EAGAIN);
  return REVISIT_REAL(fork)();
}

REVISIT_EXPORT pid_t vfork() noexcept {
  if (exploring())
    return leaving("vfork", EAGAIN);
  return fork();
}

REVISIT_EXPORT int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
  if (exploring())
    return leaving("execve", ENOMEM);
  return REVISIT_REAL(execve)(path, arguments, environment);
}

namespace {

constexpr std::size_t maxWords = 4096;

// Collects what a caller listed, up to the null pointer.
struct Words {
  char* at[maxWords + 1] = {};
  bool isComplete = true;
  Words(const char* first, va_list& rest) {
    std::size_t count = 0;
    for (const char* word = first; word != nullptr; word = va_arg(rest, const char*)) {
      isComplete = count < maxWords;
      if (!isComplete)
        return;
      at[count++] = const_cast<char*>(word);
    }
  }
};

} // namespace

REVISIT_EXPORT int execl(const char* path, const char* first, ...) noexcept {
  if (exploring())
    return leaving("execl", ENOMEM);
  va_list rest;
  va_start(rest, first);
  const Words words(first, rest);
  va_end(rest);
  return words.isComplete ? execv(path, words.at) : failed(E2BIG);
}

REVISIT_EXPORT int execlp(const char* file, const char* first, ...) noexcept {
  if (exploring())
    return leaving("execlp", ENOMEM);
  va_list rest;
  va_start(rest, first);
  const Words words(first, rest);
  va_end(rest);
  return words.isComplete ? execvp(file, words.at) : failed(E2BIG);
}

REVISIT_EXPORT int execle(const char* path, const char* first, ...) noexcept {
  if (exploring())
    return leaving("execle", ENOMEM);
  va_list rest;
  va_start(rest, first);
  const Words words(first, rest);
  char* const* environment = va_arg(rest, char* const*);
  va_end(rest);
  return words.isComplete ? execve(path, words.at, environment) : failed(E2BIG);
}

REVISIT_EXPORT int system(const char* command) {
  if (exploring())
    return leaving("system", EAGAIN);
  return REVISIT_REAL(system)(command);
}

REVISIT_EXPORT int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  if (exploring())
    return tellRefused("posix_spawn", leaves), EAGAIN;
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

REVISIT_EXPORT int getdtablesize() noexcept {
  return static_cast<int>(sysconf(_SC_OPEN_MAX));
}

REVISIT_EXPORT char* getcwd(char* to, std::size_t bytes) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getcwd)(to, bytes);
  char path[PATH_MAX] = "";
  const long length = systemCall(SYS_getcwd, word(path), sizeof path);
  if (length < 0 || (to != nullptr && bytes < static_cast<std::size_t>(length))) {
    errno = length < 0 ? static_cast<int>(-length) : bytes == 0 ? EINVAL : ERANGE;
    return nullptr;
  }
  if (to == nullptr)
    to = static_cast<char*>(malloc(bytes != 0 ? bytes : static_cast<std::size_t>(length)));
  if (to != nullptr)
    serviceWrite(word(to), path, static_cast<std::uint64_t>(length));
  return to;
}

REVISIT_EXPORT char* get_current_dir_name() noexcept {
  return ownObjects() ? getcwd(nullptr, 0) : REVISIT_REAL(get_current_dir_name)();
}

REVISIT_EXPORT int sysinfo(struct sysinfo* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sysinfo)(result);
  struct sysinfo all = {};
  all.uptime = time(nullptr) - 1600000000;
  all.totalram = all.freeram = static_cast<unsigned long>(pretendedPages);
  all.mem_unit = static_cast<unsigned>(getpagesize());
  all.procs = 1;
  serviceWrite(word(result), &all, sizeof all);
  return 0;
}

// The rest tells of the machine, or of one run.
REVISIT_EXPORT unsigned long getauxval(unsigned long type) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getauxval)(type);
  switch (type) {
  case AT_PAGESZ:
  case AT_UID:
  case AT_EUID:
  case AT_GID:
  case AT_EGID:
  case AT_SECURE:
  case AT_CLKTCK:
    return REVISIT_REAL(getauxval)(type);
  case AT_HWCAP:
    return REVISIT_PROCESSOR_FEATURES;
  case AT_MINSIGSTKSZ:
    return static_cast<unsigned long>(sysconf(_SC_MINSIGSTKSZ));
  default:
    errno = ENOENT;
    return 0;
  }
}

// An allocator that keeps no such counts.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
REVISIT_EXPORT struct mallinfo mallinfo() noexcept {
  if (!ownObjects())
    return REVISIT_REAL(mallinfo)();
  tellVaries("mallinfo");
  return {};
}
#pragma GCC diagnostic pop

REVISIT_EXPORT struct mallinfo2 mallinfo2() noexcept {
  if (!ownObjects())
    return REVISIT_REAL(mallinfo2)();
  tellVaries("mallinfo2");
  return {};
}

REVISIT_EXPORT int malloc_info(int options, std::FILE* stream) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(malloc_info)(options, stream);
  tellVaries("malloc_info");
  return failed(ENOMEM);
}

REVISIT_EXPORT char* ctermid(char* name) noexcept {
  constexpr char terminal[] = "/dev/tty";
  if (name == nullptr || !ownObjects())
    return REVISIT_REAL(ctermid)(name);
  serviceWrite(word(name), terminal, sizeof terminal);
  return name;
}

REVISIT_EXPORT int mallopt(int option, int value) noexcept {
  return ownObjects() ? 1 : REVISIT_REAL(mallopt)(option, value);
}

REVISIT_EXPORT int malloc_trim(std::size_t kept) noexcept {
  return ownObjects() ? 0 : REVISIT_REAL(malloc_trim)(kept);
}
