/* Two threads add each other's number to their own, without a lock; then the sums are compared with a limit, which is
 * the greatest one that can be reached: the Fibonacci number 2N+2. Parameters: N; LIMIT. */
#include "../shared.h"
#include <assert.h>
#ifndef N
#define N 2
#endif
#ifndef LIMIT
#define LIMIT 8
#endif

static atomic_int first = 1, second = 1;

static void addTo(atomic_int* sum, atomic_int* other) {
  for (int round = 0; round < N; round++) {
    int before = atomic_load(sum);
    atomic_store(sum, before + atomic_load(other));
  }
}

static void* growFirst(void* unused) {
  addTo(&first, &second);
  return unused;
}

static void* growSecond(void* unused) {
  addTo(&second, &first);
  return unused;
}

int main(void) {
  runThreads(1, growFirst, 1, growSecond);
  assert(first < LIMIT && second < LIMIT);
  return 0;
}
