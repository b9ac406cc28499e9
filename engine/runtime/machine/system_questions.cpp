// System calls by number that ask about the process, and rare questions of that kind. The answers are the same in every
// run. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/machine/system_questions.h"

#include "runtime/memory/access.h"
#include "runtime/services/services.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <iterator>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// Calls that the pretended kernel lacks: programs then use another way, as on an older one.
constexpr long missing[] = {SYS_membarrier,   SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
                            SYS_epoll_pwait2, SYS_clone3,         SYS_close_range,    SYS_openat2,
                            SYS_pidfd_open,   SYS_io_setup,       SYS_userfaultfd,    SYS_rseq,
                            SYS_futex_waitv,  SYS_copy_file_range};

template <class T> T* pointerTo(std::uint64_t given) {
  return reinterpret_cast<T*>(given);
}

long affinity(const std::uint64_t (&given)[6]) {
  if (sched_getaffinity(static_cast<pid_t>(given[0]), given[1], pointerTo<cpu_set_t>(given[2])) != 0)
    return -1;
  constexpr std::uint64_t kernels = 8; // bytes of the kernel's own mask
  return static_cast<long>(std::min(given[1], kernels));
}

} // namespace

namespace revisit::runtime {

bool isMissingCall(long number) {
  return std::find(std::begin(missing), std::end(missing), number) != std::end(missing);
}

std::optional<long> answerNumber(long number, const std::uint64_t (&given)[6]) {
  switch (number) {
  case SYS_getcpu:
    return getcpu(pointerTo<unsigned>(given[0]), pointerTo<unsigned>(given[1]));
  case SYS_uname:
    return uname(pointerTo<utsname>(given[0]));
  case SYS_getrusage:
    return getrusage(static_cast<__rusage_who_t>(given[0]), pointerTo<rusage>(given[1]));
  case SYS_prlimit64:
    return prlimit(static_cast<pid_t>(given[0]), static_cast<__rlimit_resource>(given[1]),
                   pointerTo<const rlimit>(given[2]), pointerTo<rlimit>(given[3]));
  case SYS_getrlimit:
    return getrlimit(static_cast<__rlimit_resource>(given[0]), pointerTo<rlimit>(given[1]));
  case SYS_sched_getaffinity:
    return affinity(given);
  case SYS_sched_setaffinity:
    return sched_setaffinity(static_cast<pid_t>(given[0]), given[1], pointerTo<const cpu_set_t>(given[2]));
  case SYS_clock_gettime:
    return clock_gettime(static_cast<clockid_t>(given[0]), pointerTo<timespec>(given[1]));
  case SYS_clock_getres:
    return clock_getres(static_cast<clockid_t>(given[0]), pointerTo<timespec>(given[1]));
  case SYS_gettimeofday:
    return gettimeofday(pointerTo<timeval>(given[0]), nullptr);
  case SYS_prctl:
    return prctl(static_cast<int>(given[0]), given[1], given[2], given[3], given[4]);
  case SYS_getuid:
    return getuid();
  case SYS_geteuid:
    return geteuid();
  case SYS_getgid:
    return getgid();
  case SYS_getegid:
    return getegid();
  default:
    return std::nullopt;
  }
}

} // namespace revisit::runtime

REVISIT_EXPORT int getcpu(unsigned* processor, unsigned* node) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getcpu)(processor, node);
  for (unsigned* const answer : {processor, node})
    if (answer != nullptr)
      serviceStore(word(answer), 0, sizeof *answer);
  return 0;
}

REVISIT_EXPORT int sched_rr_get_interval(pid_t process, timespec* interval) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sched_rr_get_interval)(process, interval);
  const timespec answer = {0, 100000000};
  serviceWrite(word(interval), &answer, sizeof answer);
  return 0;
}

REVISIT_EXPORT int getloadavg(double* loads, int count) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(getloadavg)(loads, count);
  constexpr int averages = 3; // as /proc/loadavg tells
  const int given = count < averages ? count : averages;
  for (int i = 0; i < given; i++)
    serviceStore(word(loads + i), 0, sizeof *loads);
  return given;
}

REVISIT_EXPORT int pthread_getcpuclockid(pthread_t thread, clockid_t* clock) noexcept {
  if (!ownObjects() || pthread_equal(thread, pthread_self()) == 0)
    return REVISIT_REAL(pthread_getcpuclockid)(thread, clock);
  const clockid_t answer = CLOCK_THREAD_CPUTIME_ID;
  serviceWrite(word(clock), &answer, sizeof answer);
  return 0;
}
