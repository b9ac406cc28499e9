/* Waits that end for no reason. CASE 1: a wait without a loop. 2: a wait without a loop whose thread looks again, in time.
 * 3: a loop that waits. 4: a thread that is awake while it is signalled, and waits for ever. 5: the same with a
 * broadcast under the mutex, which is right. 6: two waits in a row, each of which may end so. 7: a wait with a time limit.
 * 8: a loop that counts its rounds. 9: a futex. 10: no thread ever signals. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static int waiting;
static atomic_int word;

static void *consume(void *unused) {
#if CASE == 9
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  assert(word == 1);
#else
  pthread_mutex_lock(&mutex);
#if CASE == 1
  if (!ready)
    pthread_cond_wait(&changed, &mutex);
  assert(ready);
#elif CASE == 2
  if (!ready)
    pthread_cond_wait(&changed, &mutex);
#elif CASE == 6
  pthread_cond_wait(&changed, &mutex);
  waiting = 1;
  pthread_cond_wait(&changed, &mutex);
  assert(!ready);
#elif CASE == 7
  const struct timespec end = {1000000000, 0};
  int result = 0;
  if (!ready)
    result = pthread_cond_timedwait(&changed, &mutex, &end);
  assert(ready || result != 0);
#elif CASE == 8
  int rounds = 0;
  while (!ready) {
    pthread_cond_wait(&changed, &mutex);
    waiting = ++rounds;
  }
#elif CASE == 10
  pthread_cond_wait(&changed, &mutex);
#else
#if CASE != 3
  waiting = 1;
#endif
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
#endif
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

static void produce(void) {
#if CASE == 9
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
#elif CASE == 4 || CASE == 5
  int isWaiting;
  do {
    pthread_mutex_lock(&mutex);
    isWaiting = waiting;
    pthread_mutex_unlock(&mutex);
  } while (!isWaiting);
#if CASE == 5
  pthread_mutex_lock(&mutex);
#endif
  ready = 1;
  pthread_cond_broadcast(&changed);
#if CASE == 5
  pthread_mutex_unlock(&mutex);
#endif
#elif CASE != 10
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
#endif
}

int main(void) {
  pthread_t consumer;
  pthread_create(&consumer, NULL, consume, NULL);
  produce();
  pthread_join(consumer, NULL);
  return 0;
}
