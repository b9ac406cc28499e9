#include "runtime/nursery/call_rules.h"

#include "runtime/trace/raw.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace revisit::runtime {

namespace {

bool onlyReads(std::uint64_t flags) {
  return (flags & O_ACCMODE) == O_RDONLY && (flags & (O_CREAT | O_TRUNC)) == 0;
}

// Reading anything else may wait.
bool isFile(std::uint64_t descriptor) {
  struct stat status = {};
  return harmlessCall(SYS_fstat, descriptor, word(&status)) == 0 &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

bool isOwnSignal(std::uint64_t process) {
  return static_cast<long>(process) == harmlessCall(SYS_getpid);
}

bool isQuery(long number) {
  switch (number) {
  case SYS_access:
  case SYS_capget:
  case SYS_clock_getres:
  case SYS_clock_gettime:
  case SYS_faccessat:
  case SYS_faccessat2:
  case SYS_fstat:
  case SYS_fstatfs:
  case SYS_getcpu:
  case SYS_getcwd:
  case SYS_getegid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getgroups:
  case SYS_getpgid:
  case SYS_getpgrp:
  case SYS_getpid:
  case SYS_getppid:
  case SYS_getpriority:
  case SYS_getrandom:
  case SYS_getresgid:
  case SYS_getresuid:
  case SYS_getrlimit:
  case SYS_getrusage:
  case SYS_getsid:
  case SYS_gettid:
  case SYS_gettimeofday:
  case SYS_getuid:
  case SYS_lstat:
  case SYS_mincore:
  case SYS_newfstatat:
  case SYS_readlink:
  case SYS_readlinkat:
  case SYS_rt_sigpending:
  case SYS_sched_get_priority_max:
  case SYS_sched_get_priority_min:
  case SYS_sched_getaffinity:
  case SYS_sched_getparam:
  case SYS_sched_getscheduler:
  case SYS_sched_yield:
  case SYS_stat:
  case SYS_statfs:
  case SYS_statx:
  case SYS_sysinfo:
  case SYS_time:
  case SYS_times:
  case SYS_uname:
    return true;
  default:
    return false;
  }
}

// Changes nothing outside of this process.
bool isOfProcess(long number) {
  switch (number) {
  case SYS_brk:
  case SYS_close:
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3:
  case SYS_exit:
  case SYS_exit_group:
  case SYS_getdents64:
  case SYS_lseek:
  case SYS_madvise:
  case SYS_memfd_create:
  case SYS_mprotect:
  case SYS_mremap:
  case SYS_munmap:
  case SYS_rt_sigprocmask:
    return true;
  default:
    return false;
  }
}

} // namespace

bool mayBePerformed(long number, CallArguments given) {
  switch (number) {
  case SYS_open:
    return onlyReads(given[1]);
  case SYS_openat:
    return onlyReads(given[2]);
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
    return isFile(given[0]);
  case SYS_mmap: // of anonymous memory, or a private copy of a file
    return (given[3] & MAP_PRIVATE) != 0;
  case SYS_fcntl:
    return given[1] == F_GETFD || given[1] == F_SETFD || given[1] == F_GETFL || given[1] == F_DUPFD ||
           given[1] == F_DUPFD_CLOEXEC;
  case SYS_ioctl:
    return given[1] == TCGETS || given[1] == TIOCGWINSZ;
  case SYS_prlimit64:
    return given[2] == 0;
  case SYS_rt_sigaction:
    return given[1] == 0;
  case SYS_futex:
    return (given[1] & FUTEX_CMD_MASK) == FUTEX_WAKE;
  case SYS_tgkill:
  case SYS_kill:
    return isOwnSignal(given[0]);
  default:
    return isQuery(number) || isOfProcess(number);
  }
}

int errorInstead(long number) {
  switch (number) {
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
  case SYS_pause:
  case SYS_poll:
  case SYS_ppoll:
  case SYS_select:
  case SYS_pselect6:
  case SYS_rt_sigsuspend:
    return EINTR;
  case SYS_wait4:
  case SYS_waitid:
    return ECHILD;
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
    return EIO;
  case SYS_clone:
  case SYS_fork:
  case SYS_vfork:
    return EAGAIN;
  case SYS_clone3:
  case SYS_io_uring_setup:
  case SYS_openat2:
    return ENOSYS;
  default:
    return EPERM;
  }
}

} // namespace revisit::runtime
