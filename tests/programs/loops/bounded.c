/* Loops that change memory in each round: they are followed up to the bound. */
#include "lockers.h"
#include <stdatomic.h>

static atomic_int turns, done;

static void* locker(void* number) {
  if (number) {
    atomic_store(&done, 1);
    return 0;
  }
#ifdef EXCHANGE /* a round that puts another value there is no failed one, but the next round puts it back */
  int value = 0;
  while (!atomic_load(&done)) {
    value = !value;
    atomic_exchange(&turns, value);
  }
#else
  while (!atomic_load(&done))
    atomic_fetch_add(&turns, 1);
#endif
  return 0;
}

int main(void) {
  runLockers(locker);
  return 0;
}
