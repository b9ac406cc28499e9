/* The race shows only if the second thread has the outer lock first. */
#include "in_order.h"

static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;

static void* writes(void* unused) {
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* reads(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  seen = x;
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  return unused;
}

int main(void) {
  body bodies[] = {writes, reads};
  run(bodies, 2);
}
