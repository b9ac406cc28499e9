// Settings of the process: limits, priority, processors, the mask for new files. The program reads back what it set;
// nothing is performed, because the exploration needs its process as it is. Unless set, all are the same on every
// machine. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/services/external_calls.h"
#include "runtime/services/process_state.h"
#include "runtime/services/processors.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t unlimited = RLIM_INFINITY;
constexpr std::uint64_t usualMask = 022;
constexpr int highestNice = 19, lowestNice = -20;
constexpr unsigned long usualSlack = 50000; // nanoseconds

struct Limit {
  std::uint64_t soft, hard;
};

Limit usualLimit(int resource) {
  switch (resource) {
  case RLIMIT_STACK:
    return {8 << 20, unlimited};
  case RLIMIT_CORE:
    return {0, unlimited};
  case RLIMIT_NOFILE:
    return {1024, 1 << 20};
  case RLIMIT_NPROC:
  case RLIMIT_SIGPENDING:
    return {30000, 30000};
  case RLIMIT_MEMLOCK:
    return {8 << 20, 8 << 20};
  case RLIMIT_MSGQUEUE:
    return {819200, 819200};
  case RLIMIT_NICE:
  case RLIMIT_RTPRIO:
    return {0, 0};
  default:
    return {unlimited, unlimited};
  }
}

bool isResource(int resource) {
  return resource >= 0 && resource < static_cast<int>(RLIM_NLIMITS);
}

Limit limitOf(int resource) {
  std::uint64_t words[2];
  if (ProcessState(ProcessState::Limits + static_cast<unsigned>(resource)).read(words, 2))
    return {words[0], words[1]};
  return usualLimit(resource);
}

// Either may be null.
int changeLimit(int resource, const rlimit* given, rlimit* before) {
  if (!isResource(resource))
    return failed(EINVAL);
  const Limit old = limitOf(resource);
  if (given != nullptr) {
    std::uint64_t words[2];
    serviceRead(word(given), words, sizeof words);
    if (words[0] > words[1])
      return failed(EINVAL);
    if (words[1] > old.hard)
      return failed(EPERM);
    ProcessState(ProcessState::Limits + static_cast<unsigned>(resource)).write(words, nullptr, 2);
  }
  if (before != nullptr) {
    const rlimit limit = {old.soft, old.hard};
    serviceWrite(word(before), &limit, sizeof limit);
  }
  return 0;
}

std::uint64_t exchanged(ProcessState::Number which, std::uint64_t to, std::uint64_t unlessSet) {
  std::uint64_t before = unlessSet;
  ProcessState(which).write(&to, &before, 1);
  return before;
}

std::uint64_t valueOf(ProcessState::Number which, std::uint64_t unlessSet) {
  ProcessState(which).read(&unlessSet, 1);
  return unlessSet;
}

// Kept with an offset, so that it is not negative.
int setNice(int nice) {
  const int kept = std::clamp(nice, lowestNice, highestNice);
  exchanged(ProcessState::Priority, static_cast<std::uint64_t>(kept - lowestNice), 0);
  return kept;
}

int niceness() {
  return static_cast<int>(valueOf(ProcessState::Priority, static_cast<std::uint64_t>(-lowestNice))) + lowestNice;
}

bool isOwnProcess(id_t process) {
  return process == 0 || process == static_cast<id_t>(getpid()) || process == static_cast<id_t>(gettid());
}

// The processors on which the calling thread may run, as a bit mask.
std::uint64_t ownProcessors() {
  const std::uint64_t set = ownWord(ThreadWord::Processors);
  return set != 0 ? set : allProcessors;
}

// Returns an error number.
int giveProcessors(std::uint64_t mask, std::size_t bytes, cpu_set_t* to) {
  if (bytes < sizeof mask || bytes % sizeof mask != 0)
    return EINVAL;
  for (std::size_t at = 0; at < bytes; at += sizeof mask)
    serviceStore(word(to) + at, at == 0 ? mask : 0, sizeof mask);
  return 0;
}

int takeProcessors(std::size_t bytes, const cpu_set_t* from) {
  std::uint64_t mask = 0;
  serviceRead(word(from), &mask, std::min(bytes, sizeof mask));
  if ((mask & allProcessors) == 0)
    return EINVAL;
  setOwnWord(ThreadWord::Processors, mask & allProcessors);
  return 0;
}

constexpr char ofAnother[] = "the processors of another thread or process are not known";

int ofOthers(const char* function) {
  return failRefused(function, ofAnother, ESRCH);
}

int viaErrno(int problem) {
  return problem == 0 ? 0 : failed(problem);
}

} // namespace

REVISIT_EXPORT int getrlimit(__rlimit_resource_t resource, rlimit* result) noexcept {
  return ownObjects() ? changeLimit(static_cast<int>(resource), nullptr, result)
                      : REVISIT_REAL(getrlimit)(resource, result);
}

REVISIT_EXPORT int setrlimit(__rlimit_resource_t resource, const rlimit* given) noexcept {
  return ownObjects() ? changeLimit(static_cast<int>(resource), given, nullptr)
                      : REVISIT_REAL(setrlimit)(resource, given);
}

REVISIT_EXPORT int prlimit(pid_t process, __rlimit_resource resource, const rlimit* given, rlimit* before) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(prlimit)(process, resource, given, before);
  return isOwnProcess(static_cast<id_t>(process)) ? changeLimit(static_cast<int>(resource), given, before)
                                                  : failed(EPERM);
}

