// Figure 3: K pairs of a read and a write, {a=x, x=10}, {b=y, y=10}, ..., that have nothing to do with each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef K
#define K 3
#endif

static atomic_int cells[K]; // x, y, z
static int seen[K];         // a, b, c

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
  return 0;
}
