/* Timers: timer_create, periodic ones. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static const struct itimerspec once = {{0, 0}, {0, 1000000}}, often = {{0, 1000000}, {0, 1000000}},
                               never = {{0, 0}, {0, 0}}, late = {{2, 0}, {100, 0}}, deadline = {{0, 0}, {300, 0}};
static volatile sig_atomic_t count;

static void note(int number) {
  (void)number;
  count++;
}
static sigset_t blocked(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return set;
}

#if CASE == 1 /* what is said of a timer */
static void test(void) {
  timer_t timer;
  struct sigevent event;
  struct itimerspec now;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_NONE;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  assert(timer_gettime(timer, &now) == 0 && now.it_value.tv_sec == 0 && now.it_value.tv_nsec == 0);
  assert(timer_settime(timer, 0, &late, &now) == 0 && now.it_value.tv_sec == 0);
  assert(timer_gettime(timer, &now) == 0 && now.it_interval.tv_sec == IS(2, 3));
  assert(now.it_value.tv_sec >= 99 && now.it_value.tv_sec <= 100);
  assert(timer_settime(timer, 0, &never, &now) == 0 && now.it_value.tv_sec >= 99 && now.it_interval.tv_sec == 2);
  assert(timer_getoverrun(timer) == 0);
  assert(timer_delete(timer) == 0);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = 1000;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == -1 && errno == EINVAL);
  struct itimerspec bad = {{0, 0}, {0, 1000000000}};
  event.sigev_signo = SIGUSR1;
  assert(timer_create(CLOCK_REALTIME, &event, &timer) == 0);
  assert(timer_settime(timer, 0, &bad, NULL) == -1 && errno == EINVAL);
}
#elif CASE == 2 /* a signal with a value, waited for */
static void test(void) {
  const sigset_t set = blocked(SIGRTMIN);
  timer_t timer;
  struct sigevent event;
  siginfo_t information;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  event.sigev_value.sival_int = 42;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
  assert(sigwaitinfo(&set, &information) == SIGRTMIN);
  assert(information.si_code == SI_TIMER && information.si_value.sival_int == IS(42, 43));
  timer_delete(timer);
}
#elif CASE == 3 /* some of a timer that expires again and again are taken, and then it is deleted */
static void test(void) {
  const sigset_t set = blocked(SIGALRM);
  timer_t timer;
  int number;
  timer_create(CLOCK_MONOTONIC, NULL, &timer);
  timer_settime(timer, 0, IS(&often, &once), NULL);
  for (int i = 0; i < 5; i++)
    sigwait(&set, &number);
  timer_delete(timer);
}
#elif CASE == 4 /* setitimer */
static void test(void) {
  const sigset_t set = blocked(SIGALRM);
  const struct itimerval tick = {{0, 1000}, {0, 1000}}, off = {{0, 0}, {0, 0}};
  struct itimerval now;
  int number;
  setitimer(ITIMER_REAL, &tick, NULL);
  sigwait(&set, &number);
  sigwait(&set, &number);
  assert(getitimer(ITIMER_REAL, &now) == 0 && now.it_interval.tv_usec == IS(1000, 2000));
  setitimer(ITIMER_REAL, &off, &now);
  assert(now.it_interval.tv_usec == 1000);
}
#elif CASE == 5 /* a thread for each expiration */
static sem_t done;
static void expired(union sigval value) {
  *(int*)value.sival_ptr += 1;
  sem_post(&done);
}
static void test(void) {
  timer_t timer;
  int times = 0;
  struct sigevent event;
  sem_init(&done, 0, 0);
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = expired;
  event.sigev_value.sival_ptr = &times;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
#ifdef WRONG
  times = 0;
#else
  sem_wait(&done);
#endif
  assert(times == 1);
}
#elif CASE == 6 /* the thread that is named gets the signal */
static void* waits(void* argument) {
  const sigset_t set = blocked(SIGUSR1);
  timer_t timer;
  int number;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = IS(SIGEV_THREAD_ID, SIGEV_SIGNAL);
  event.sigev_signo = SIGUSR1;
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  timer_settime(timer, 0, &once, NULL);
  sigwait(&set, &number);
  return argument;
}
static void test(void) {
  pthread_t other;
  signal(SIGUSR1, note);
  pthread_create(&other, NULL, waits, NULL);
  pthread_join(other, NULL);
  assert(count == 0);
}
#elif CASE == 7 /* a deadline that is set anew each round, and never comes */
static void test(void) {
  timer_t timer;
  signal(SIGALRM, note);
  timer_create(CLOCK_MONOTONIC, NULL, &timer);
  for (int i = 0; i < 2; i++)
    timer_settime(timer, 0, &deadline, NULL);
  timer_delete(timer);
  const int before = count;
  sched_yield();
  assert(IS(count - before <= 1, count == 0));
}
#elif CASE == 8 /* a handler that may run any number of times: some of them are followed */
static void test(void) {
  timer_t timer;
  signal(SIGALRM, note);
  timer_create(CLOCK_MONOTONIC, NULL, &timer);
  timer_settime(timer, 0, &often, NULL);
  while (count < IS(1, 3))
    pause();
#ifdef WRONG
  assert(count == 3 && 0);
#endif
}
#endif

int main(void) {
  test();
}
