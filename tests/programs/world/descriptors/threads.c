// Threads that talk through descriptors: -DCASE=... names the case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>
#ifdef REVISIT_INPUT
#include <revisit.h>
#endif

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

#ifndef WRONG_BOTH
#define WRONG_BOTH 1
#endif
#ifndef WRONG_TIMER
#define WRONG_TIMER 1
#endif

static int a[2], b[2], counter, set;
static int shared;
static pthread_t threads[4];
static int started;

static void start(void* (*body)(void*), void* argument) {
  pthread_create(&threads[started++], 0, body, argument);
}
static void joinAll(void) {
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], 0);
}

// What is stored before a byte is sent is there once it was received.
static void* sender(void* unused) {
  if (!isWrong)
    shared = 1;
  assert(write(a[1], "x", 1) == 1);
  if (isWrong)
    shared = 1;
  return 0;
}
static void publishes(void) {
  char c;
  assert(pipe(a) == 0);
  start(sender, 0);
  assert(read(a[0], &c, 1) == 1 && c == 'x');
  assert(shared == 1);
  joinAll();
}
static void publishes_by_poll(void) {
  assert(pipe(a) == 0);
  start(sender, 0);
  struct pollfd p = {a[0], POLLIN, 0};
  assert(poll(&p, 1, -1) == 1);
  assert(shared == 1);
  joinAll();
}

// Two writers: their bytes come in one order or the other, and never mix.
static void* writes(void* text) {
  assert(write(a[1], text, 2) == 2);
  return 0;
}
static void two_writers(void) {
  char got[4];
  assert(pipe(a) == 0);
  start(writes, "ab");
  start(writes, "cd");
  joinAll();
  assert(read(a[0], got, 4) == 4);
  assert(memcmp(got, "abcd", 4) == 0 || (!isWrong && memcmp(got, "cdab", 4) == 0));
}

// The reader waits for an end of file: somebody must close the last writing end.
static void* readsAll(void* unused) {
  char c;
  while (read(a[0], &c, 1) == 1)
    shared++;
  return 0;
}
static void end_of_file(void) {
  assert(pipe(a) == 0);
  start(readsAll, 0);
  assert(write(a[1], "xy", 2) == 2);
  if (!isWrong)
    close(a[1]);
  joinAll();
  assert(shared == 2);
}

// A counter as a semaphore: both threads get one, and a third one waits for ever.
static void* takes(void* unused) {
  uint64_t n;
  assert(read(counter, &n, 8) == 8 && n == 1);
  return 0;
}
static void semaphore(void) {
  const uint64_t two = 2;
  counter = eventfd(0, EFD_SEMAPHORE);
  for (int i = 0; i < (isWrong ? 3 : 2); i++)
    start(takes, 0);
  assert(write(counter, &two, 8) == 8);
  joinAll();
}

// A sum that arrives in one or two parts.
static void* adds(void* unused) {
  const uint64_t one = 1;
  assert(write(counter, &one, 8) == 8);
  return 0;
}
static void sum(void) {
  uint64_t n, all = 0;
  counter = eventfd(0, 0);
  start(adds, 0);
  start(adds, 0);
  int reads = 0;
  for (; all < 2; reads++) {
    assert(read(counter, &n, 8) == 8);
    all += n;
  }
  assert(!isWrong || reads == 1);
  joinAll();
}

// A descriptor is used after another thread closed it.
static void* closes(void* unused) {
  close(a[1]);
  return 0;
}
static void closed(void) {
  assert(pipe(a) == 0);
  if (!isWrong)
    assert(write(a[1], "x", 1) == 1);
  start(closes, 0);
  if (isWrong)
    assert(write(a[1], "x", 1) == 1);
  joinAll();
}

// Edges: what is left over after a report does not come back.
static void* sendsTwo(void* unused) {
  assert(write(a[1], "xy", 2) == 2);
  return 0;
}
static void edges(void) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  char c;
  assert(pipe2(a, O_NONBLOCK) == 0);
  set = epoll_create1(0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[0], &e) == 0);
  start(sendsTwo, 0);
  for (int got = 0; got < 2;) {
    assert(epoll_wait(set, &e, 1, -1) == 1);
    while (read(a[0], &c, 1) == 1) {
      got++;
      if (isWrong)
        break;
    }
  }
  joinAll();
}

