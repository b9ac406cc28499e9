// A spin lock around a counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void* count(void* unused) {
  (void)unused;
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) // weak: relaxed
    ;
  counter++;
  atomic_store_explicit(&locked, 0, memory_order_release); // weak: relaxed
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
}
