/* CASE 1: destroyed while a thread waits. 2: never initialised. 3: initialised again, by its only user: fine.
 * 4: a barrier for no thread is refused. */
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *waiter(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t;
#if CASE == 1
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, waiter, NULL);
  pthread_barrier_destroy(&barrier);
#elif CASE == 2
  pthread_create(&t, NULL, waiter, NULL);
#elif CASE == 3
  for (int i = 0; i < 2; i++) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_join(t, NULL);
  }
  return 0;
#elif CASE == 4
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  return 0;
#endif
  pthread_join(t, NULL);
  return 0;
}
