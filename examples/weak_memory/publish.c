// One thread fills a message and raises a flag; another one waits for the flag and reads the message. On x86 that works
// with relaxed orders, in C it does not: nothing orders the message with the flag. -DFIXED: release and acquire do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define RAISING memory_order_release
#define LOOKING memory_order_acquire
#else
#define RAISING memory_order_relaxed
#define LOOKING memory_order_relaxed
#endif

static atomic_int message, flag;

static void* sender(void* unused) {
  atomic_store_explicit(&message, 42, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, RAISING);
  return unused;
}

static void* receiver(void* unused) {
  if (atomic_load_explicit(&flag, LOOKING)) {
    int text = atomic_load_explicit(&message, memory_order_relaxed);
    assert(text == 42);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
}
