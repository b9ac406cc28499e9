/* Loops that nobody ends. FIXED: somebody does. */
#include "lockers.h"
#include <stdatomic.h>

static atomic_int a, b;
static int here; /* only one thread ever looks at it */

static void* locker(void* number) {
#if defined(EACH_OTHER) /* each waits for what the other does behind its own loop */
  if (number) {
#ifdef FIXED
    atomic_store(&b, 1);
#endif
    while (!atomic_load(&a)) {
    }
    atomic_store(&b, 1);
  } else {
    while (!atomic_load(&b)) {
    }
    atomic_store(&a, 1);
  }
#elif defined(OWN) /* memory that nobody else touches */
  if (number) {
    while (!*(volatile int*)&here) {
#ifdef FIXED
      break;
#endif
    }
  }
#elif defined(NOTHING) /* no memory at all */
  if (number) {
    for (;;) {
      __builtin_ia32_pause();
#ifdef FIXED
      break;
#endif
    }
  }
#elif defined(CAS) /* a value that is never there */
  if (number) {
    int expected;
    do {
      expected = 2;
    } while (!atomic_compare_exchange_strong(&a, &expected, 3));
  } else {
#ifdef FIXED
    atomic_store(&a, 2);
#else
    atomic_store(&a, 1);
#endif
  }
#endif
  return 0;
}

int main(void) {
  runLockers(locker);
  return 0;
}
