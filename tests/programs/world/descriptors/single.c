// What one thread sees of descriptors: -DCASE=... names the case. Each holds on Linux, too (native.py runs them).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int a[2], b[2];
static char text[64];

static void pipe_bytes(void) {
  assert(pipe(a) == 0);
  assert(write(a[1], "hello", 5) == 5 && write(a[1], "!", 1) == 1);
  assert(read(a[0], text, 3) == 3 && memcmp(text, "hel", 3) == 0);
  assert(read(a[0], text, 64) == 3 && memcmp(text, "lo!", 3) == 0);
}
static void pipe_end(void) {
  assert(pipe(a) == 0 && write(a[1], "x", 1) == 1 && close(a[1]) == 0);
  assert(read(a[0], text, 9) == 1 && read(a[0], text, 9) == 0 && read(a[0], text, 9) == 0);
}
static void pipe_broken(void) {
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(a) == 0 && close(a[0]) == 0);
  FAILS(write(a[1], "x", 1), EPIPE);
}
static void pipe_wrong_end(void) {
  assert(pipe(a) == 0);
  FAILS(read(a[1], text, 1), EBADF);
  FAILS(write(a[0], text, 1), EBADF);
}
static void pipe_no_wait(void) {
  assert(pipe2(a, O_NONBLOCK) == 0);
  FAILS(read(a[0], text, 1), EAGAIN);
  assert((fcntl(a[0], F_GETFL) & (O_NONBLOCK | O_ACCMODE)) == (O_NONBLOCK | O_RDONLY));
  assert((fcntl(a[1], F_GETFL) & (O_NONBLOCK | O_ACCMODE)) == (O_NONBLOCK | O_WRONLY));
  assert(fcntl(a[0], F_SETFL, 0) == 0 && (fcntl(a[0], F_GETFL) & O_NONBLOCK) == 0);
  assert((fcntl(a[1], F_GETFL) & O_NONBLOCK) != 0);
}
static void pipe_full(void) {
  static char page[4096];
  assert(pipe2(a, O_NONBLOCK) == 0);
  assert(fcntl(a[1], F_GETPIPE_SZ) == 65536);
  for (int i = 0; i < 16; i++)
    assert(write(a[1], page, 4096) == 4096);
  FAILS(write(a[1], page, 1), EAGAIN);
  struct pollfd p = {a[1], POLLOUT, 0};
  assert(poll(&p, 1, 0) == 0);
  assert(read(a[0], page, 4096) == 4096 && poll(&p, 1, 0) == 1 && p.revents == POLLOUT);
}
static void pipe_zero(void) {
  assert(pipe(a) == 0 && write(a[1], text, 0) == 0 && read(a[0], text, 0) == 0);
}
static void pipe_count(void) {
  int n = -1;
  assert(pipe(a) == 0 && ioctl(a[0], FIONREAD, &n) == 0 && n == 0);
  assert(write(a[1], "abc", 3) == 3 && ioctl(a[0], FIONREAD, &n) == 0 && n == 3);
}
static void pipe_vectors(void) {
  char x[2], y[4];
  struct iovec in[2] = {{x, 2}, {y, 4}}, out[2] = {{"ab", 2}, {"cde", 3}};
  assert(pipe(a) == 0 && writev(a[1], out, 2) == 5 && readv(a[0], in, 2) == 5);
  assert(memcmp(x, "ab", 2) == 0 && memcmp(y, "cde", 3) == 0);
}
static void pipe_dup(void) {
  assert(pipe(a) == 0);
  const int copy = dup(a[1]);
  assert(copy >= 0 && close(a[1]) == 0 && write(copy, "x", 1) == 1 && close(copy) == 0);
  assert(read(a[0], text, 2) == 1 && read(a[0], text, 2) == 0);
}
static void pipe_dup2(void) {
  assert(pipe(a) == 0 && pipe(b) == 0);
  assert(dup2(a[1], b[1]) == b[1] && read(b[0], text, 1) == 0);
  assert(write(b[1], "x", 1) == 1 && read(a[0], text, 1) == 1);
}
static void counter_adds(void) {
  uint64_t n = 3;
  const int e = eventfd(2, 0);
  assert(write(e, &n, 8) == 8 && read(e, &n, 8) == 8 && n == 5);
  FAILS(read(e, &n, 7), EINVAL);
  FAILS(write(e, &n, 7), EINVAL);
}
static void counter_empty(void) {
  uint64_t n;
  const int e = eventfd(0, EFD_NONBLOCK);
  FAILS(read(e, &n, 8), EAGAIN);
  assert(eventfd_write(e, 7) == 0 && eventfd_read(e, &n) == 0 && n == 7);
}
static void counter_semaphore(void) {
  uint64_t n;
  const int e = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  assert(read(e, &n, 8) == 8 && n == 1 && read(e, &n, 8) == 8 && n == 1);
  FAILS(read(e, &n, 8), EAGAIN);
}
static void counter_full(void) {
  uint64_t n = UINT64_MAX - 1, one = 1, all = UINT64_MAX;
  const int e = eventfd(0, EFD_NONBLOCK);
  struct pollfd p = {e, POLLIN | POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == POLLOUT);
  assert(write(e, &n, 8) == 8);
  assert(poll(&p, 1, 0) == 1 && p.revents == POLLIN);
  FAILS(write(e, &one, 8), EAGAIN);
  FAILS(write(e, &all, 8), EINVAL);
  assert(read(e, &n, 8) == 8 && n == UINT64_MAX - 1);
}
static void poll_ends(void) {
  assert(pipe(a) == 0);
  struct pollfd p[2] = {{a[0], POLLIN, 0}, {a[1], POLLOUT, 0}};
  assert(poll(p, 2, 0) == 1 && p[0].revents == 0 && p[1].revents == POLLOUT);
  assert(write(a[1], "x", 1) == 1 && poll(p, 2, -1) == 2 && p[0].revents == POLLIN);
  close(a[1]);
  assert(poll(p, 1, 0) == 1 && p[0].revents == (POLLIN | POLLHUP));
  assert(read(a[0], text, 1) == 1 && poll(p, 1, 0) == 1 && p[0].revents == POLLHUP);
}
static void poll_no_reader(void) {
  assert(pipe(a) == 0 && close(a[0]) == 0);
  struct pollfd p = {a[1], POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == (POLLOUT | POLLERR));
}
static void poll_nothing(void) {
  struct pollfd p[2] = {{-1, POLLIN, 7}, {900, POLLIN, 0}};
  assert(poll(p, 1, 0) == 0 && p[0].revents == 0);
  assert(poll(0, 0, 10) == 0);
}
static void select_sets(void) {
  fd_set r, w;
  assert(pipe(a) == 0);
  const int bound = (a[0] > a[1] ? a[0] : a[1]) + 1;
  FD_ZERO(&r);
  FD_ZERO(&w);
  FD_SET(a[0], &r);
  FD_SET(a[1], &w);
  assert(select(bound, &r, &w, 0, 0) == 1 && !FD_ISSET(a[0], &r) && FD_ISSET(a[1], &w));
  assert(write(a[1], "x", 1) == 1);
  FD_ZERO(&r);
  FD_SET(a[0], &r);
  assert(select(bound, &r, 0, 0, 0) == 1 && FD_ISSET(a[0], &r));
  assert(read(a[0], text, 1) == 1);
  struct timeval t = {0, 5};
  assert(select(bound, &r, 0, 0, &t) == 0 && !FD_ISSET(a[0], &r) && t.tv_sec == 0 && t.tv_usec == 0);
}

