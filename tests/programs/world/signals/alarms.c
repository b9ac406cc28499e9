/* The signal of a timer comes at any time from then on, unless the timer is set anew before. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static volatile sig_atomic_t first, second, half, count;
static void note(int number) {
  (void)number;
  count++;
  half |= first != second;
}
static void mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(how, &set, NULL);
}

#if CASE == 1 /* between any two steps */
static void test(void) {
  signal(SIGALRM, note);
  alarm(1);
#ifndef WRONG
  mask(SIG_BLOCK);
#endif
  first = 1;
  second = 1;
#ifndef WRONG
  mask(SIG_UNBLOCK);
#endif
  assert(!half);
}
#elif CASE == 2 /* waiting for it: it may come before pause */
static void test(void) {
  sigset_t none;
  sigemptyset(&none);
  signal(SIGALRM, note);
#ifdef WRONG
  alarm(1);
  pause();
#else
  mask(SIG_BLOCK);
  alarm(1);
  assert(sigsuspend(&none) == -1 && errno == EINTR);
#endif
  assert(count == 1);
}
#elif CASE == 3 /* set anew: it comes once or not at all */
static void test(void) {
  signal(SIGALRM, note);
  alarm(10);
  const unsigned left = alarm(0);
  assert(left == 10 || (left == 0 && count == IS(1, 0)));
}
#elif CASE == 4 /* setitimer, and without a handler */
static void test(void) {
  const struct itimerval soon = {.it_value = {0, 1000}};
  signal(SIGALRM, IS(SIG_IGN, SIG_DFL));
  assert(setitimer(ITIMER_REAL, &soon, NULL) == 0);
}
#elif CASE == 5 /* a handler that changes errno, which the interrupted code may look at */
static void spoil(int number) {
  (void)number;
  const int before = errno;
  errno = EDOM;
  errno = IS(before, errno);
}
static _Atomic int steps;
static void test(void) {
  signal(SIGALRM, spoil);
  alarm(1);
  errno = 0;
  steps = 1;
  assert(errno == 0);
}
#endif

int main(void) {
  test();
}
