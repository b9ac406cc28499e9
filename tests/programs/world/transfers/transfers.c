// Reads and writes that transfer less than they could, and sends that find no room: -DCASE=... names the case, -DWRONG
// is the program that does not expect it. The options that try this are in the table.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[2];
static char got[9];
static pthread_t thread;

static void* writes(void* unused) {
  assert(write(a[1], "abcd", 4) == 4);
  return 0;
}
static void readAll(void) {
  ssize_t sum = read(a[0], got, 4);
  while (!isWrong && sum < 4)
    sum += read(a[0], got + sum, (size_t)(4 - sum));
  assert(sum == 4 && memcmp(got, "abcd", 4) == 0);
}
static void pipe_reads(void) {
  assert(pipe(a) == 0);
  pthread_create(&thread, 0, writes, 0);
  readAll();
  pthread_join(thread, 0);
}
static void socket_reads(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && write(a[1], "abcd", 4) == 4);
  readAll();
}
static void reads_that_wait(void) { // for all
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && write(a[1], "abcd", 4) == 4);
  assert(recv(a[0], got, 4, isWrong ? 0 : MSG_WAITALL) == 4);
}
static void messages(void) { // are whole
  assert(socketpair(AF_UNIX, isWrong ? SOCK_STREAM : SOCK_SEQPACKET, 0, a) == 0 && write(a[1], "abcd", 4) == 4);
  assert(recv(a[0], got, 4, 0) == 4);
}
static void small_writes(void) { // to a pipe are whole
  assert(isWrong ? socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 : pipe(a) == 0);
  fcntl(a[1], F_SETFL, O_NONBLOCK);
  assert(write(a[1], "abcd", 4) == 4);
}
static void socket_writes(void) {
  size_t sum = 0;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && fcntl(a[1], F_SETFL, O_NONBLOCK) == 0);
  do {
    const ssize_t done = send(a[1], "abcd" + sum, 4 - sum, 0);
    assert(done > 0);
    sum += (size_t)done;
  } while (!isWrong && sum < 4);
  assert(sum == 4);
}
static void full(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && fcntl(a[1], F_SETFL, O_NONBLOCK) == 0);
  while (send(a[1], "a", 1, 0) != 1) {
    assert(!isWrong && errno == EAGAIN);
    struct pollfd p = {a[1], POLLOUT, 0};
    assert(poll(&p, 1, -1) == 1);
  }
}
static void full_edges(void) {
  struct epoll_event e = {.events = EPOLLOUT | EPOLLET};
  const int set = epoll_create1(0);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && fcntl(a[1], F_SETFL, O_NONBLOCK) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[1], &e) == 0);
  if (!isWrong)
    assert(epoll_wait(set, &e, 1, -1) == 1);
  while (send(a[1], "a", 1, 0) != 1)
    assert(epoll_wait(set, &e, 1, -1) == 1);
  assert(!isWrong || epoll_wait(set, &e, 1, 0) == 1); // unless the wait above has taken it
}
static void full_blocking(void) { // has room, sooner or later
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(send(a[1], "a", 1, isWrong ? MSG_DONTWAIT : 0) == 1);
}
static void large_reads(void) {
  static char large[5000];
  assert(pipe(a) == 0 && write(a[1], large, 5000) == 5000);
  const ssize_t done = read(a[0], large, 5000);
  assert(done == 5000 || (!isWrong && (done == 1 || done == 2500 || done == 4999)));
}

int main(void) {
  CASE();
}
