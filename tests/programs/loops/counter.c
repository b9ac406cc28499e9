/* N threads add one by compare-and-swap. What a failed attempt saw is carried into the next one (CARRIED), or not. A
 * failed round is no part of the execution: N! executions. WRONG: no second attempt. */
#include "lockers.h"
#include <stdatomic.h>

static atomic_int counter;

static void* locker(void* unused) {
#if defined(WRONG)
  int seen = atomic_load(&counter);
  atomic_compare_exchange_strong(&counter, &seen, seen + 1);
#elif defined(CARRIED)
  int seen = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1)) {
  }
#else
  for (;;) {
    int seen = atomic_load(&counter);
    if (atomic_compare_exchange_strong(&counter, &seen, seen + 1))
      break;
  }
#endif
  return unused;
}

int main(void) {
  runLockers(locker);
  assert(counter == N);
  return 0;
}
