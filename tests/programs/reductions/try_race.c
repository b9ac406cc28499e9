/* A failed attempt orders nothing, so the read races although the write always comes before it. */
#include "in_order.h"
#include <errno.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;

static void* locks(void* unused) {
  x = 1;
  pthread_mutex_lock(&lock);
  return unused;
}

static void* tries(void* unused) {
  if (pthread_mutex_trylock(&lock) == EBUSY)
    seen = x;
  return unused;
}

int main(void) {
  body bodies[] = {locks, tries};
  run(bodies, 2);
}
