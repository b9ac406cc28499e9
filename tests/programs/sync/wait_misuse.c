/* Waits on a condition variable that are none. CASE 1: the thread does not hold the mutex. 2: another one does. 3: two
 * threads wait with different mutexes. 4: likewise, with a time limit. Fine are 5: one after the other with different
 * mutexes, and 6: a mutex that checks says so itself. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checks = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};

static void waitWith(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
#if CASE == 3
  pthread_cond_wait(&condition, mutex);
#else
  pthread_cond_timedwait(&condition, mutex, &soon);
#endif
  pthread_mutex_unlock(mutex);
}

static void *other(void *unused) {
#if CASE == 2
  pthread_mutex_lock(&one);
#elif CASE >= 3 && CASE <= 5
  waitWith(&two);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  (void)waitWith, (void)one, (void)checks;
  pthread_create(&t, NULL, other, NULL);
#if CASE == 1
  pthread_join(t, NULL);
  pthread_cond_wait(&condition, &one);
#elif CASE == 2
  pthread_cond_wait(&condition, &one);
#elif CASE == 3 || CASE == 4
  waitWith(&one);
  pthread_join(t, NULL);
#elif CASE == 5
  pthread_join(t, NULL);
  waitWith(&one);
#elif CASE == 6
  pthread_join(t, NULL);
  assert(pthread_cond_wait(&condition, &checks) == EPERM);
#endif
  return 0;
}
