/* N threads write a variable each, N threads read all variables. 2^(N*N) executions. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif

static atomic_int variables[N];

static void* write_one(void* which) {
  atomic_store((atomic_int*)which, 1);
  return NULL;
}

static void* read_all(void* unused) {
  for (int i = 0; i < N; i++)
    (void)atomic_load(&variables[i]);
  return unused;
}

int main(void) {
  pthread_t threads[2 * N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, write_one, &variables[i]);
  for (int i = N; i < 2 * N; i++)
    pthread_create(&threads[i], NULL, read_all, NULL);
  for (int i = 0; i < 2 * N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