// A loop that waits for two descriptors, level-triggered.
static void* sendsTo(void* fd) {
  assert(write((int)(intptr_t)fd, "x", 1) == 1);
  return 0;
}
static void two_sources(void) {
  struct epoll_event e[2] = {{.events = EPOLLIN}, {.events = EPOLLIN}};
  char c;
  assert(pipe(a) == 0 && pipe(b) == 0);
  set = epoll_create1(0);
  e[0].data.fd = a[0];
  e[1].data.fd = b[0];
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[0], &e[0]) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, b[0], &e[1]) == 0);
  start(sendsTo, (void*)(intptr_t)a[1]);
  start(sendsTo, (void*)(intptr_t)b[1]);
  int waits = 0;
  for (int got = 0; got < 2; waits++) {
    const int count = epoll_wait(set, e, 2, -1);
    assert(count >= 1);
    for (int i = 0; i < count; i++, got++)
      assert(read(e[i].data.fd, &c, 1) == 1);
  }
  assert(!isWrong || waits == 1);
  joinAll();
}
static void polls_two(void) {
  assert(pipe(a) == 0 && pipe(b) == 0);
  start(sendsTo, (void*)(intptr_t)a[1]);
  start(sendsTo, (void*)(intptr_t)b[1]);
  struct pollfd p[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  const int ready = poll(p, 2, -1);
  assert(ready == 1 || (!isWrong && ready == 2));
  joinAll();
}

// A time-out is possible as long as nothing was sent, and not necessary.
static void time_out(void) {
  assert(pipe(a) == 0);
  start(sendsTo, (void*)(intptr_t)a[1]);
  struct pollfd p = {a[0], POLLIN, 0};
  const int ready = poll(&p, 1, 100);
  assert(ready == 1 || (!isWrong && ready == 0));
  joinAll();
}

// A full pipe holds its writer up until somebody reads.
static void* fills(void* unused) {
  static char page[4096];
  for (int i = 0; i < 17; i++)
    assert(write(a[1], page, 4096) == 4096);
  return 0;
}
static void full(void) {
  static char page[4096];
  assert(pipe(a) == 0);
  start(fills, 0);
  if (!isWrong)
    assert(read(a[0], page, 4096) == 4096);
  joinAll();
}

// What is read frees room for a writer, who comes after the reader.
static void* fillsAndLooks(void* unused) {
  static char page[4096];
  for (int i = 0; i < 17; i++)
    assert(write(a[1], page, 4096) == 4096);
  assert(shared == 1);
  return 0;
}
static void room(void) {
  static char page[4096];
  assert(pipe(a) == 0);
  start(fillsAndLooks, 0);
  if (!isWrong)
    shared = 1;
  assert(read(a[0], page, 4096) == 4096);
  if (isWrong)
    shared = 1;
  joinAll();
}

// A loop with a timer: the byte may come before it expires or after that, or both are there at once.
static void timer_or_byte(void) {
  struct epoll_event e[2] = {{.events = EPOLLIN}, {.events = EPOLLIN}};
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  const int t = timerfd_create(CLOCK_MONOTONIC, 0);
  assert(pipe(a) == 0);
  set = epoll_create1(0);
  e[0].data.fd = a[0];
  e[1].data.fd = t;
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[0], &e[0]) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, t, &e[1]) == 0);
  assert(timerfd_settime(t, 0, &soon, 0) == 0);
  start(sendsTo, (void*)(intptr_t)a[1]);
  const int count = epoll_wait(set, e, 2, -1);
  assert(count == 1 || (WRONG_BOTH && count == 2));
  assert(e[0].data.fd == a[0] || (WRONG_TIMER && e[0].data.fd == t));
  joinAll();
}

// Request and answer over a connection.
static struct sockaddr_in address = {.sin_family = AF_INET};
static void* serves(void* listener) {
  char c;
  const int s = accept((int)(intptr_t)listener, 0, 0);
  assert(s >= 0 && read(s, &c, 1) == 1);
  c++;
  assert(write(s, &c, 1) == 1 && close(s) == 0);
  return 0;
}
static void connection(void) {
  socklen_t bytes = sizeof address;
  char c = 'a';
  const int l = socket(AF_INET, SOCK_STREAM, 0), s = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(l, (struct sockaddr*)&address, sizeof address) == 0 && listen(l, 4) == 0);
  assert(getsockname(l, (struct sockaddr*)&address, &bytes) == 0);
  start(serves, (void*)(intptr_t)l);
  assert(connect(s, (struct sockaddr*)&address, sizeof address) == 0);
  if (!isWrong)
    assert(write(s, &c, 1) == 1);
  assert(read(s, &c, 1) == 1 && c == 'b');
  assert(read(s, &c, 1) == 0);
  joinAll();
}

#ifdef REVISIT_INPUT
// An unknown number goes through a pipe.
static void* forwards(void* unused) {
  int n;
  assert(read(a[0], &n, sizeof n) == sizeof n);
  n = n * 2 + 1;
  assert(write(b[1], &n, sizeof n) == sizeof n);
  return 0;
}
static void input(void) {
  int n = revisit_nondet_int("n"), got;
  assert(pipe(a) == 0 && pipe(b) == 0);
  start(forwards, 0);
  assert(write(a[1], &n, sizeof n) == sizeof n && read(b[0], &got, sizeof got) == sizeof got);
  assert(isWrong ? got != 2469 : (got & 1) == 1);
  joinAll();
}
#endif

int main(void) {
  CASE();
}
