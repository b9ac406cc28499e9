/* A worker reads an eventfd once for each job, but the counts of two posts are one read. -DFIX is a semaphore. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;

static void *worker(void *unused) {
  uint64_t value;
  for (int job = 0; job < 2; job++)
    assert(read(counter, &value, sizeof value) == 8);
  return unused;
}

int main(void) {
#ifdef FIX
  counter = eventfd(0, EFD_SEMAPHORE);
#else
  counter = eventfd(0, 0);
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  uint64_t one = 1;
  assert(write(counter, &one, sizeof one) == 8);
  assert(write(counter, &one, sizeof one) == 8);
  pthread_join(thread, NULL);
  return 0;
}
