// Functions whose effects cannot be followed and must not happen: they give the answer of a system that refuses, and
// the verdict says so. Arguments are passed on as words where nothing is explored. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#include "runtime/services/external_calls.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/state.h"

#include <cerrno>
#include <string_view>

using namespace revisit::runtime;

namespace {

using Words = long(long, long, long, long, long, long);

constexpr char leaves[] = "the program would leave the exploration";
constexpr char passes[] = "what goes through it between threads or processes is not followed";
constexpr char signals[] = "signals are not followed";
constexpr char files[] = "files are never changed while a program is explored";
constexpr char varies[] = "what it tells differs from run to run";
constexpr char changes[] = "it would change the process that the exploration needs";

long refused(const char* function, const char* why, int error, long result) {
  std::string_view name = function;
  if (name.ends_with("64")) // as the headers rename functions for large files
    name.remove_suffix(2);
  tellRefused(name, why);
  errno = error;
  return result;
}

} // namespace

// The names of the definitions differ from those of the symbols, because headers declare these with their own types.
#define REVISIT_REFUSED(function, why, error, result)                                                                  \
  REVISIT_EXPORT long refused_##function(long, long, long, long, long, long) __asm__(#function);                       \
  long refused_##function(long a, long b, long c, long d, long e, long f) {                                            \
    static void* cache;                                                                                                \
    if (exploring())                                                                                                   \
      return refused(#function, why, error, result);                                                                   \
    return real(static_cast<Words*>(nullptr), #function, cache)(a, b, c, d, e, f);                                     \
  }

REVISIT_REFUSED(execv, leaves, ENOMEM, -1)
REVISIT_REFUSED(execvp, leaves, ENOMEM, -1)
REVISIT_REFUSED(execvpe, leaves, ENOMEM, -1)
REVISIT_REFUSED(fexecve, leaves, ENOMEM, -1)
REVISIT_REFUSED(daemon, leaves, ENOMEM, -1)
REVISIT_REFUSED(ptrace, leaves, ENOMEM, -1)
REVISIT_REFUSED(setns, leaves, ENOMEM, -1)
REVISIT_REFUSED(unshare, leaves, ENOMEM, -1)
REVISIT_REFUSED(reboot, leaves, ENOMEM, -1)
REVISIT_REFUSED(wait, leaves, ECHILD, -1)
REVISIT_REFUSED(waitpid, leaves, ECHILD, -1)
REVISIT_REFUSED(wait3, leaves, ECHILD, -1)
REVISIT_REFUSED(wait4, leaves, ECHILD, -1)
REVISIT_REFUSED(waitid, leaves, ECHILD, -1)
REVISIT_REFUSED(posix_spawnp, leaves, EAGAIN, EAGAIN)
REVISIT_REFUSED(popen, leaves, EAGAIN, 0)
REVISIT_REFUSED(pclose, leaves, ECHILD, -1)
REVISIT_REFUSED(pipe, passes, EMFILE, -1)
REVISIT_REFUSED(pipe2, passes, EMFILE, -1)
REVISIT_REFUSED(socket, passes, EMFILE, -1)
REVISIT_REFUSED(socketpair, passes, EMFILE, -1)
REVISIT_REFUSED(eventfd, passes, EMFILE, -1)
REVISIT_REFUSED(epoll_create, passes, EMFILE, -1)
REVISIT_REFUSED(epoll_create1, passes, EMFILE, -1)
REVISIT_REFUSED(inotify_init, passes, EMFILE, -1)
REVISIT_REFUSED(inotify_init1, passes, EMFILE, -1)
REVISIT_REFUSED(timerfd_create, passes, EMFILE, -1)
REVISIT_REFUSED(shm_open, passes, EMFILE, -1)
REVISIT_REFUSED(shmget, passes, EMFILE, -1)
REVISIT_REFUSED(mq_open, passes, EMFILE, -1)
REVISIT_REFUSED(msgget, passes, EMFILE, -1)
REVISIT_REFUSED(semget, passes, EMFILE, -1)
REVISIT_REFUSED(connect, passes, EBADF, -1)
REVISIT_REFUSED(bind, passes, EBADF, -1)
REVISIT_REFUSED(listen, passes, EBADF, -1)
REVISIT_REFUSED(accept, passes, EBADF, -1)
REVISIT_REFUSED(accept4, passes, EBADF, -1)
REVISIT_REFUSED(send, passes, EBADF, -1)
REVISIT_REFUSED(sendto, passes, EBADF, -1)
REVISIT_REFUSED(sendmsg, passes, EBADF, -1)
REVISIT_REFUSED(recv, passes, EBADF, -1)
REVISIT_REFUSED(recvfrom, passes, EBADF, -1)
REVISIT_REFUSED(recvmsg, passes, EBADF, -1)
REVISIT_REFUSED(getsockopt, passes, EBADF, -1)
REVISIT_REFUSED(setsockopt, passes, EBADF, -1)
REVISIT_REFUSED(getsockname, passes, EBADF, -1)
REVISIT_REFUSED(getpeername, passes, EBADF, -1)
REVISIT_REFUSED(shutdown, passes, EBADF, -1)
REVISIT_REFUSED(eventfd_read, passes, EBADF, -1)
REVISIT_REFUSED(eventfd_write, passes, EBADF, -1)
REVISIT_REFUSED(epoll_ctl, passes, EBADF, -1)
REVISIT_REFUSED(epoll_wait, passes, EBADF, -1)
REVISIT_REFUSED(epoll_pwait, passes, EBADF, -1)
REVISIT_REFUSED(inotify_add_watch, passes, EBADF, -1)
REVISIT_REFUSED(inotify_rm_watch, passes, EBADF, -1)
REVISIT_REFUSED(timerfd_settime, passes, EBADF, -1)
REVISIT_REFUSED(timerfd_gettime, passes, EBADF, -1)
REVISIT_REFUSED(mq_send, passes, EBADF, -1)
REVISIT_REFUSED(mq_receive, passes, EBADF, -1)
REVISIT_REFUSED(msgsnd, passes, EBADF, -1)
REVISIT_REFUSED(msgrcv, passes, EBADF, -1)
REVISIT_REFUSED(semop, passes, EBADF, -1)
REVISIT_REFUSED(shmat, passes, EBADF, -1)
REVISIT_REFUSED(ioctl, passes, ENOTTY, -1)
REVISIT_REFUSED(fcntl, passes, EINVAL, -1)
REVISIT_REFUSED(fcntl64, passes, EINVAL, -1)
REVISIT_REFUSED(sendfile, passes, EBADF, -1)
REVISIT_REFUSED(sendfile64, passes, EBADF, -1)
REVISIT_REFUSED(select, passes, EINTR, -1)
REVISIT_REFUSED(pselect, passes, EINTR, -1)
REVISIT_REFUSED(poll, passes, EINTR, -1)
REVISIT_REFUSED(ppoll, passes, EINTR, -1)
REVISIT_REFUSED(mkfifo, passes, ENOSPC, -1)
REVISIT_REFUSED(mknod, passes, ENOSPC, -1)
REVISIT_REFUSED(tgkill, signals, EAGAIN, -1)
REVISIT_REFUSED(sigvec, signals, EINVAL, -1)
REVISIT_REFUSED(unlink, files, EROFS, -1)
REVISIT_REFUSED(unlinkat, files, EROFS, -1)
REVISIT_REFUSED(rename, files, EROFS, -1)
REVISIT_REFUSED(renameat, files, EROFS, -1)
REVISIT_REFUSED(remove, files, EROFS, -1)
REVISIT_REFUSED(mkdir, files, EROFS, -1)
REVISIT_REFUSED(mkdirat, files, EROFS, -1)
REVISIT_REFUSED(rmdir, files, EROFS, -1)
REVISIT_REFUSED(mkstemp, files, EROFS, -1)
REVISIT_REFUSED(mkstemp64, files, EROFS, -1)
REVISIT_REFUSED(mkostemp, files, EROFS, -1)
REVISIT_REFUSED(link, files, EROFS, -1)
REVISIT_REFUSED(symlink, files, EROFS, -1)
REVISIT_REFUSED(truncate, files, EROFS, -1)
REVISIT_REFUSED(ftruncate, files, EROFS, -1)
REVISIT_REFUSED(ftruncate64, files, EROFS, -1)
REVISIT_REFUSED(chmod, files, EROFS, -1)
REVISIT_REFUSED(fchmod, files, EROFS, -1)
REVISIT_REFUSED(fchmodat, files, EROFS, -1)
REVISIT_REFUSED(chown, files, EROFS, -1)
REVISIT_REFUSED(fchown, files, EROFS, -1)
REVISIT_REFUSED(lchown, files, EROFS, -1)
REVISIT_REFUSED(creat, files, EROFS, -1)
REVISIT_REFUSED(creat64, files, EROFS, -1)
REVISIT_REFUSED(utime, files, EROFS, -1)
REVISIT_REFUSED(utimes, files, EROFS, -1)
REVISIT_REFUSED(utimensat, files, EROFS, -1)
REVISIT_REFUSED(futimens, files, EROFS, -1)
REVISIT_REFUSED(chroot, files, EROFS, -1)
REVISIT_REFUSED(mount, files, EROFS, -1)
REVISIT_REFUSED(umount, files, EROFS, -1)
REVISIT_REFUSED(fallocate, files, EROFS, -1)
REVISIT_REFUSED(posix_fallocate, files, EROFS, -1)
REVISIT_REFUSED(mkdtemp, files, EROFS, 0)
REVISIT_REFUSED(tmpfile, files, EROFS, 0)
REVISIT_REFUSED(tmpnam, files, EROFS, 0)
REVISIT_REFUSED(freopen, files, EROFS, 0)
REVISIT_REFUSED(fsync, files, EIO, -1)
REVISIT_REFUSED(fdatasync, files, EIO, -1)
REVISIT_REFUSED(openat, files, EACCES, -1)
REVISIT_REFUSED(chdir, files, EACCES, -1)
REVISIT_REFUSED(fchdir, files, EACCES, -1)
REVISIT_REFUSED(statx, varies, EIO, -1)
REVISIT_REFUSED(statfs, varies, EIO, -1)
REVISIT_REFUSED(fstatfs, varies, EIO, -1)
REVISIT_REFUSED(statvfs, varies, EIO, -1)
REVISIT_REFUSED(fstatvfs, varies, EIO, -1)
REVISIT_REFUSED(statfs64, varies, EIO, -1)
REVISIT_REFUSED(fstatfs64, varies, EIO, -1)
REVISIT_REFUSED(statvfs64, varies, EIO, -1)
REVISIT_REFUSED(fstatvfs64, varies, EIO, -1)
REVISIT_REFUSED(adjtimex, varies, EIO, -1)
REVISIT_REFUSED(ntp_gettime, varies, EIO, -1)
REVISIT_REFUSED(getifaddrs, varies, EIO, -1)
REVISIT_REFUSED(tcgetpgrp, varies, EIO, -1)
REVISIT_REFUSED(tcgetsid, varies, EIO, -1)
REVISIT_REFUSED(gethostbyname, varies, ENOMEM, 0)
REVISIT_REFUSED(ttyname, varies, ENOMEM, 0)
REVISIT_REFUSED(fdopendir, varies, ENOMEM, 0)
REVISIT_REFUSED(arch_prctl, changes, EPERM, -1)
REVISIT_REFUSED(personality, changes, EPERM, -1)
REVISIT_REFUSED(setuid, changes, EPERM, -1)
REVISIT_REFUSED(setgid, changes, EPERM, -1)
REVISIT_REFUSED(seteuid, changes, EPERM, -1)
REVISIT_REFUSED(setegid, changes, EPERM, -1)
REVISIT_REFUSED(setreuid, changes, EPERM, -1)
REVISIT_REFUSED(setregid, changes, EPERM, -1)
REVISIT_REFUSED(setgroups, changes, EPERM, -1)
REVISIT_REFUSED(setsid, changes, EPERM, -1)
REVISIT_REFUSED(brk, changes, EPERM, -1)
REVISIT_REFUSED(swapon, changes, EPERM, -1)
REVISIT_REFUSED(settimeofday, changes, EPERM, -1)
REVISIT_REFUSED(clock_settime, changes, EPERM, -1)
REVISIT_REFUSED(stime, changes, EPERM, -1)
REVISIT_REFUSED(sethostname, changes, EPERM, -1)
REVISIT_REFUSED(sbrk, changes, ENOMEM, -1)
REVISIT_REFUSED(mremap, changes, ENOMEM, -1)
REVISIT_REFUSED(getaddrinfo, varies, EIO, -4) // EAI_FAIL
REVISIT_REFUSED(ttyname_r, varies, ENOTTY, ENOTTY)