static struct epoll_event e[4];
static int watch(int set, int fd, uint32_t events) {
  struct epoll_event event = {.events = events, .data = {.fd = fd}};
  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}
static void epoll_level(void) {
  const int s = epoll_create1(EPOLL_CLOEXEC);
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN) == 0 && epoll_wait(s, e, 4, 0) == 0);
  assert(write(a[1], "xy", 2) == 2);
  for (int i = 0; i < 2; i++) {
    assert(epoll_wait(s, e, 4, -1) == 1 && e[0].events == EPOLLIN && e[0].data.fd == a[0]);
    assert(read(a[0], text, 1) == 1);
  }
  assert(epoll_wait(s, e, 4, 0) == 0);
}
static void epoll_edge(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN | EPOLLET) == 0 && write(a[1], "xy", 2) == 2);
  assert(epoll_wait(s, e, 4, 0) == 1 && epoll_wait(s, e, 4, 0) == 0);
  assert(write(a[1], "z", 1) == 1 && epoll_wait(s, e, 4, 0) == 1 && epoll_wait(s, e, 4, 0) == 0);
  assert(write(a[1], "z", 1) == 1 && read(a[0], text, 9) == 4 && epoll_wait(s, e, 4, 0) == 0);
}
static void epoll_edge_before(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && write(a[1], "xy", 2) == 2 && watch(s, a[0], EPOLLIN | EPOLLET) == 0);
  assert(epoll_wait(s, e, 4, 0) == 1 && epoll_wait(s, e, 4, 0) == 0);
  struct epoll_event again = {.events = EPOLLIN | EPOLLET};
  assert(epoll_ctl(s, EPOLL_CTL_MOD, a[0], &again) == 0 && epoll_wait(s, e, 4, 0) == 1);
}
static void epoll_edge_out(void) {
  const int s = epoll_create1(0);
  static char page[4096];
  assert(pipe2(a, O_NONBLOCK) == 0 && watch(s, a[1], EPOLLOUT | EPOLLET) == 0);
  assert(epoll_wait(s, e, 4, 0) == 1 && epoll_wait(s, e, 4, 0) == 0);
  assert(write(a[1], page, 4096) == 4096 && read(a[0], page, 4096) == 4096 && epoll_wait(s, e, 4, 0) == 0);
  for (int i = 0; i < 16; i++)
    assert(write(a[1], page, 4096) == 4096);
  assert(epoll_wait(s, e, 4, 0) == 0 && read(a[0], page, 4096) == 4096);
  assert(epoll_wait(s, e, 4, 0) == 1 && e[0].events == EPOLLOUT);
}
static void epoll_edge_counter(void) {
  const int s = epoll_create1(0), c = eventfd(0, 0);
  const uint64_t none = 0;
  assert(watch(s, c, EPOLLIN | EPOLLOUT | EPOLLET) == 0);
  assert(epoll_wait(s, e, 4, 0) == 1 && e[0].events == EPOLLOUT && epoll_wait(s, e, 4, 0) == 0);
  assert(write(c, &none, 8) == 8 && epoll_wait(s, e, 4, 0) == 1 && e[0].events == EPOLLOUT);
}
static void epoll_one_shot(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN | EPOLLONESHOT) == 0 && write(a[1], "xy", 2) == 2);
  assert(epoll_wait(s, e, 4, 0) == 1 && epoll_wait(s, e, 4, 0) == 0);
  struct epoll_event again = {.events = EPOLLIN | EPOLLONESHOT, .data = {.u64 = 77}};
  assert(epoll_ctl(s, EPOLL_CTL_MOD, a[0], &again) == 0);
  assert(epoll_wait(s, e, 4, 0) == 1 && e[0].data.u64 == 77);
}
static void epoll_rotates(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0 && watch(s, a[0], EPOLLIN) == 0 && watch(s, b[0], EPOLLIN) == 0);
  assert(write(a[1], "x", 1) == 1 && write(b[1], "x", 1) == 1);
  assert(epoll_wait(s, e, 1, 0) == 1 && e[0].data.fd == a[0]);
  assert(epoll_wait(s, e, 1, 0) == 1 && e[0].data.fd == b[0]);
  assert(epoll_wait(s, e, 1, 0) == 1 && e[0].data.fd == a[0]);
}
static void epoll_errors(void) {
  const int s = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN) == 0);
  FAILS(watch(s, a[0], EPOLLIN), EEXIST);
  FAILS(epoll_ctl(s, EPOLL_CTL_MOD, a[1], &event), ENOENT);
  FAILS(epoll_ctl(s, EPOLL_CTL_DEL, a[1], &event), ENOENT);
  FAILS(epoll_ctl(s, EPOLL_CTL_ADD, s, &event), EINVAL);
  FAILS(epoll_ctl(a[0], EPOLL_CTL_ADD, a[1], &event), EINVAL);
  FAILS(epoll_wait(s, e, 0, 0), EINVAL);
  FAILS(epoll_wait(a[0], e, 1, 0), EINVAL);
  FAILS(epoll_create1(77), EINVAL);
  FAILS(epoll_create(0), EINVAL);
  FAILS(read(s, text, 1), EINVAL);
}
static void epoll_hang_up(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && watch(s, a[0], 0) == 0 && close(a[1]) == 0);
  assert(epoll_wait(s, e, 4, 0) == 1 && e[0].events == EPOLLHUP);
}
static void epoll_closed(void) {
  const int s = epoll_create1(0);
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN) == 0 && write(a[1], "x", 1) == 1);
  const int copy = dup(a[0]);
  assert(close(a[0]) == 0 && epoll_wait(s, e, 4, 0) == 1 && close(copy) == 0 && epoll_wait(s, e, 4, 0) == 0);
}
static void epoll_nested(void) {
  const int s = epoll_create1(0), outer = epoll_create1(0);
  assert(pipe(a) == 0 && watch(s, a[0], EPOLLIN) == 0 && watch(outer, s, EPOLLIN) == 0);
  assert(epoll_wait(outer, e, 4, 0) == 0 && write(a[1], "x", 1) == 1);
  assert(epoll_wait(outer, e, 4, 0) == 1 && e[0].data.fd == s);
  struct pollfd p = {outer, POLLIN, 0};
  assert(poll(&p, 1, 0) == 1);
}
static void pair_bytes(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(write(a[0], "ab", 2) == 2 && send(a[1], "c", 1, 0) == 1);
  assert(recv(a[1], text, 9, MSG_PEEK) == 2 && recv(a[1], text, 9, 0) == 2 && read(a[0], text, 9) == 1);
  FAILS(recv(a[1], text, 1, MSG_DONTWAIT), EAGAIN);
}
static void pair_half_closed(void) {
  signal(SIGPIPE, SIG_IGN);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(write(a[0], "ab", 2) == 2 && shutdown(a[0], SHUT_WR) == 0);
  struct pollfd p = {a[1], POLLIN | POLLRDHUP | POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == (POLLIN | POLLRDHUP | POLLOUT));
  assert(read(a[1], text, 9) == 2 && read(a[1], text, 9) == 0);
  FAILS(write(a[0], "x", 1), EPIPE);
  assert(write(a[1], "x", 1) == 1 && read(a[0], text, 9) == 1);
}
static void pair_closed(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && close(a[0]) == 0);
  struct pollfd p = {a[1], POLLIN | POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == (POLLIN | POLLOUT | POLLHUP));
  assert(read(a[1], text, 9) == 0);
  FAILS(send(a[1], "x", 1, MSG_NOSIGNAL), EPIPE);
}
static void pair_message(void) {
  char x[2], y[4];
  struct iovec out[2] = {{"ab", 2}, {"cde", 3}}, in[2] = {{x, 2}, {y, 4}};
  struct msghdr sent = {.msg_iov = out, .msg_iovlen = 2}, got = {.msg_iov = in, .msg_iovlen = 2};
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(sendmsg(a[0], &sent, 0) == 5 && recvmsg(a[1], &got, 0) == 5 && memcmp(y, "cde", 3) == 0);
}
static void socket_errors(void) {
  const int s = socket(AF_UNIX, SOCK_STREAM, 0), i = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_un nowhere = {AF_UNIX, "/nowhere/at/all"};
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  FAILS(connect(s, (struct sockaddr*)&nowhere, sizeof nowhere), ENOENT);
  FAILS(connect(i, (struct sockaddr*)&address, sizeof address), ECONNREFUSED);
  FAILS(read(s, text, 1), EINVAL);
  FAILS(read(i, text, 1), ENOTCONN);
  FAILS(listen(s, 1), EINVAL);
  FAILS(accept(i, 0, 0), EINVAL);
  FAILS(shutdown(i, SHUT_WR), ENOTCONN);
  assert(pipe(a) == 0);
  FAILS(listen(a[0], 1), ENOTSOCK);
  FAILS(send(a[1], "x", 1, 0), ENOTSOCK);
  FAILS(socketpair(AF_INET, SOCK_STREAM, 0, b), EOPNOTSUPP);
}
static void tcp_connection(void) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}}, peer;
  socklen_t bytes = sizeof name;
  const int l = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), c = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  assert(setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
  assert(bind(l, (struct sockaddr*)&name, sizeof name) == 0 && listen(l, 4) == 0);
  assert(getsockname(l, (struct sockaddr*)&name, &bytes) == 0 && name.sin_port != 0 && bytes == sizeof name);
  assert(connect(c, (struct sockaddr*)&name, sizeof name) == 0);
  struct pollfd p = {l, POLLIN, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == POLLIN);
  bytes = sizeof peer;
  const int s = accept4(l, (struct sockaddr*)&peer, &bytes, SOCK_NONBLOCK);
  assert(s >= 0 && peer.sin_family == AF_INET && (fcntl(s, F_GETFL) & O_NONBLOCK) != 0);
  struct sockaddr_in mine;
  bytes = sizeof mine;
  assert(getsockname(c, (struct sockaddr*)&mine, &bytes) == 0 && mine.sin_port == peer.sin_port);
  assert(getpeername(c, (struct sockaddr*)&mine, &bytes) == 0 && mine.sin_port == name.sin_port);
  assert(write(c, "hi", 2) == 2 && read(s, text, 9) == 2 && close(c) == 0 && read(s, text, 9) == 0);
  int value = 7;
  bytes = sizeof value;
  assert(getsockopt(l, SOL_SOCKET, SO_ACCEPTCONN, &value, &bytes) == 0 && value == 1);
  assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &value, &bytes) == 0 && value == 0);
  assert(getsockopt(s, SOL_SOCKET, SO_TYPE, &value, &bytes) == 0 && value == SOCK_STREAM);
}
static void tcp_no_wait(void) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t bytes = sizeof name;
  const int l = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  assert(bind(l, (struct sockaddr*)&name, sizeof name) == 0 && listen(l, 1) == 0);
  assert(getsockname(l, (struct sockaddr*)&name, &bytes) == 0);
  FAILS(accept(l, 0, 0), EAGAIN);
  FAILS(connect(c, (struct sockaddr*)&name, sizeof name), EINPROGRESS);
  struct pollfd p = {c, POLLOUT, 0};
  assert(poll(&p, 1, -1) == 1 && p.revents == POLLOUT);
  const int s = accept(l, 0, 0);
  assert(s >= 0 && write(s, "x", 1) == 1);
  p.events = POLLIN;
  assert(poll(&p, 1, -1) == 1 && read(c, text, 9) == 1);
}
static void number_of_closed(void) {
  assert(pipe(a) == 0 && fcntl(a[0], F_GETFD) >= 0 && close(a[0]) == 0);
  FAILS(fcntl(a[0], F_GETFD), EBADF);
}

