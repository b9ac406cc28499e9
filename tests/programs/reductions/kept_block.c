/* Only the block that was stored last is reachable at the end; nothing reads the pointer. */
#include "in_order.h"
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void*) kept;

static void* one(void* unused) {
  atomic_store(&kept, malloc(8));
  return unused;
}

static void* other(void* unused) {
  atomic_store(&kept, malloc(16));
  return unused;
}

int main(void) {
  body bodies[] = {one, other};
  run(bodies, 2);
}
