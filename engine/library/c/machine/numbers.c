// System calls by number in instrumented code. The pass replaces calls of `syscall` with one of these numbers by calls
// of these functions (ofNumbers in instrument/pass/library.cpp).
#include "machine.h"

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int revisit_libc_accept4(int, struct sockaddr*, socklen_t*, int);
int revisit_libc_bind(int, const struct sockaddr*, socklen_t);
int revisit_libc_close(int);
int revisit_libc_connect(int, const struct sockaddr*, socklen_t);
int revisit_libc_dup(int);
int revisit_libc_dup2(int, int);
int revisit_libc_dup3(int, int, int);
int revisit_libc_epoll_create(int);
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
int revisit_libc_getpeername(int, struct sockaddr*, socklen_t*);
int revisit_libc_getsockname(int, struct sockaddr*, socklen_t*);
int revisit_libc_getsockopt(int, int, int, void*, socklen_t*);
ssize_t revisit_libc_recvfrom(int, void*, size_t, int, struct sockaddr*, socklen_t*);
ssize_t revisit_libc_recvmsg(int, struct msghdr*, int);
ssize_t revisit_libc_sendmsg(int, const struct msghdr*, int);
ssize_t revisit_libc_sendto(int, const void*, size_t, int, const struct sockaddr*, socklen_t);
int revisit_libc_setsockopt(int, int, int, const void*, socklen_t);
int revisit_libc_shutdown(int, int);
int revisit_libc_socket(int, int, int);
int revisit_libc_socketpair(int, int, int, int*);
ssize_t revisit_libc_write(int, const void*, size_t);
ssize_t revisit_libc_writev(int, const struct iovec*, int);

long revisit_number_read(long a, long b, long c) {
  return revisit_libc_read((int)a, (void*)b, (size_t)c);
}

long revisit_number_write(long a, long b, long c) {
  return revisit_libc_write((int)a, (const void*)b, (size_t)c);
}

long revisit_number_readv(long a, long b, long c) {
  return revisit_libc_readv((int)a, (const struct iovec*)b, (int)c);
}

long revisit_number_writev(long a, long b, long c) {
  return revisit_libc_writev((int)a, (const struct iovec*)b, (int)c);
}

long revisit_number_close(long a) {
  return revisit_libc_close((int)a);
}

long revisit_number_pipe(long a) {
  return revisit_libc_pipe2((int*)a, 0);
}

long revisit_number_pipe2(long a, long b) {
  return revisit_libc_pipe2((int*)a, (int)b);
}

long revisit_number_dup(long a) {
  return revisit_libc_dup((int)a);
}

long revisit_number_dup2(long a, long b) {
  return revisit_libc_dup2((int)a, (int)b);
}

long revisit_number_dup3(long a, long b, long c) {
  return revisit_libc_dup3((int)a, (int)b, (int)c);
}

long revisit_number_fcntl(long a, long b, long c) {
  return revisit_libc_fcntl((int)a, (int)b, c);
}

long revisit_number_ioctl(long a, long b, long c) {
  return revisit_libc_ioctl((int)a, (unsigned long)b, (void*)c);
}

long revisit_number_eventfd(long a) {
  return revisit_libc_eventfd((unsigned)a, 0);
}

long revisit_number_eventfd2(long a, long b) {
  return revisit_libc_eventfd((unsigned)a, (int)b);
}

long revisit_number_poll(long a, long b, long c) {
  return revisit_libc_poll((struct pollfd*)a, (nfds_t)b, (int)c);
}

long revisit_number_epoll_create(long a) {
  return revisit_libc_epoll_create((int)a);
}

long revisit_number_epoll_create1(long a) {
  return revisit_libc_epoll_create1((int)a);
}

long revisit_number_epoll_ctl(long a, long b, long c, long d) {
  return revisit_libc_epoll_ctl((int)a, (int)b, (int)c, (struct epoll_event*)d);
}

long revisit_number_epoll_wait(long a, long b, long c, long d) {
  return revisit_libc_epoll_pwait((int)a, (struct epoll_event*)b, (int)c, (int)d, NULL);
}

long revisit_number_epoll_pwait(long a, long b, long c, long d, long e) {
  return revisit_libc_epoll_pwait((int)a, (struct epoll_event*)b, (int)c, (int)d, (const sigset_t*)e);
}

long revisit_number_socket(long a, long b, long c) {
  return revisit_libc_socket((int)a, (int)b, (int)c);
}

long revisit_number_socketpair(long a, long b, long c, long d) {
  return revisit_libc_socketpair((int)a, (int)b, (int)c, (int*)d);
}

long revisit_number_bind(long a, long b, long c) {
  return revisit_libc_bind((int)a, (const struct sockaddr*)b, (socklen_t)c);
}

long revisit_number_listen(long a, long b) {
  return revisit_libc_listen((int)a, (int)b);
}

long revisit_number_connect(long a, long b, long c) {
  return revisit_libc_connect((int)a, (const struct sockaddr*)b, (socklen_t)c);
}

long revisit_number_accept(long a, long b, long c) {
  return revisit_libc_accept4((int)a, (struct sockaddr*)b, (socklen_t*)c, 0);
}

long revisit_number_accept4(long a, long b, long c, long d) {
  return revisit_libc_accept4((int)a, (struct sockaddr*)b, (socklen_t*)c, (int)d);
}

long revisit_number_shutdown(long a, long b) {
  return revisit_libc_shutdown((int)a, (int)b);
}

long revisit_number_sendto(long a, long b, long c, long d, long e, long f) {
  return revisit_libc_sendto((int)a, (const void*)b, (size_t)c, (int)d, (const struct sockaddr*)e, (socklen_t)f);
}

long revisit_number_recvfrom(long a, long b, long c, long d, long e, long f) {
  return revisit_libc_recvfrom((int)a, (void*)b, (size_t)c, (int)d, (struct sockaddr*)e, (socklen_t*)f);
}

long revisit_number_sendmsg(long a, long b, long c) {
  return revisit_libc_sendmsg((int)a, (const struct msghdr*)b, (int)c);
}

long revisit_number_recvmsg(long a, long b, long c) {
  return revisit_libc_recvmsg((int)a, (struct msghdr*)b, (int)c);
}

long revisit_number_getsockname(long a, long b, long c) {
  return revisit_libc_getsockname((int)a, (struct sockaddr*)b, (socklen_t*)c);
}

long revisit_number_getpeername(long a, long b, long c) {
  return revisit_libc_getpeername((int)a, (struct sockaddr*)b, (socklen_t*)c);
}

long revisit_number_setsockopt(long a, long b, long c, long d, long e) {
  return revisit_libc_setsockopt((int)a, (int)b, (int)c, (const void*)d, (socklen_t)e);
}

long revisit_number_getsockopt(long a, long b, long c, long d, long e) {
  return revisit_libc_getsockopt((int)a, (int)b, (int)c, (void*)d, (socklen_t*)e);
}
