// Plain data behind the second of two rounds of a barrier.
#include <pthread.h>

static int cell[2];
static pthread_barrier_t barrier;

static void* work(void* argument) {
  const long self = (long)argument;
  pthread_barrier_wait(&barrier);
  cell[self] = 1;
#ifndef MISSING
  pthread_barrier_wait(&barrier);
#endif
  return (void*)(long)cell[1 - self];
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&other, 0, work, (void*)1);
  work(0);
  pthread_join(other, 0);
  pthread_barrier_destroy(&barrier);
}
