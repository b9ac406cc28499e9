// How much pipes hold, and what sockets whose peer closes with unread bytes report: -DCASE=... names the case. Each
// holds on Linux, too (native.py runs them).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int a[2];
static char text[1 << 17];

static short polled(int descriptor, short events) {
  struct pollfd p = {descriptor, events, 0};
  poll(&p, 1, 0);
  return p.revents;
}
static void make(void) {
  assert(pipe2(a, O_NONBLOCK) == 0);
}
static int fill(size_t bytes) {
  int sum = 0;
  for (ssize_t done; (done = write(a[1], text, bytes)) > 0;)
    sum += (int)done;
  assert(errno == EAGAIN);
  return sum;
}

static void pages(void) {
  make();
  assert(fill(4096) == 65536 && polled(a[1], POLLOUT) == 0);
  assert(read(a[0], text, 4095) == 4095 && polled(a[1], POLLOUT) == 0);
  FAILS(write(a[1], text, 1), EAGAIN);
  assert(read(a[0], text, 1) == 1 && polled(a[1], POLLOUT) == POLLOUT && fill(4096) == 4096);
}
static void nearly_pages(void) {
  make();
  assert(fill(4095) == 65520 && polled(a[1], POLLOUT) == 0);
  assert(write(a[1], text, 1) == 1); // into the last page
  FAILS(write(a[1], text, 1), EAGAIN);
}
static void halves(void) {
  make();
  assert(fill(2049) == 32784 && polled(a[1], POLLOUT) == 0);
  assert(write(a[1], text, 2000) == 2000);
  assert(read(a[0], text, 2049) == 2049 && polled(a[1], POLLOUT) == POLLOUT);
}
static void hundreds(void) {
  make();
  assert(fill(1000) == 64000);
}
static void large(void) {
  make();
  assert(write(a[1], text, 100000) == 65536);
  assert(read(a[0], text, 10000) == 10000);
  assert(write(a[1], text, 100000) == 8192 && polled(a[1], POLLOUT) == 0);
}
static void large_behind_small(void) {
  make();
  assert(write(a[1], text, 100) == 100 && write(a[1], text, 100000) == 61440 + 100000 % 4096 &&
         polled(a[1], POLLOUT) == 0);
}
static void whole_or_nothing(void) {
  make();
  assert(fill(4096) == 65536 && read(a[0], text, 4096) == 4096 && write(a[1], text, 100) == 100);
  FAILS(write(a[1], text, 4096), EAGAIN);
  assert(write(a[1], text, 3996) == 3996);
}
static void emptied(void) {
  make();
  for (int i = 0; i < 40; i++)
    assert(write(a[1], text, 100) == 100 && read(a[0], text, 100) == 100); // each begins a page
  assert(fill(4096) == 65536);
}
static void head(void) {
  make();
  assert(write(a[1], text, 4096) == 4096 && read(a[0], text, 4000) == 4000);
  assert(fill(4096) == 61440);
}
static void resized(void) {
  make();
  assert(fcntl(a[0], F_GETPIPE_SZ) == 65536 && fcntl(a[1], F_SETPIPE_SZ, 5000) == 8192);
  assert(fcntl(a[0], F_GETPIPE_SZ) == 8192 && fill(4096) == 8192);
  FAILS(fcntl(a[1], F_SETPIPE_SZ, 4096), EBUSY);
  assert(read(a[0], text, 4096) == 4096 && fcntl(a[1], F_SETPIPE_SZ, 1) == 4096);
  FAILS(write(a[1], text, 1), EAGAIN);
  assert(read(a[0], text, 4096) == 4096 && fcntl(a[1], F_SETPIPE_SZ, 16384) == 16384 && fill(4096) == 16384);
}
static void edge_out(void) {
  struct epoll_event e = {.events = EPOLLOUT | EPOLLET};
  const int set = epoll_create1(0);
  make();
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[1], &e) == 0 && epoll_wait(set, &e, 1, 0) == 1);
  assert(fill(4095) == 65520 && epoll_wait(set, &e, 1, 0) == 0);
  assert(read(a[0], text, 100) == 100 && epoll_wait(set, &e, 1, 0) == 0);
  assert(read(a[0], text, 4096) == 4096 && epoll_wait(set, &e, 1, 0) == 1 && e.events == EPOLLOUT);
  assert(read(a[0], text, 4096) == 4096 && epoll_wait(set, &e, 1, 0) == 0);
}

