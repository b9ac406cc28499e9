// A thread has many rounds in memory of its own while main already waits for its end; then there is a bug.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void* counts(void* unused) {
  int* seen = calloc(1, sizeof *seen);
  for (;;)
    if (++*seen == ROUNDS)
      break;
  free(seen);
  return unused;
}

static void* sets(void* unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t setter, counter;
  pthread_create(&setter, 0, sets, 0);
  pthread_create(&counter, 0, counts, 0);
  pthread_join(counter, 0);
  pthread_join(setter, 0);
  assert(shared == 0);
}
