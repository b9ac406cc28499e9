/* The parity of an unknown decides which of two counters a thread works on; one lock guards both. The first half of the
 * threads count up, the others down. Parameter: N. */
#include "shared.h"
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counters[2];
static int ids[N];

static void* work(void* arg) {
  long thread = (long)arg;
  int* counter = &counters[1];
  if (ids[thread] % 2 == 0)
    counter = &counters[0];
  pthread_mutex_lock(&lock);
  *counter += thread < N / 2 ? 1 : -1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++)
    ids[i] = chooseInput();
  runThreads(N, work, 0, NULL);
  return 0;
}