// Bytes that nobody has read.

static void unix_reset(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(write(a[0], "ab", 2) == 2 && write(a[1], "c", 1) == 1 && close(a[1]) == 0);
  assert(polled(a[0], POLLIN | POLLOUT | POLLRDHUP) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR));
  assert(read(a[0], text, 9) == 1); // what it sent before is there
  FAILS(read(a[0], text, 9), ECONNRESET);
  assert(polled(a[0], POLLIN | POLLOUT | POLLRDHUP) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP));
  assert(read(a[0], text, 9) == 0);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
}
static void unix_reset_send(void) {
  int error = 0;
  socklen_t bytes = sizeof error;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && write(a[0], "ab", 2) == 2 && close(a[1]) == 0);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
  assert(getsockopt(a[0], SOL_SOCKET, SO_ERROR, &error, &bytes) == 0 && error == ECONNRESET);
  assert(read(a[0], text, 9) == 0);
}
static void unix_read_all(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && write(a[0], "ab", 2) == 2 && read(a[1], text, 2) == 2);
  assert(close(a[1]) == 0 && read(a[0], text, 9) == 0);
}
static void packets_reset(void) {
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, a) == 0 && write(a[0], "ab", 2) == 2 && close(a[1]) == 0);
  FAILS(read(a[0], text, 9), ECONNRESET);
  assert(read(a[0], text, 9) == 0);
}
static void connect_both(int* client, int* server) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t bytes = sizeof name;
  const int l = socket(AF_INET, SOCK_STREAM, 0);
  *client = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(l, (struct sockaddr*)&name, bytes) == 0 && listen(l, 1) == 0);
  assert(getsockname(l, (struct sockaddr*)&name, &bytes) == 0);
  assert(connect(*client, (struct sockaddr*)&name, bytes) == 0);
  *server = accept(l, 0, 0);
  assert(*server >= 0 && close(l) == 0);
}
static void tcp_reset(void) {
  connect_both(&a[0], &a[1]);
  assert(write(a[0], "ab", 2) == 2 && write(a[1], "c", 1) == 1 && close(a[1]) == 0);
  assert(polled(a[0], POLLIN | POLLOUT | POLLRDHUP) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR));
  assert(read(a[0], text, 9) == 1);
  FAILS(read(a[0], text, 9), ECONNRESET);
  assert(read(a[0], text, 9) == 0);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
}
static void tcp_reset_send(void) {
  connect_both(&a[0], &a[1]);
  assert(write(a[0], "ab", 2) == 2 && close(a[1]) == 0);
  FAILS(send(a[0], "x", 1, 0), ECONNRESET);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
  assert(read(a[0], text, 9) == 0);
}
static void tcp_closed(void) { // the first bytes are lost without a word
  connect_both(&a[0], &a[1]);
  assert(write(a[1], "c", 1) == 1 && close(a[1]) == 0 && send(a[0], "x", 1, 0) == 1);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
  assert(read(a[0], text, 9) == 1 && read(a[0], text, 9) == 0);
}
static void tcp_shut(void) {
  connect_both(&a[0], &a[1]);
  assert(write(a[0], "ab", 2) == 2 && shutdown(a[0], SHUT_WR) == 0);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
  assert(read(a[1], text, 9) == 2 && read(a[1], text, 9) == 0 && write(a[1], "c", 1) == 1 && close(a[1]) == 0);
  assert(read(a[0], text, 9) == 1 && read(a[0], text, 9) == 0);
}

int main(void) {
  CASE();
}
