/* Signals that one thread sends another: the handler comes between any two steps of the thread. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static pthread_t self;
static volatile sig_atomic_t count;

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}
static void mask(int how, int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(how, &set, NULL);
}
static void* sender(void* argument) {
  pthread_kill(self, SIGUSR1);
  return argument;
}
static void note(int number) {
  (void)number;
  count++;
}

#if CASE == 1 /* half of a change, unless the signal is blocked meanwhile */
static volatile sig_atomic_t first, second, half;
static void look(int number) {
  (void)number;
  half |= first != second;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, look, 0);
  pthread_create(&other, NULL, sender, NULL);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  first = 1;
  second = 1;
#ifndef WRONG
  mask(SIG_UNBLOCK, SIGUSR1);
#endif
  pthread_join(other, NULL);
  assert(!half);
}
#elif CASE == 2 /* a lock that the thread may hold */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void add(int number) {
  (void)number;
#ifdef WRONG
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
#endif
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, add, 0);
  pthread_create(&other, NULL, sender, NULL);
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
}
#elif CASE == 3 /* a thread that waits for a lock is interrupted, and then waits on */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t there, posted;
static void post(int number) {
  (void)number;
  sem_post(&posted);
}
static void* holder(void* argument) {
  pthread_mutex_lock(&mutex);
  sem_post(&there);
  pthread_kill(self, SIGUSR1);
  sem_wait(&posted);
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void test(void) {
  pthread_t other;
  sem_init(&there, 0, 0);
  sem_init(&posted, 0, 0);
  install(SIGUSR1, post, SA_RESTART);
#ifdef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  pthread_create(&other, NULL, holder, NULL);
  sem_wait(&there);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
}
#elif CASE == 4 /* a signal that is pending is not sent again; with real-time signals it is */
static void* twice(void* argument) {
  pthread_kill(self, IS(SIGRTMIN, SIGUSR1));
  pthread_kill(self, IS(SIGRTMIN, SIGUSR1));
  return argument;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, note, 0);
  install(SIGRTMIN, note, 0);
  pthread_create(&other, NULL, twice, NULL);
  pthread_join(other, NULL);
  assert(count == 2);
}
#elif CASE == 5 /* a signal to the process goes to any thread that does not block it */
static pthread_t who;
static void tell(int number) {
  (void)number;
  who = pthread_self();
}
static void* idle(void* argument) {
  return argument;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, tell, 0);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  pthread_create(&other, NULL, idle, NULL);
  mask(SIG_UNBLOCK, SIGUSR1);
  kill(getpid(), SIGUSR1);
  pthread_join(other, NULL);
  assert(pthread_equal(who, self));
}
#elif CASE == 6 /* a thread that spins */
static volatile sig_atomic_t flag;
static void set(int number) {
  (void)number;
  flag = 1;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, set, 0);
#ifdef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  pthread_create(&other, NULL, sender, NULL);
  while (!flag)
    ;
  pthread_join(other, NULL);
}
#elif CASE == 7 /* sem_wait fails where a handler without SA_RESTART interrupts it */
static sem_t semaphore;
static void* poster(void* argument) {
  pthread_kill(self, SIGUSR1);
  sem_post(&semaphore);
  return argument;
}
static void test(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 0);
  install(SIGUSR1, note, 0);
  pthread_create(&other, NULL, poster, NULL);
  int result;
  while ((result = sem_wait(&semaphore)) != 0 && IS(1, 0))
    assert(errno == EINTR);
  assert(result == 0);
  pthread_join(other, NULL);
  assert(count == 1);
}
#elif CASE == 8 /* and not with SA_RESTART */
static sem_t semaphore;
static void* poster(void* argument) {
  pthread_kill(self, SIGUSR1);
  sem_post(&semaphore);
  return argument;
}
static void test(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 0);
  install(SIGUSR1, note, IS(SA_RESTART, 0));
  pthread_create(&other, NULL, poster, NULL);
  assert(sem_wait(&semaphore) == 0);
  pthread_join(other, NULL);
}
#elif CASE == 9 /* a handler that leaves by a jump */
static sigjmp_buf place;
static void leave(int number) {
  (void)number;
  siglongjmp(place, 1);
}
static void test(void) {
  pthread_t other;
  mask(SIG_BLOCK, SIGUSR1);
  install(SIGUSR1, leave, 0);
  pthread_create(&other, NULL, sender, NULL);
  if (sigsetjmp(place, 1) == 0) {
    mask(SIG_UNBLOCK, SIGUSR1);
    pthread_join(other, NULL);
    assert(IS(1, count));
  }
}
#elif CASE == 10 /* without a handler it ends the process; ignored, it does nothing */
static void test(void) {
  pthread_t other;
  signal(SIGUSR1, IS(SIG_IGN, SIG_DFL));
  pthread_create(&other, NULL, sender, NULL);
  pthread_join(other, NULL);
}
#elif CASE == 11 /* a wait on a condition variable goes on after the handler, which may not signal it under the mutex */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static void* signaller(void* argument) {
  pthread_kill(self, SIGUSR1);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
#ifndef WRONG
  pthread_cond_signal(&condition);
#endif
  return argument;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, note, 0);
  pthread_create(&other, NULL, signaller, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
  assert(count == 1);
}
#elif CASE == 12 /* one step of the thread for each place of the handler */
static _Atomic int steps;
static volatile sig_atomic_t seen = -1;
static void look(int number) {
  (void)number;
  seen = steps;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, look, 0);
  pthread_create(&other, NULL, sender, NULL);
  steps = 1;
  steps = 2;
  steps = 3;
  pthread_join(other, NULL);
  assert(seen != IS(-1, 2));
}
#elif CASE == 13 /* a loop that nothing but a handler ends, and that counts */
static volatile sig_atomic_t flag;
static unsigned rounds;
static void set(int number) {
  (void)number;
  flag = 1;
}
static void test(void) {
  pthread_t other;
  install(SIGUSR1, set, 0);
  pthread_create(&other, NULL, sender, NULL);
  while (!flag)
    rounds++;
  pthread_join(other, NULL);
#ifdef WRONG
  assert(rounds == 0);
#endif
}
#endif

int main(void) {
  self = pthread_self();
  test();
}
