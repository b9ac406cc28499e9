/* What glibc's read-write locks answer: CASE 1 a try against a writer, 2 against a reader, 3 a timed lock, 4 EDEADLK,
 * 5 an unlock by a thread that does not hold it, 6 a writer among readers that never let go, 7 destroyed while held,
 * 8 used after it was destroyed, 9 a reader that locks for writing. BUG turns a check of 1 to 4 around. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#ifdef BUG
#define CHECK(x) assert(!(x))
#else
#define CHECK(x) assert(x)
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec soon = {1, 0};

static void *other(void *unused) {
  int got = 0;
  (void)got;
#if CASE == 1
  got = pthread_rwlock_tryrdlock(&lock);
  CHECK(got == 0 || got == EBUSY);
  if (got == 0)
    pthread_rwlock_unlock(&lock);
#elif CASE == 2
  got = pthread_rwlock_trywrlock(&lock);
  CHECK(got == 0 || got == EBUSY);
  if (got == 0)
    pthread_rwlock_unlock(&lock);
#elif CASE == 3
  got = pthread_rwlock_timedwrlock(&lock, &soon);
  CHECK(got == 0 || got == ETIMEDOUT);
  if (got == 0)
    pthread_rwlock_unlock(&lock);
#elif CASE == 5
  pthread_rwlock_unlock(&lock);
#elif CASE == 6
  pthread_rwlock_wrlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
#if CASE == 1 || CASE == 3
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
#elif CASE == 2
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
#elif CASE == 4
  pthread_rwlock_wrlock(&lock);
  CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK);
  CHECK(pthread_rwlock_rdlock(&lock) == EDEADLK);
  CHECK(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
#elif CASE == 6
  pthread_rwlock_rdlock(&lock);
#elif CASE == 7
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock);
#elif CASE == 8
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_rdlock(&lock);
#elif CASE == 9
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
#endif
  pthread_join(t, NULL);
  return 0;
}
