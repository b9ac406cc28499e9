/* Signals that a thread sends itself: the handler runs before the call returns. Every number of CASE is right as it
 * stands; with WRONG, something is expected that Linux does not do. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static int order[8], count;
static void note(int number) {
  order[count++] = number;
}
static int isOrder(int first, int second, int third) {
  return order[0] == first && order[1] == second && order[2] == third;
}

static void install(int number, void (*handler)(int), int flags, int masked) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  if (masked != 0)
    sigaddset(&action.sa_mask, masked);
  assert(sigaction(number, &action, NULL) == 0);
}

static sigset_t only(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}
static int isBlocked(int number) {
  sigset_t set;
  sigprocmask(SIG_BLOCK, NULL, &set);
  return sigismember(&set, number);
}
static void block(int number) {
  const sigset_t set = only(number);
  sigprocmask(SIG_BLOCK, &set, NULL);
}
static void unblock(int number) {
  const sigset_t set = only(number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

#if CASE == 1 /* it runs at once */
static void test(void) {
  install(SIGUSR1, note, 0, 0);
  assert(raise(SIGUSR1) == 0);
  assert(count == IS(1, 0) && order[0] == SIGUSR1);
  assert(kill(getpid(), SIGUSR1) == 0 && pthread_kill(pthread_self(), SIGUSR1) == 0);
  assert(count == 3);
}
#elif CASE == 2 /* what a handler with three arguments is told */
static void* inside;
static void told(int number, siginfo_t* information, void* context) {
  inside = context;
  note(number);
  assert(information->si_signo == number && information->si_errno == 0);
  note(information->si_code);
  if (information->si_code == SI_QUEUE)
    assert(information->si_value.sival_int == IS(77, 78) && information->si_pid == getpid());
}
static void test(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = told;
  action.sa_flags = SA_SIGINFO;
  assert(sigaction(SIGUSR2, &action, NULL) == 0);
  raise(SIGUSR2);
  assert(isOrder(SIGUSR2, SI_TKILL, 0) && inside != NULL);
  kill(getpid(), SIGUSR2);
  assert(order[3] == SI_USER);
  const union sigval value = {.sival_int = 77};
  assert(sigqueue(getpid(), SIGUSR2, value) == 0);
  assert(order[5] == SI_QUEUE && count == 6);
}
#elif CASE == 3 /* SA_RESETHAND */
static void test(void) {
  install(SIGUSR1, note, SA_RESETHAND, 0);
  raise(SIGUSR1);
  assert(count == 1);
  struct sigaction now;
  sigaction(SIGUSR1, NULL, &now);
  assert(now.sa_handler == IS(SIG_DFL, note));
}
#elif CASE == 4 /* its own signal is blocked while a handler runs, unless SA_NODEFER says otherwise */
static int depth, deepest, left;
static void nested(int number) {
  if (++depth > deepest)
    deepest = depth;
  if (left-- > 0)
    raise(number);
  depth--;
}
static void test(void) {
  install(SIGUSR1, nested, 0, 0);
  left = 2;
  raise(SIGUSR1);
  assert(deepest == IS(1, 2) && left == -1 && !isBlocked(SIGUSR1));
  install(SIGUSR1, nested, SA_NODEFER, 0);
  left = 2;
  raise(SIGUSR1);
  assert(deepest == 3);
}
#elif CASE == 5 /* sa_mask */
static void first(int number) {
  note(number);
  assert(isBlocked(SIGUSR2) && isBlocked(SIGUSR1) && !isBlocked(SIGTERM));
  raise(SIGUSR2);
  note(1);
}
static void test(void) {
  install(SIGUSR1, first, 0, SIGUSR2);
  install(SIGUSR2, note, 0, 0);
  raise(SIGUSR1);
  assert(IS(isOrder(SIGUSR1, 1, SIGUSR2), isOrder(SIGUSR1, SIGUSR2, 1)));
  assert(!isBlocked(SIGUSR2));
}
#elif CASE == 6 /* a handler may be interrupted by another signal */
static void first(int number) {
  note(number);
  raise(SIGUSR2);
  note(1);
}
static void test(void) {
  install(SIGUSR1, first, 0, 0);
  install(SIGUSR2, note, 0, 0);
  raise(SIGUSR1);
  assert(IS(isOrder(SIGUSR1, SIGUSR2, 1), isOrder(SIGUSR1, 1, SIGUSR2)));
}
#elif CASE == 7 /* blocked, and delivered at unblocking: a standard signal once */
static void test(void) {
  sigset_t pending;
  install(SIGUSR1, note, 0, 0);
  block(SIGUSR1);
  raise(SIGUSR1);
  raise(SIGUSR1);
  assert(count == 0);
  sigpending(&pending);
  assert(sigismember(&pending, SIGUSR1) && !sigismember(&pending, SIGUSR2));
  unblock(SIGUSR1);
  assert(count == IS(1, 2));
  sigpending(&pending);
  assert(!sigismember(&pending, SIGUSR1));
}
#elif CASE == 8 /* of several signals that are unblocked at once, the one with the highest number runs first */
static void test(void) {
  sigset_t all;
  sigfillset(&all);
  install(SIGUSR1, note, 0, 0);
  install(SIGUSR2, note, 0, 0);
  install(SIGHUP, note, 0, 0);
  sigprocmask(SIG_SETMASK, &all, NULL);
  raise(SIGUSR1);
  raise(SIGUSR2);
  raise(SIGHUP);
  sigemptyset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  assert(count == 3 && IS(isOrder(SIGUSR2, SIGUSR1, SIGHUP), isOrder(SIGHUP, SIGUSR1, SIGUSR2)));
}
#elif CASE == 9 /* unless its mask keeps the others out */
static void test(void) {
  sigset_t all;
  sigfillset(&all);
  install(SIGUSR1, note, 0, SIGUSR2);
  install(SIGUSR2, note, 0, 0);
  sigprocmask(SIG_SETMASK, &all, NULL);
  raise(SIGUSR2);
  raise(SIGUSR1);
  sigemptyset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  assert(count == 2 && IS(isOrder(SIGUSR1, SIGUSR2, 0), isOrder(SIGUSR2, SIGUSR1, 0)));
}
#elif CASE == 10 /* real-time signals queue, with their values */
static int values[4];
static void told(int number, siginfo_t* information, void* context) {
  (void)number, (void)context;
  values[count++] = information->si_value.sival_int;
}
static void test(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = told;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGRTMIN, &action, NULL);
  block(SIGRTMIN);
  for (int i = 1; i <= 3; i++) {
    const union sigval value = {.sival_int = i};
    if (i == 2)
      pthread_sigqueue(pthread_self(), SIGRTMIN, value);
    else
      sigqueue(getpid(), SIGRTMIN, value);
  }
  unblock(SIGRTMIN);
  /* What was sent to the thread goes before what was sent to the process. A handler runs when the one before it has
   * returned: its own signal is blocked. */
  assert(count == IS(3, 1) && values[0] == 2 && values[1] == 1 && values[2] == 3);
}
#elif CASE == 11 /* ignored; and what is pending is gone once the signal is ignored */
static void test(void) {
  assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
  raise(SIGUSR1);
  assert(raise(SIGWINCH) == 0);
  signal(SIGUSR1, note);
  block(SIGUSR1);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR1, note);
  unblock(SIGUSR1);
  assert(count == IS(0, 1));
  signal(SIGUSR1, SIG_IGN);
  block(SIGUSR1);
  raise(SIGUSR1); /* a blocked signal is kept, since it may be handled later */
  signal(SIGUSR1, note);
  unblock(SIGUSR1);
  assert(count == 1);
}
#elif CASE == 12 /* a handler may leave by siglongjmp, which brings the mask back */
static sigjmp_buf place;
static void leave(int number) {
  note(number);
  siglongjmp(place, 5);
}
static void test(void) {
  install(SIGUSR1, leave, 0, 0);
  volatile int rounds = 0;
  const int came = sigsetjmp(place, IS(1, 0));
  assert(came == (rounds == 0 ? 0 : 5) && !isBlocked(SIGUSR1));
  if (rounds++ < 2)
    raise(SIGUSR1);
  assert(count == 2 && rounds == 3);
}
#elif CASE == 13 /* errno is that of the thread */
static void spoil(int number) {
  note(number);
  errno = EDOM;
}
static void test(void) {
  install(SIGUSR1, spoil, 0, 0);
  errno = 0;
  raise(SIGUSR1);
  assert(errno == IS(EDOM, 0));
}
#elif CASE == 14 /* the handler of SIGABRT runs; it does not save the process, but it may leave */
static jmp_buf place;
static void leave(int number) {
  note(number);
  longjmp(place, 1);
}
static void test(void) {
  install(SIGABRT, IS(leave, note), 0, 0);
  if (setjmp(place) == 0)
    abort();
  assert(count == 1 && isBlocked(SIGABRT));
}
#elif CASE == 15 /* a handler may change the mask that the thread has afterwards */
#include <ucontext.h>
static void change(int number, siginfo_t* information, void* context) {
  (void)information;
  note(number);
  block(SIGTERM); /* undone when it returns */
  sigaddset(&((ucontext_t*)context)->uc_sigmask, SIGUSR2);
}
static void test(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = change;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  assert(count == 1 && isBlocked(SIGUSR2) && isBlocked(SIGTERM) == IS(0, 1));
}
#elif CASE == 16 /* without a handler */
static void test(void) {
  signal(SIGUSR1, IS(note, SIG_DFL));
  raise(SIGUSR1);
}
#elif CASE == 17 /* sysv_signal: once, and its own signal is not blocked */
static void again(int number) {
  note(number);
  assert(!isBlocked(number));
}
static void test(void) {
  sysv_signal(SIGUSR1, again);
  raise(SIGUSR1);
#ifdef WRONG
  raise(SIGUSR1);
#endif
  assert(signal(SIGUSR1, again) == SIG_DFL);
}
#elif CASE == 18 /* errors of the calls */
static void test(void) {
  errno = 0;
  assert(raise(65) == -1 && errno == EINVAL);
  assert(kill(getpid(), -1) == -1 && errno == EINVAL);
  assert(pthread_kill(pthread_self(), 65) == EINVAL);
  assert(raise(0) == IS(0, -1) && kill(getpid(), 0) == 0);
  assert(signal(SIGKILL, note) == SIG_ERR && errno == EINVAL);
}
#elif CASE == 19 /* what was set before main */
__attribute__((constructor)) static void before(void) {
  signal(SIGUSR1, note);
  block(SIGUSR2);
}
static void test(void) {
  signal(SIGUSR2, note);
  raise(SIGUSR1);
  raise(SIGUSR2);
  assert(count == IS(1, 2) && isBlocked(SIGUSR2));
}
#endif

int main(void) {
  test();
}
