// Threads that wait for room, and sockets that are closed meanwhile: -DCASE=... names the case, -DWRONG is its faulty
// variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[2];
static char text[1 << 17], got[1 << 17];
static pthread_t threads[4];
static int started;

static void start(void* (*body)(void*), void* argument) {
  pthread_create(&threads[started++], 0, body, argument);
}
static void joinAll(void) {
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], 0);
}

// A full pipe has room once a page of it was read to its end.
static void* writesOne(void* unused) {
  assert(write(a[1], text, 1) == 1);
  return 0;
}
static void full_page(void) {
  assert(pipe(a) == 0);
  for (int i = 0; i < 16; i++)
    assert(write(a[1], text, 4096) == 4096);
  start(writesOne, 0);
  assert(read(a[0], got, isWrong ? 4095 : 4096) > 0);
  joinAll();
}
static void* polls(void* unused) {
  struct pollfd p = {a[1], POLLOUT, 0};
  assert(poll(&p, 1, -1) == 1 && p.revents == POLLOUT);
  return 0;
}
static void full_polled(void) {
  assert(pipe(a) == 0);
  for (int i = 0; i < 16; i++)
    assert(write(a[1], text, 2049) == 2049);
  start(polls, 0);
  assert(read(a[0], got, isWrong ? 2048 : 2049) > 0);
  joinAll();
}

// Two writers, of which one needs a new page and the other one fits into the last one.
static void* writesMuch(void* unused) {
  assert(write(a[1], text, 3000) == 3000);
  return 0;
}
static void two_writers(void) {
  assert(pipe(a) == 0);
  for (int i = 0; i < 15; i++)
    assert(write(a[1], text, 4096) == 4096);
  assert(write(a[1], text, 2000) == 2000);
  start(writesMuch, 0);
  start(writesOne, 0);
  assert(read(a[0], got, isWrong ? 100 : 4096) > 0);
  joinAll();
}

// More than a pipe holds, in parts.
static void* writesLarge(void* unused) {
  assert(write(a[1], text, 69632) == 69632);
  return 0;
}
static void large(void) {
  assert(pipe(a) == 0);
  start(writesLarge, 0);
  if (isWrong)
    assert(read(a[0], got, 4095) > 0);
  for (size_t sum = 0; !isWrong && sum < 69632;)
    sum += (size_t)read(a[0], got, 65536);
  joinAll();
}

// A reply that comes after the other side has closed is an error of who sent it.
static void* replies(void* unused) {
  const ssize_t done = write(a[1], "x", 1);
  assert(done == 1 || errno == EPIPE);
  const ssize_t end = read(a[1], got, 9);
  assert(end == 0 || (!isWrong && end == -1 && errno == ECONNRESET));
  return 0;
}
static void reset(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  start(replies, 0);
  close(a[0]);
  joinAll();
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  CASE();
}
