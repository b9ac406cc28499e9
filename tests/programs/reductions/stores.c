/* N threads store to the same variable. */
#include "in_order.h"
#include <stdatomic.h>

static atomic_int last;
static int own[4], next;

static void* store(void* unused) {
  atomic_store(&last, 1);
#ifdef LOOK /* someone reads it */
  own[0] = atomic_load(&last);
#endif
  return unused;
}

int main(void) {
  body bodies[] = {store, store, store, store};
  run(bodies, N);
#ifdef READ
  next = atomic_load(&last);
#endif
}
