// Programs that are told to stop, or to read their settings again, from outside: --signals. -DCASE=... names the case,
// -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

static volatile sig_atomic_t stop;
static void onStop(int number) {
  stop = number;
}
static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}
static sigset_t setOf(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

// Between the look at the flag and the wait the signal is lost.
static void waits_for_stop(void) {
  const sigset_t blocked = setOf(SIGTERM);
  sigset_t before;
  sigprocmask(WRONG ? SIG_UNBLOCK : SIG_BLOCK, &blocked, &before);
  handle(SIGTERM, onStop, 0);
  while (stop == 0)
    if (WRONG)
      pause();
    else
      sigsuspend(&before);
}

// The handler comes in the middle of a change of two variables.
static volatile int first, second;
static void onReload(int number) {
  (void)number;
  assert(first == second);
}
static void reloads(void) {
  const sigset_t blocked = setOf(SIGHUP);
  handle(SIGHUP, onReload, 0);
  for (int i = 1; i < 3; i++) {
    if (!WRONG)
      sigprocmask(SIG_BLOCK, &blocked, NULL);
    first = i;
    second = i;
    sigprocmask(SIG_UNBLOCK, &blocked, NULL);
  }
}

// A self-pipe whose write may fill it: not here, but errno has to stay.
static int ends[2];
static void onWake(int number) {
  const int kept = errno;
  stop = number;
  write(WRONG ? -1 : ends[1], "x", 1);
  if (!WRONG)
    errno = kept;
}
static void self_pipe(void) {
  char byte;
  pipe(ends);
  handle(SIGINT, onWake, SA_RESTART);
  errno = 0;
  const int got = WRONG ? 1 : (int)read(ends[0], &byte, 1);
  assert(got == 1 && errno == 0);
}

// Calls that find what they want are not interrupted. One that waits may meet the signal too early.
static void interrupted(void) {
  char byte;
  pipe(ends);
  handle(SIGUSR1, onStop, 0);
  write(ends[1], "ab", 2);
  assert(read(ends[0], &byte, 1) == 1);
  struct pollfd what = {ends[0], POLLIN, 0};
  assert(poll(&what, 1, -1) == 1);
  assert(read(ends[0], &byte, 1) == 1);
  if (WRONG)
    read(ends[0], &byte, 1); // nobody writes any more
}

// A thread of its own for signals; the others have to block them.
static atomic_int isOver;
static void* awaits(void* set) {
  int number = 0;
  sigwait(set, &number);
  assert(number == SIGTERM);
  isOver = 1;
  return NULL;
}
static void* works(void* unused) {
  if (WRONG) {
    const sigset_t set = setOf(SIGTERM);
    handle(SIGTERM, onStop, 0);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    while (isOver == 0)
      usleep(1);
  }
  return unused;
}
static void thread_for_signals(void) {
  pthread_t waiter, worker;
  sigset_t set = setOf(SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, awaits, &set);
  pthread_create(&worker, NULL, works, NULL);
  pthread_join(waiter, NULL);
  pthread_join(worker, NULL);
  assert(isOver == 1);
}

// A signalfd in a loop of events.
static void signal_descriptor(void) {
  const sigset_t set = setOf(SIGTERM);
  struct signalfd_siginfo told;
  if (!WRONG)
    sigprocmask(SIG_BLOCK, &set, NULL);
  else
    handle(SIGTERM, onStop, SA_RESTART);
  const int from = signalfd(-1, &set, 0);
  struct pollfd what = {from, POLLIN, 0};
  while (poll(&what, 1, -1) != 1) // a handler takes the signal away
    ;
  assert(read(from, &told, sizeof told) == sizeof told && told.ssi_signo == SIGTERM);
}

// Two signals to one flag.
static volatile sig_atomic_t reloadsNow;
static void onBoth(int number) {
  if (number == SIGHUP)
    reloadsNow = 1;
  else
    stop = 1;
}
static void two_signals(void) {
  sigset_t both = setOf(SIGTERM), before;
  sigaddset(&both, SIGHUP);
  sigprocmask(SIG_BLOCK, &both, &before);
  handle(SIGTERM, onBoth, 0);
  handle(SIGHUP, onBoth, 0);
  while (stop == 0) {
    sigsuspend(&before);
    if (WRONG)
      assert(reloadsNow != stop); // both may be there
    reloadsNow = 0;
  }
}

// The handler is taken away; what comes later ends a process, which is no error.
static void taken_away(void) {
  handle(SIGTERM, onStop, SA_RESETHAND);
  while (stop == 0)
    usleep(1);
  assert(!WRONG || stop != SIGTERM);
}

int main(void) {
  CASE();
  return 0;
}
