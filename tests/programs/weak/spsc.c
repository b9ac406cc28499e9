/* A ring of two cells between one producer and one consumer. -DPUBLISH: the order of the producer's store, -DSEE: that of
 * the consumer's load, -DGIVE: the consumer's store, -DROOM: the producer's load; a relaxed one of them makes the cells
 * race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#ifndef SEE
#define SEE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif
#ifndef ROOM
#define ROOM memory_order_acquire
#endif
#ifndef N
#define N 3
#endif

static int cells[2];
static atomic_uint written, taken;

static void* producer(void* none) {
  for (unsigned i = 0; i < N; i++) {
    while (i - atomic_load_explicit(&taken, ROOM) == 2)
      ;
    cells[i % 2] = i + 1;
    atomic_store_explicit(&written, i + 1, PUBLISH);
  }
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  for (unsigned i = 0; i < N; i++) {
    while (atomic_load_explicit(&written, SEE) == i)
      ;
    assert(cells[i % 2] == (int)i + 1);
    atomic_store_explicit(&taken, i + 1, GIVE);
  }
  pthread_join(thread, 0);
}
