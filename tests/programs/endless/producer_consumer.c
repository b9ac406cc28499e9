/* A producer and a consumer that pass items through a buffer of two places for ever. -DBUG: both wait on one condition
 * variable and wake one thread; with two consumers the wrong one may wake up, and then all of them sleep. */
#include <assert.h>
#include <pthread.h>

enum { places = 1 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *produce(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (count == places)
#ifdef BUG
      pthread_cond_wait(&not_empty, &lock);
#else
      pthread_cond_wait(&not_full, &lock);
#endif
    count++;
    assert(count <= places);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

static void *consume(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (count == 0)
      pthread_cond_wait(&not_empty, &lock);
    count--;
#ifdef BUG
    pthread_cond_signal(&not_empty);
#else
    pthread_cond_signal(&not_full);
#endif
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t producer, consumers[2];
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumers[0], 0, consume, 0);
#ifdef BUG
  pthread_create(&consumers[1], 0, consume, 0);
#endif
  pthread_join(producer, 0);
}
