/* Two threads work on a local variable of main. LOCKED: under a lock that is a local too. */
#include "two_threads.h"
#include <assert.h>

struct shared {
  pthread_mutex_t lock;
  int count;
};

static void* increment(void* arg) {
  struct shared* shared = arg;
#ifdef LOCKED
  pthread_mutex_lock(&shared->lock);
#endif
  shared->count = shared->count + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&shared->lock);
#endif
  return NULL;
}

int main(void) {
  struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};
  runBoth(increment, increment, &shared);
  assert(shared.count == 2);
  return 0;
}
