/* A spinlock with back-off: who does not get it looks at it until it is free. Two threads take it for ever. -DBUG: one of
 * them forgets to give it back where the counter is even, so both spin for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *work(void *argument) {
  for (;;) {
    while (atomic_exchange(&lock, 1))
      while (lock)
        ;
    counter = (counter + 1) % 4;
#ifdef BUG
    if (argument && counter == 2)
      continue;
#endif
    lock = 0;
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, &lock);
  pthread_join(threads[0], 0);
}
