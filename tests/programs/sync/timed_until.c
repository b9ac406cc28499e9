/* A thread waits in vain until a time that main puts off meanwhile, and looks at the clock then: it is as late as the
 * wait was to last when it began. COND, SEM, MUTEX, READ, WRITE: what it waits for. REACH_SOON, REACH_LATE: each of the
 * two times is an assertion that fails. SLEEP: with C11's sleep instead, which lasts. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static struct timespec until;
static time_t begin;

static int futileWait(void) {
#ifdef COND
  return pthread_cond_timedwait(&condition, &guard, &until);
#elif defined SEM
  return sem_timedwait(&semaphore, &until) == 0 ? 0 : errno;
#elif defined MUTEX
  return pthread_mutex_timedlock(&held, &until);
#elif defined READ
  return pthread_rwlock_timedrdlock(&lock, &until);
#elif defined WRITE
  return pthread_rwlock_timedwrlock(&lock, &until);
#else
  struct timespec length = {until.tv_sec - begin, 0};
  thrd_sleep(&length, NULL);
  return ETIMEDOUT;
#endif
}

static void *waiter(void *unused) {
  pthread_mutex_lock(&guard);
  int result = futileWait();
  assert(result == ETIMEDOUT);
  pthread_mutex_unlock(&guard);
  time_t passed = time(NULL) - begin;
  assert(passed == 10 || passed == 1000);
#ifdef REACH_SOON
  assert(passed != 10);
#elif defined REACH_LATE
  assert(passed != 1000);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  begin = time(NULL);
  until.tv_sec = begin + 10;
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&held);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&guard);
  until.tv_sec = begin + 1000;
  pthread_mutex_unlock(&guard);
  pthread_join(t, NULL);
  return 0;
}
