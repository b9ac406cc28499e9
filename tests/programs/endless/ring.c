/* A ring with one producer and one consumer, for ever; indices count modulo twice the places. -DBUG: the producer tests
 * for a full ring against one place too many, and overwrites what was not read yet. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { places = 2 };
static int items[places];
static atomic_uint head, tail;

static void *produce(void *argument) {
  int next = 0;
  for (;;) {
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
#ifdef BUG
    const unsigned most = places + 1;
#else
    const unsigned most = places;
#endif
    while ((at - atomic_load_explicit(&head, memory_order_acquire)) % (2 * places) == most)
      ;
    items[at % places] = next;
    next = (next + 1) % 3;
    atomic_store_explicit(&tail, (at + 1) % (2 * places), memory_order_release);
  }
  return argument;
}

static void *consume(void *argument) {
  int expected = 0;
  for (;;) {
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    while (atomic_load_explicit(&tail, memory_order_acquire) == at)
      ;
    assert(items[at % places] == expected);
    expected = (expected + 1) % 3;
    atomic_store_explicit(&head, (at + 1) % (2 * places), memory_order_release);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  pthread_join(threads[0], 0);
}