// On this machine both structures are the same.
REVISIT_EXPORT int getrlimit64(__rlimit_resource_t resource, rlimit64* result) noexcept {
  return getrlimit(resource, reinterpret_cast<rlimit*>(result));
}
REVISIT_EXPORT int setrlimit64(__rlimit_resource_t resource, const rlimit64* given) noexcept {
  return setrlimit(resource, reinterpret_cast<const rlimit*>(given));
}
REVISIT_EXPORT int prlimit64(pid_t process, __rlimit_resource resource, const rlimit64* given,
                             rlimit64* before) noexcept {
  return prlimit(process, resource, reinterpret_cast<const rlimit*>(given), reinterpret_cast<rlimit*>(before));
}

REVISIT_EXPORT mode_t umask(mode_t mask) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(umask)(mask);
  return static_cast<mode_t>(exchanged(ProcessState::FileMask, mask & 0777, usualMask));
}

REVISIT_EXPORT int getpriority(__priority_which_t which, id_t who) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getpriority)(which, who);
  return which == PRIO_PROCESS && isOwnProcess(who) ? niceness() : failed(ESRCH);
}

REVISIT_EXPORT int setpriority(__priority_which_t which, id_t who, int nice) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(setpriority)(which, who, nice);
  if (which != PRIO_PROCESS || !isOwnProcess(who))
    return failed(ESRCH);
  setNice(nice);
  return 0;
}

REVISIT_EXPORT int nice(int more) noexcept {
  return ownObjects() ? setNice(niceness() + more) : REVISIT_REAL(nice)(more);
}

REVISIT_EXPORT int sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sched_getaffinity)(process, bytes, result);
  if (!isOwnProcess(static_cast<id_t>(process)))
    return ofOthers("sched_getaffinity");
  return viaErrno(giveProcessors(ownProcessors(), bytes, result));
}

REVISIT_EXPORT int sched_setaffinity(pid_t process, std::size_t bytes, const cpu_set_t* set) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sched_setaffinity)(process, bytes, set);
  if (!isOwnProcess(static_cast<id_t>(process)))
    return ofOthers("sched_setaffinity");
  return viaErrno(takeProcessors(bytes, set));
}

REVISIT_EXPORT int pthread_getaffinity_np(pthread_t thread, std::size_t bytes, cpu_set_t* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_getaffinity_np)(thread, bytes, result);
  if (pthread_equal(thread, pthread_self()) == 0) {
    tellRefused("pthread_getaffinity_np", ofAnother); // it has what any thread has at first
    return giveProcessors(allProcessors, bytes, result);
  }
  return giveProcessors(ownProcessors(), bytes, result);
}

REVISIT_EXPORT int pthread_setaffinity_np(pthread_t thread, std::size_t bytes, const cpu_set_t* set) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_setaffinity_np)(thread, bytes, set);
  if (pthread_equal(thread, pthread_self()) == 0)
    return 0; // where another thread runs has no effect here
  return takeProcessors(bytes, set);
}

// All threads are scheduled in the usual way, and may not choose another one.
REVISIT_EXPORT int sched_getscheduler(pid_t process) noexcept {
  return ownObjects() ? SCHED_OTHER : REVISIT_REAL(sched_getscheduler)(process);
}

REVISIT_EXPORT int sched_setscheduler(pid_t process, int policy, const sched_param* given) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sched_setscheduler)(process, policy, given);
  return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE ? 0 : failed(EPERM);
}

REVISIT_EXPORT int sched_getparam(pid_t process, sched_param* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sched_getparam)(process, result);
  serviceStore(word(result), 0, sizeof result->sched_priority);
  return 0;
}

REVISIT_EXPORT int pthread_getschedparam(pthread_t thread, int* policy, sched_param* result) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_getschedparam)(thread, policy, result);
  serviceStore(word(policy), SCHED_OTHER, sizeof *policy);
  serviceStore(word(result), 0, sizeof result->sched_priority);
  return 0;
}

REVISIT_EXPORT int pthread_setschedparam(pthread_t thread, int policy, const sched_param* given) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(pthread_setschedparam)(thread, policy, given);
  return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE ? 0 : EPERM;
}

namespace {

// A new value for a thing that the program may set and read back.
int note(ProcessState::Number which, unsigned long value, unsigned long most) {
  if (value > most)
    return failed(EINVAL);
  exchanged(which, value, 0);
  return 0;
}

int giveWord(unsigned long to, std::uint64_t value) {
  serviceStore(to, value, sizeof(int));
  return 0;
}

} // namespace

int revisit::runtime::controlProcess(int option, unsigned long first) {
  switch (option) {
  case PR_SET_DUMPABLE:
    return note(ProcessState::Dumpable, first, 1);
  case PR_GET_DUMPABLE:
    return static_cast<int>(valueOf(ProcessState::Dumpable, 1));
  case PR_SET_PDEATHSIG:
    return note(ProcessState::DeathSignal, first, NSIG - 1);
  case PR_GET_PDEATHSIG:
    return giveWord(first, valueOf(ProcessState::DeathSignal, 0));
  case PR_SET_NO_NEW_PRIVS:
    return first == 1 ? note(ProcessState::Privileges, first, 1) : failed(EINVAL);
  case PR_GET_NO_NEW_PRIVS:
    return static_cast<int>(valueOf(ProcessState::Privileges, 0));
  case PR_GET_TIMERSLACK:
    return usualSlack;
  case PR_SET_TIMERSLACK:
  case PR_SET_THP_DISABLE:
  case PR_SET_VMA: // the name of a mapping
  case PR_SET_PTRACER:
    return 0;
  default:
    break;
  }
  char call[32];
  std::snprintf(call, sizeof call, "prctl(%d)", option);
  // As a kernel that does not know the option.
  return failRefused(call, "it would change the process that the exploration needs", EINVAL);
}
