/* The parity of an unknown decides which of two counters a thread works on; each counter has a lock of its own. The
 * first half of the threads count up, the others down. Parameter: N. */
#include "shared.h"
#ifndef N
#define N 2
#endif

struct counter {
  pthread_mutex_t lock;
  int value;
};

static struct counter even = {PTHREAD_MUTEX_INITIALIZER, 0}, odd = {PTHREAD_MUTEX_INITIALIZER, 0};
static int ids[N];

static void* work(void* arg) {
  long thread = (long)arg;
  struct counter* counter = &odd;
  if (ids[thread] % 2 == 0)
    counter = &even;
  pthread_mutex_lock(&counter->lock);
  counter->value += thread < N / 2 ? 1 : -1;
  pthread_mutex_unlock(&counter->lock);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++)
    ids[i] = chooseInput();
  runThreads(N, work, 0, NULL);
  return 0;
}
