/* N atomic increments of one counter, one a thread. N! executions. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 8
#endif

static atomic_int counter;

static void* increment(void* unused) {
  atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
