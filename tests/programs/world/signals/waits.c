/* Waits for signals that the thread blocks, or for handlers. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static volatile sig_atomic_t count, last;
static void note(int number) {
  count++;
  last = number;
}

static void install(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(number, &action, NULL);
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
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

#if CASE == 1 /* what the process was sent is taken */
static void test(void) {
  const sigset_t set = only(SIGUSR1);
  int taken = 0;
  block(SIGUSR1);
  kill(getpid(), IS(SIGUSR1, SIGWINCH));
  assert(sigwait(&set, &taken) == 0 && taken == SIGUSR1);
}
#elif CASE == 2 /* with what was told about it; the lowest number first */
static void test(void) {
  sigset_t set = only(SIGUSR1);
  siginfo_t told;
  const union sigval value = {.sival_int = 3};
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  sigqueue(getpid(), SIGUSR2, value);
  raise(SIGUSR1);
  assert(sigwaitinfo(&set, &told) == IS(SIGUSR1, SIGUSR2) && told.si_code == SI_USER);
  assert(sigwaitinfo(&set, &told) == SIGUSR2 && told.si_code == SI_QUEUE && told.si_value.sival_int == 3);
}
#elif CASE == 3 /* a limited wait */
static void test(void) {
  const sigset_t set = only(SIGUSR1);
  const struct timespec none = {0, 0}, bad = {0, -1}, some = {0, 1000};
  block(SIGUSR1);
  assert(sigtimedwait(&set, NULL, &none) == -1 && errno == EAGAIN);
  assert(sigtimedwait(&set, NULL, &some) == -1 && errno == EAGAIN);
  assert(sigtimedwait(&set, NULL, &bad) == -1 && errno == EINVAL);
  raise(SIGUSR1);
  assert(sigtimedwait(&set, NULL, &none) == IS(SIGUSR1, -1));
}
#elif CASE == 4 /* sigsuspend: the handler runs under the given mask, and the mask before is there again */
static void look(int number) {
  note(number);
  assert(isBlocked(SIGUSR2) && isBlocked(SIGUSR1));
}
static void test(void) {
  const sigset_t set = only(SIGUSR2);
  install(SIGUSR1, look);
  install(SIGUSR2, note);
  block(SIGUSR1);
  raise(SIGUSR1);
  assert(count == 0);
  assert(sigsuspend(&set) == -1 && errno == EINTR);
  assert(count == IS(1, 0) && isBlocked(SIGUSR1) && !isBlocked(SIGUSR2));
}
#elif CASE == 5 /* of two signals the second frame runs first, under the mask of the call */
static int seen[2], at;
static void look(int number) {
  seen[at++] = number * 10 + isBlocked(SIGTERM);
}
static void test(void) {
  sigset_t both = only(SIGUSR1), given = only(SIGTERM);
  sigaddset(&both, SIGUSR2);
  install(SIGUSR1, look);
  install(SIGUSR2, look);
  sigprocmask(SIG_BLOCK, &both, NULL);
  raise(SIGUSR1);
  raise(SIGUSR2);
  sigsuspend(&given);
  assert(at == 2 && seen[0] == SIGUSR2 * 10 + IS(1, 0) && seen[1] == SIGUSR1 * 10 + 1);
  assert(!isBlocked(SIGTERM) && isBlocked(SIGUSR1));
}
#elif CASE == 6 /* pause waits for another thread's signal */
static void* sender(void* argument) {
  pthread_kill(*(pthread_t*)argument, SIGUSR1);
  return NULL;
}
static void test(void) {
  pthread_t self = pthread_self(), other;
  sigset_t none;
  sigemptyset(&none);
  install(SIGUSR1, note);
  block(SIGUSR1);
  pthread_create(&other, NULL, sender, &self);
#ifdef WRONG /* it may come before the pause */
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  assert(pause() == -1 && errno == EINTR);
#else
  assert(sigsuspend(&none) == -1 && errno == EINTR);
#endif
  assert(count == 1 && last == SIGUSR1);
  pthread_join(other, NULL);
}
#elif CASE == 7 /* a thread that takes the signals of all */
static int got;
static void* waiter(void* argument) {
  const sigset_t set = only(SIGTERM);
  int number;
  assert(sigwait(&set, &number) == 0);
  got = number;
  return argument;
}
static void test(void) {
  pthread_t other;
  block(SIGTERM);
  pthread_create(&other, NULL, waiter, NULL);
  kill(getpid(), IS(SIGTERM, SIGCHLD));
  pthread_join(other, NULL);
  assert(got == SIGTERM);
}
#elif CASE == 8 /* two threads wait, two signals: a standard signal that is pending is not sent twice */
static void* waiter(void* argument) {
  const sigset_t set = only(IS(SIGRTMIN, SIGUSR1));
  int number;
  assert(sigwait(&set, &number) == 0);
  return argument;
}
static void test(void) {
  pthread_t threads[2];
  block(SIGRTMIN);
  block(SIGUSR1);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, waiter, NULL);
  for (int i = 0; i < 2; i++)
    kill(getpid(), IS(SIGRTMIN, SIGUSR1));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
#elif CASE == 9 /* nobody sends */
static void test(void) {
#ifdef WRONG
  pause();
#endif
}
#elif CASE == 10 /* a handler ends sigwaitinfo, and does not end sigwait */
static void* sender(void* argument) {
  pthread_kill(*(pthread_t*)argument, SIGUSR2);
#ifndef WRONG
  pthread_kill(*(pthread_t*)argument, SIGUSR1);
#endif
  return NULL;
}
static void test(void) {
  pthread_t self = pthread_self(), other;
  const sigset_t set = only(SIGUSR1), second = only(SIGUSR2);
  int number = 0;
  install(SIGUSR2, note);
  block(SIGUSR1);
  block(SIGUSR2);
  pthread_create(&other, NULL, sender, &self);
  pthread_sigmask(SIG_UNBLOCK, &second, NULL);
  assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
  assert(count == 1);
  pthread_join(other, NULL);
}
#endif

int main(void) {
  test();
}
