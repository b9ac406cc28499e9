// Threads draw numbers, and main compares all of them: each execution gives main other numbers, but what it has
// compared before does not matter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int dispenser;
static int drawn[N];

static void *draw(void *place) {
  *(int *)place = dispenser++;
  return NULL;
}

static int differ(int a, int b) {
  int first = drawn[a];
  return first != drawn[b];
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, draw, &drawn[i]);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      assert(differ(i, j));
  return 0;
}
