// Figure 3 of Guo, Kusano, Wang, Yang and Gupta (ESEC/FSE 2015): K pairs of threads that share nothing with each other.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef K
#define K 3
#endif

static atomic_int cells[K];
static int seen[K];

static void* look(void* unused) {
  for (int i = 0; i < K; i++)
    seen[i] = atomic_load(&cells[i]);
  return unused;
}

static void* change(void* unused) {
  for (int i = 0; i < K; i++)
    atomic_store(&cells[i], 10);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, change, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < K; i++)
    assert(seen[i] <= 10);
}
