/* Both threads write x, which nobody reads. */
#include "in_order.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* before(void* unused) {
  x = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* after(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  x = 2;
  return unused;
}

int main(void) {
  body bodies[] = {before, after};
  run(bodies, 2);
}
