/* Joins that do not wait, or not for ever. CASE 1: both answers. 2: in a loop. 3: with a time. 4: nobody else may join
 * afterwards. 5: of the calling thread. 6: the thread holds a robust mutex to its end. WRONG: what is assumed without it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static int stored;
static pthread_mutex_t m;

static void *work(void *unused) {
  stored = 1;
#if CASE == 6
  pthread_mutex_lock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  void *result = &stored;
  struct timespec until;
#if CASE == 6
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
#endif
  pthread_create(&t, NULL, work, &m);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
#if CASE == 1
  const int answer = pthread_tryjoin_np(t, &result);
#ifdef WRONG
  assert(answer == 0);
#endif
#ifdef NEVER
  assert(answer == EBUSY);
#endif
  if (answer == 0) {
    assert(stored == 1 && result == &m); /* no race: the thread is joined */
  } else {
    assert(answer == EBUSY && result == &stored);
    pthread_join(t, &result);
  }
#elif CASE == 2
  while (pthread_tryjoin_np(t, &result) == EBUSY)
    sched_yield();
  assert(stored == 1 && result == &m);
#elif CASE == 3
#ifdef CLOCK
  int answer = pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, &until);
#else
  int answer = pthread_timedjoin_np(t, &result, &until);
#endif
#ifdef WRONG
  assert(answer == 0);
#endif
  if (answer == ETIMEDOUT) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    answer = pthread_join(t, &result);
  }
  assert(answer == 0 && result == &m && stored == 1);
#elif CASE == 4
  while (pthread_tryjoin_np(t, NULL) == EBUSY)
    ;
  pthread_join(t, NULL);
#elif CASE == 5
  assert(pthread_tryjoin_np(pthread_self(), NULL) == EBUSY);
  pthread_join(t, NULL);
#elif CASE == 6
  if (pthread_tryjoin_np(t, NULL) == EBUSY)
    pthread_join(t, NULL);
#ifdef WRONG
  assert(pthread_mutex_trylock(&m) == 0);
#endif
  assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
#endif
  return 0;
}
