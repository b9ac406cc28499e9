/* Each thread marks the place that a shared index points to; main moves the index while they start. Parameter: N. */
#include "shared.h"
#include <assert.h>
#ifndef N
#define N 3
#endif

static atomic_int place;
static atomic_int marks[N + 1];

static void* mark(void* unused) {
  marks[place] = 1;
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, mark, NULL);
    place++;
  }
  int sum = 0;
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i <= N; i++)
    sum += marks[i];
  assert(sum == N);
  return 0;
}
