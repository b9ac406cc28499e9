// System calls by number in instrumented code: those that the machine models go to the functions for them, all others
// to the runtime. The pass renames a program's calls to this function.
#include "machine.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

int revisit_libc_accept4(int, struct sockaddr*, socklen_t*, int);
int revisit_libc_bind(int, const struct sockaddr*, socklen_t);
int revisit_libc_close(int);
int revisit_libc_connect(int, const struct sockaddr*, socklen_t);
int revisit_libc_dup(int);
int revisit_libc_dup2(int, int);
int revisit_libc_dup3(int, int, int);
int revisit_libc_epoll_create1(int);
int revisit_libc_epoll_ctl(int, int, int, struct epoll_event*);
int revisit_libc_epoll_pwait(int, struct epoll_event*, int, int, const sigset_t*);
int revisit_libc_eventfd(unsigned, int);
int revisit_libc_fcntl(int, int, ...);
int revisit_libc_ioctl(int, unsigned long, ...);
int revisit_libc_listen(int, int);
int revisit_libc_pipe2(int*, int);
int revisit_libc_poll(struct pollfd*, nfds_t, int);
ssize_t revisit_libc_read(int, void*, size_t);
ssize_t revisit_libc_readv(int, const struct iovec*, int);
int revisit_libc_shutdown(int, int);
int revisit_libc_socket(int, int, int);
int revisit_libc_socketpair(int, int, int, int*);
int revisit_libc_timerfd_create(int, int);
int revisit_libc_timerfd_settime(int, int, const struct itimerspec*, struct itimerspec*);
ssize_t revisit_libc_write(int, const void*, size_t);
ssize_t revisit_libc_writev(int, const struct iovec*, int);

long revisit_libc_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long given[6];
  for (int i = 0; i < 6; i++)
    given[i] = va_arg(list, long);
  va_end(list);
  const int first = (int)given[0], second = (int)given[1], third = (int)given[2], fourth = (int)given[3];
  void* const pointer = (void*)given[1];
  switch (number) {
  case SYS_read:
    return revisit_libc_read(first, pointer, (size_t)given[2]);
  case SYS_write:
    return revisit_libc_write(first, pointer, (size_t)given[2]);
  case SYS_readv:
    return revisit_libc_readv(first, pointer, third);
  case SYS_writev:
    return revisit_libc_writev(first, pointer, third);
  case SYS_close:
    return revisit_libc_close(first);
  case SYS_pipe:
    return revisit_libc_pipe2((int*)given[0], 0);
  case SYS_pipe2:
    return revisit_libc_pipe2((int*)given[0], second);
  case SYS_dup:
    return revisit_libc_dup(first);
  case SYS_dup2:
    return revisit_libc_dup2(first, second);
  case SYS_dup3:
    return revisit_libc_dup3(first, second, third);
  case SYS_fcntl:
    return revisit_libc_fcntl(first, second, given[2]);
  case SYS_ioctl:
    return revisit_libc_ioctl(first, (unsigned long)given[1], (void*)given[2]);
  case SYS_eventfd:
    return revisit_libc_eventfd((unsigned)given[0], 0);
  case SYS_eventfd2:
    return revisit_libc_eventfd((unsigned)given[0], second);
  case SYS_poll:
    return revisit_libc_poll((struct pollfd*)given[0], (nfds_t)given[1], third);
  case SYS_epoll_create:
    return revisit_libc_epoll_create1(0);
  case SYS_epoll_create1:
    return revisit_libc_epoll_create1(first);
  case SYS_epoll_ctl:
    return revisit_libc_epoll_ctl(first, second, third, (struct epoll_event*)given[3]);
  case SYS_epoll_wait:
    return revisit_libc_epoll_pwait(first, pointer, third, fourth, NULL);
  case SYS_epoll_pwait:
    return revisit_libc_epoll_pwait(first, pointer, third, fourth, (const sigset_t*)given[4]);
  case SYS_timerfd_create:
    return revisit_libc_timerfd_create(first, second);
  case SYS_timerfd_settime:
    return revisit_libc_timerfd_settime(first, second, (const struct itimerspec*)given[2],
                                        (struct itimerspec*)given[3]);
  case SYS_socket:
    return revisit_libc_socket(first, second, third);
  case SYS_socketpair:
    return revisit_libc_socketpair(first, second, third, (int*)given[3]);
  case SYS_bind:
    return revisit_libc_bind(first, pointer, (socklen_t)given[2]);
  case SYS_listen:
    return revisit_libc_listen(first, second);
  case SYS_connect:
    return revisit_libc_connect(first, pointer, (socklen_t)given[2]);
  case SYS_accept:
    return revisit_libc_accept4(first, pointer, (socklen_t*)given[2], 0);
  case SYS_accept4:
    return revisit_libc_accept4(first, pointer, (socklen_t*)given[2], fourth);
  case SYS_shutdown:
    return revisit_libc_shutdown(first, second);
  default:
    return syscall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
  }
}
