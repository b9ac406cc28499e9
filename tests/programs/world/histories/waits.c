// Threads that wait for descriptors in vain, and what a report says of it: -DCASE=... names the case, -DWRONG is its
// faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static struct {
  int wake[2], copy, set, counter;
} loop;
static atomic_int pending, jobs;
static pthread_t threads[4];
static int started;

static void start(void* (*body)(void*)) {
  pthread_create(&threads[started++], 0, body, 0);
}
static void joinAll(void) {
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], 0);
}

// A loop that is woken through a pipe, at most once for several jobs. The flag that says so is cleared too late: after
// the jobs were taken.
static void* posts(void* unused) {
  for (int i = 0; i < 2; i++) {
    atomic_fetch_add(&jobs, 1);
    if (atomic_exchange(&pending, 1) == 0)
      assert(write(loop.wake[1], "x", 1) == 1);
  }
  return 0;
}
static void takesJobs(void) {
  int done = 0;
  while (done < 2) {
    char c;
    assert(read(loop.wake[0], &c, 1) == 1);
    if (!isWrong)
      atomic_store(&pending, 0);
    done += atomic_exchange(&jobs, 0);
    if (isWrong)
      atomic_store(&pending, 0);
  }
}
static void late_flag(void) {
  assert(pipe(loop.wake) == 0);
  start(posts);
  takesJobs();
  joinAll();
}

// The same loop waits for its pipe by epoll.
static void late_flag_epoll(void) {
  struct epoll_event e = {.events = EPOLLIN};
  char c[8];
  assert(pipe2(loop.wake, O_NONBLOCK) == 0);
  loop.set = epoll_create1(0);
  assert(epoll_ctl(loop.set, EPOLL_CTL_ADD, loop.wake[0], &e) == 0);
  start(posts);
  for (int done = 0; done < 2;) {
    assert(epoll_wait(loop.set, &e, 1, -1) == 1);
    assert(read(loop.wake[0], c, sizeof c) >= 1);
    if (!isWrong)
      atomic_store(&pending, 0);
    done += atomic_exchange(&jobs, 0);
    if (isWrong)
      atomic_store(&pending, 0);
  }
  joinAll();
}

// A reader waits for an end of file. Its own thread still has a copy of the write end.
static void* sends(void* unused) {
  assert(write(loop.copy, "xy", 2) == 2);
  close(loop.copy);
  return 0;
}
static void open_end(void) {
  char c;
  assert(pipe(loop.wake) == 0);
  loop.copy = dup(loop.wake[1]);
  if (!isWrong)
    close(loop.wake[1]);
  start(sends);
  while (read(loop.wake[0], &c, 1) == 1)
    continue;
  joinAll();
}

// Edge-triggered: what is left over after a report does not come back.
static void* sendsTwo(void* unused) {
  assert(write(loop.wake[1], "xy", 2) == 2);
  return 0;
}
static void edge(void) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  char c;
  assert(pipe2(loop.wake, O_NONBLOCK) == 0);
  loop.set = epoll_create1(0);
  assert(epoll_ctl(loop.set, EPOLL_CTL_ADD, loop.wake[0], &e) == 0);
  start(sendsTwo);
  for (int got = 0; got < 2;) {
    assert(epoll_wait(loop.set, &e, 1, -1) == 1);
    while (read(loop.wake[0], &c, 1) == 1) {
      got++;
      if (isWrong)
        break;
    }
  }
  joinAll();
}

// One-shot: after a report the watch is off until it is armed again.
static void* sendsTwice(void* unused) {
  assert(write(loop.wake[1], "x", 1) == 1);
  assert(write(loop.wake[1], "y", 1) == 1);
  return 0;
}
static void one_shot(void) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT}, got;
  char c;
  assert(pipe(loop.wake) == 0);
  loop.set = epoll_create1(0);
  assert(epoll_ctl(loop.set, EPOLL_CTL_ADD, loop.wake[0], &e) == 0);
  start(sendsTwice);
  for (int i = 0; i < 2; i++) {
    assert(epoll_wait(loop.set, &got, 1, -1) == 1);
    assert(read(loop.wake[0], &c, 1) == 1);
    if (!isWrong)
      assert(epoll_ctl(loop.set, EPOLL_CTL_MOD, loop.wake[0], &e) == 0);
  }
  joinAll();
}

// A thread waits for two descriptors, of which one never becomes ready.
static void* adds(void* unused) {
  const uint64_t one = 1;
  if (!isWrong)
    assert(write(loop.counter, &one, 8) == 8);
  return 0;
}
static void nothing_ready(void) {
  assert(pipe(loop.wake) == 0);
  loop.counter = eventfd(0, 0);
  start(adds);
  struct pollfd p[2] = {{loop.wake[0], POLLIN, 0}, {loop.counter, POLLIN, 0}};
  assert(poll(p, 2, -1) == 1 && p[1].revents == POLLIN);
  joinAll();
}

// A descriptor is used after another thread closed it.
static void* closes(void* unused) {
  close(loop.wake[1]);
  return 0;
}
static void closed(void) {
  assert(pipe(loop.wake) == 0);
  if (!isWrong)
    assert(write(loop.wake[1], "x", 1) == 1);
  start(closes);
  if (isWrong)
    assert(write(loop.wake[1], "x", 1) == 1);
  joinAll();
}

// A handler takes the lock that the code holds which it interrupts. -DWRONG does not block the signal there.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int entries;
static void enter(void) {
  pthread_mutex_lock(&lock);
  entries++;
  pthread_mutex_unlock(&lock);
}
static void onSignal(int number) {
  enter();
}
static void* sendsSignal(void* unused) {
  pthread_kill(threads[3], SIGUSR1);
  return 0;
}
static void handler(void) {
  struct sigaction action = {.sa_handler = onSignal};
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaction(SIGUSR1, &action, 0);
  threads[3] = pthread_self();
  start(sendsSignal);
  if (!isWrong)
    pthread_sigmask(SIG_BLOCK, &signals, 0);
  enter();
  if (!isWrong)
    pthread_sigmask(SIG_UNBLOCK, &signals, 0);
  joinAll();
}

int main(void) {
  CASE();
}
