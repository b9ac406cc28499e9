/* Vyukov's bounded queue for many producers and consumers: a cell has a sequence number that says whose turn it is.
 * -DPUT: the order with which a producer hands a cell on, -DGET: the order with which a consumer looks at it, -DFREED: with
 * which it gives the cell back. Relaxed ones make the cells race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RLX memory_order_relaxed
#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef GET
#define GET memory_order_acquire
#endif
#ifndef FREED
#define FREED memory_order_release
#endif
#define SIZE 2u

static struct {
  atomic_uint sequence;
  int value;
} cells[SIZE];
static atomic_uint in, out;

static int enqueue(int value) {
  unsigned at = atomic_load_explicit(&in, RLX);
  for (;;) {
    int difference = (int)(atomic_load_explicit(&cells[at % SIZE].sequence, memory_order_acquire) - at);
    if (difference < 0)
      return 0;
    if (difference > 0)
      at = atomic_load_explicit(&in, RLX);
    else if (atomic_compare_exchange_weak_explicit(&in, &at, at + 1, RLX, RLX))
      break;
  }
  cells[at % SIZE].value = value;
  atomic_store_explicit(&cells[at % SIZE].sequence, at + 1, PUT);
  return 1;
}

static int dequeue(void) {
  unsigned at = atomic_load_explicit(&out, RLX);
  for (;;) {
    int difference = (int)(atomic_load_explicit(&cells[at % SIZE].sequence, GET) - (at + 1));
    if (difference < 0)
      return 0;
    if (difference > 0)
      at = atomic_load_explicit(&out, RLX);
    else if (atomic_compare_exchange_weak_explicit(&out, &at, at + 1, RLX, RLX))
      break;
  }
  int value = cells[at % SIZE].value;
  atomic_store_explicit(&cells[at % SIZE].sequence, at + SIZE, FREED);
  return value;
}

static void* producer(void* argument) {
  enqueue(argument ? 2 : 1);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (unsigned i = 0; i < SIZE; i++)
    atomic_init(&cells[i].sequence, i);
#ifdef FULL /* a cell is used again */
  enqueue(1);
  enqueue(2);
  pthread_create(&threads[0], 0, producer, 0);
  int one = dequeue();
  pthread_join(threads[0], 0);
  assert(one == 1);
#else
  pthread_create(&threads[0], 0, producer, 0);
  pthread_create(&threads[1], 0, producer, threads);
  int one = dequeue();
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  int two = dequeue(), three = dequeue();
  assert(one + two + three == 3);
#endif
}
