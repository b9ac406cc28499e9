/* A wait for a condition with a time limit: it ends in time or runs out, and holds the mutex again in both cases.
 * REACH_TIMEOUT, REACH_SIGNAL: each outcome is an assertion that fails. FOREVER: nobody signals, which is no deadlock.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static struct timespec until = {1, 0};

static void *setter(void *unused) {
#ifndef FOREVER
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&mutex);
  if (!ready) {
    int result = pthread_cond_timedwait(&condition, &mutex, &until);
    assert(result == 0 || result == ETIMEDOUT);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
#ifdef REACH_TIMEOUT
    assert(result == 0);
#elif defined REACH_SIGNAL
    assert(result == ETIMEDOUT);
#else
    assert(result == ETIMEDOUT || ready);
#endif
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(t, NULL);
  return 0;
}
