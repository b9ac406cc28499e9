/* Signals that are read from a descriptor. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static sigset_t set;
static struct signalfd_siginfo got[4];

static int made(int flags) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, flags);
}

#if CASE == 1 /* one thread: what is pending is read, with its value */
static void test(void) {
  const int signals = made(SFD_NONBLOCK | SFD_CLOEXEC);
  assert(read(signals, got, sizeof got) == -1 && errno == EAGAIN);
  raise(SIGUSR1);
  raise(SIGUSR1);
  union sigval value = {.sival_int = 7};
  sigqueue(getpid(), SIGRTMIN, value);
  struct pollfd polled = {signals, POLLIN, 0};
  assert(poll(&polled, 1, -1) == 1 && polled.revents == POLLIN);
  assert(read(signals, got, 8) == -1 && errno == EINVAL);
  assert(read(signals, got, sizeof got) == (ssize_t)(IS(2, 3) * sizeof *got));
  assert(got[0].ssi_signo == SIGUSR1 && got[0].ssi_pid == (unsigned)getpid());
  assert((int)got[1].ssi_signo == SIGRTMIN && got[1].ssi_int == 7 && got[1].ssi_code == SI_QUEUE);
  assert(poll(&polled, 1, 0) == 0);
  assert(write(signals, got, 8) == -1 && errno == EINVAL);
}
#elif CASE == 2 /* the set can be replaced */
static void test(void) {
  const int signals = made(SFD_NONBLOCK);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGRTMIN);
  raise(SIGUSR1);
  assert(signalfd(signals, &one, 0) == signals);
  assert(read(signals, got, sizeof got) == -1 && errno == EAGAIN);
  assert(signalfd(signals, IS(&set, &one), 0) == signals);
  assert(read(signals, got, sizeof got) == sizeof *got);
  int ends[2];
  pipe(ends);
  assert(signalfd(ends[0], &set, 0) == -1 && errno == EINVAL);
  assert(signalfd(-1, &set, 1) == -1 && errno == EINVAL);
}
#elif CASE == 3 /* epoll */
static void test(void) {
  const int signals = made(SFD_NONBLOCK), watched = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.u32 = 5}};
  assert(epoll_ctl(watched, EPOLL_CTL_ADD, signals, &event) == 0);
  assert(epoll_wait(watched, &event, 1, 0) == 0);
  kill(getpid(), SIGUSR1);
  assert(epoll_wait(watched, &event, 1, -1) == IS(1, 0) && event.data.u32 == 5);
  assert(read(signals, got, sizeof got) == sizeof *got);
  assert(epoll_wait(watched, &event, 1, 0) == 0);
}
#elif CASE == 4 /* a thread waits for what another one sends to the process */
static void* sends(void* argument) {
  kill(getpid(), SIGUSR1);
  return argument;
}
static void test(void) {
  const int signals = made(0);
  pthread_t other;
  pthread_create(&other, NULL, sends, NULL);
#ifdef WRONG
  read(signals, got, sizeof *got);
#endif
  assert(read(signals, got, sizeof *got) == sizeof *got && got[0].ssi_signo == SIGUSR1);
  pthread_join(other, NULL);
}
#elif CASE == 5 /* a loop of a pipe and signals */
static int ends[2];
static void* sends(void* argument) {
  kill(getpid(), SIGUSR1);
  write(ends[1], "x", 1);
  return argument;
}
static void test(void) {
  const int signals = made(SFD_NONBLOCK), watched = epoll_create1(0);
  pthread_t other;
  pipe(ends);
  struct epoll_event event = {EPOLLIN, {.fd = signals}};
  epoll_ctl(watched, EPOLL_CTL_ADD, signals, &event);
  event.data.fd = ends[0];
  epoll_ctl(watched, EPOLL_CTL_ADD, ends[0], &event);
  pthread_create(&other, NULL, sends, NULL);
  int first = -1;
  for (int seen = 0; seen < 2; seen++) {
    char byte;
    assert(epoll_wait(watched, &event, 1, -1) == 1);
    if (first < 0)
      first = event.data.fd;
    if (event.data.fd == signals)
      assert(read(signals, got, sizeof *got) == sizeof *got);
    else
      assert(read(ends[0], &byte, 1) == 1);
  }
  assert(first == IS(signals, ends[0])); /* the signal was sent first */
  pthread_join(other, NULL);
}
#elif CASE == 6 /* a signal that is not blocked may also go to its handler */
static int handled;
static void note(int number) {
  (void)number;
  handled++;
}
static void* sends(void* argument) {
  kill(getpid(), SIGUSR1);
  return argument;
}
static void test(void) {
  signal(SIGUSR1, note);
  const int signals = made(SFD_NONBLOCK);
  pthread_t other;
  pthread_create(&other, NULL, sends, NULL);
#ifdef WRONG
  sigprocmask(SIG_UNBLOCK, &set, NULL);
#endif
  pthread_join(other, NULL);
  assert(read(signals, got, sizeof *got) == sizeof *got && handled == 0);
}
#endif

int main(void) {
  test();
}
