/* The last thread reads y only if it comes after the first, which has written it. */
#include "in_order.h"
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int f, g;
static int y, seen;

static void* first(void* unused) {
  pthread_mutex_lock(&lock);
  f = 1;
  y = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* second(void* unused) {
  if (f)
    g = 1;
  return unused;
}

static void* third(void* unused) {
  pthread_mutex_lock(&lock);
  const int r = g;
  pthread_mutex_unlock(&lock);
  if (r)
    seen = y;
  return unused;
}

int main(void) {
  body bodies[] = {first, second, third};
  run(bodies, 3);
}