static const struct itimerspec once = {{0, 0}, {0, 20000000}}, again = {{0, 10000000}, {0, 10000000}},
                               never = {{0, 0}, {0, 0}};
static void timer_once(void) {
  uint64_t n = 0;
  struct itimerspec rest;
  struct timespec before, after;
  const int t = timerfd_create(CLOCK_MONOTONIC, 0);
  clock_gettime(CLOCK_MONOTONIC, &before);
  assert(timerfd_settime(t, 0, &once, 0) == 0 && timerfd_gettime(t, &rest) == 0);
  assert(rest.it_value.tv_sec == 0 && rest.it_value.tv_nsec > 0 && rest.it_value.tv_nsec <= 20000000);
  assert(read(t, &n, 8) == 8 && n == 1);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec >= 20000000);
  assert(timerfd_gettime(t, &rest) == 0 && rest.it_value.tv_nsec == 0);
}
static void timer_no_wait(void) {
  uint64_t n;
  const int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  FAILS(read(t, &n, 8), EAGAIN);
  assert(timerfd_settime(t, 0, &once, 0) == 0);
  FAILS(read(t, &n, 8), EAGAIN);
  FAILS(read(t, &n, 7), EINVAL);
  FAILS(write(t, &n, 8), EINVAL);
  FAILS(timerfd_create(99, 0), EINVAL);
}
static void timer_polled(void) {
  uint64_t n;
  const int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct pollfd p = {t, POLLIN, 0};
  assert(timerfd_settime(t, 0, &once, 0) == 0 && poll(&p, 1, 0) == 0 && poll(&p, 1, -1) == 1 && p.revents == POLLIN);
  assert(poll(&p, 1, 0) == 1 && read(t, &n, 8) == 8 && n == 1 && poll(&p, 1, 5) == 0);
}
static void timer_repeats(void) {
  uint64_t n = 0, all = 0;
  const int t = timerfd_create(CLOCK_MONOTONIC, 0), s = epoll_create1(0);
  assert(watch(s, t, EPOLLIN) == 0 && timerfd_settime(t, 0, &again, 0) == 0);
  while (all < 3) {
    assert(epoll_wait(s, e, 4, -1) == 1 && read(t, &n, 8) == 8 && n >= 1);
    all += n;
  }
  assert(timerfd_settime(t, 0, &never, 0) == 0 && epoll_wait(s, e, 4, 30) == 0);
}
static void timer_armed_again(void) {
  uint64_t n;
  struct itimerspec before;
  const int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct pollfd p = {t, POLLIN, 0};
  assert(timerfd_settime(t, 0, &once, 0) == 0 && poll(&p, 1, -1) == 1);
  assert(timerfd_settime(t, 0, &once, &before) == 0 && before.it_value.tv_nsec == 0);
  FAILS(read(t, &n, 8), EAGAIN);
}
static void names_of_hosts(void) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *list;
  char host[64], service[16];
  assert(getaddrinfo("127.0.0.1", "80", &hints, &list) == 0 && list->ai_next == 0);
  const struct sockaddr_in* const found = (struct sockaddr_in*)list->ai_addr;
  assert(found->sin_family == AF_INET && found->sin_port == htons(80) &&
         found->sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  assert(getnameinfo(list->ai_addr, list->ai_addrlen, host, 64, service, 16, NI_NUMERICHOST | NI_NUMERICSERV) == 0);
  assert(strcmp(host, "127.0.0.1") == 0 && strcmp(service, "80") == 0);
  freeaddrinfo(list);
  assert(getaddrinfo("nobody", "80", &hints, &list) == EAI_NONAME);
  assert(getaddrinfo(0, 0, &hints, &list) == EAI_NONAME);
}
static void folder_of_descriptor(void) {
  DIR* const folder = fdopendir(open("/", O_RDONLY | O_DIRECTORY));
  int names = 0;
  assert(folder != 0 && dirfd(folder) >= 0);
  while (readdir(folder) != 0)
    names++;
  rewinddir(folder);
  while (readdir(folder) != 0)
    names--;
  assert(names == 0 && closedir(folder) == 0);
}
static void by_number(void) {
  uint64_t n = 5;
  const int c = (int)syscall(SYS_eventfd2, 0, EFD_NONBLOCK);
  assert(c >= 0 && syscall(SYS_write, c, &n, 8) == 8 && syscall(SYS_read, c, &n, 8) == 8 && n == 5);
  FAILS(syscall(SYS_read, c, &n, 8), EAGAIN);
  assert(syscall(SYS_pipe2, a, 0) == 0 && write(a[1], "x", 1) == 1 && syscall(SYS_read, a[0], text, 9) == 1);
  assert(syscall(SYS_close, c) == 0);
}

int main(void) {
  CASE();
}
