/* A round that looks at two words, and goes by what it saw of the first when the second lets it out: that may be older.
 * The third thread waits itself before it lets the first one out. FIXED: the program knows. */
#include "lockers.h"
#include <stdatomic.h>

static atomic_int a, b = 1, never;

static void* first(void) {
  int seen, waits;
  do {
    seen = atomic_load(&a);
    waits = atomic_load(&b);
  } while (waits);
#ifdef FIXED
  assert(seen == 0 || seen == 1);
#else
  assert(seen == 1);
#endif
  return 0;
}

static void* locker(void* number) {
  if (number == 0)
    return first();
  if (number == (void*)1) {
    atomic_store(&a, 1);
  } else {
    while (atomic_load(&never)) {
    }
    atomic_store(&b, 0);
  }
  return 0;
}

int main(void) {
  runLockers(locker);
  return 0;
}
