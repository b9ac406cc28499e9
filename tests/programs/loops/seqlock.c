/* A writer of two words and N readers, who try again when the sequence number was odd or changed meanwhile. WRONG: they
 * do not look again. */
#include "lockers.h"
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void* reader(void* unused) {
  unsigned before;
  int a, b;
  do {
    before = atomic_load(&sequence);
    a = atomic_load(&first);
    b = atomic_load(&second);
#ifdef WRONG
  } while (before & 1);
#else
  } while ((before & 1) || atomic_load(&sequence) != before);
#endif
  assert(a == b);
  return unused;
}

static void* locker(void* number) {
  if (number)
    return reader(0);
  atomic_fetch_add(&sequence, 1);
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  atomic_fetch_add(&sequence, 1);
  return 0;
}

int main(void) {
  runLockers(locker);
  return 0;
}
