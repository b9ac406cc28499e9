/* A counter that two threads increment. LOCKED: under a mutex; ATOMIC: in one step. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef ATOMIC
static atomic_int counter;
#else
static int counter;
#endif

static void* increment(void* unused) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  counter++;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  (void)mutex;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return counter < 1;
}
