/* Two threads write and read K variables of their own besides one shared one each round: events grow with K, executions
 * stay few. For the cost per added event in growing programs. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef K
#define K 50
#endif

static atomic_int own[2][K], handed[2];

static void* work(void* which) {
  long me = (long)which;
  for (int i = 0; i < K; i++) {
    atomic_store(&own[me][i], i);
    (void)atomic_load(&own[1 - me][K - 1 - i]);
    if (i % (K / 2) == 0)
      atomic_store(&handed[me], i);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)0L);
  pthread_create(&b, NULL, work, (void*)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
