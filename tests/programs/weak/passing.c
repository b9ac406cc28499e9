/* A message in plain memory. -DSTORE, -DLOAD: the orders of the flag; -DFENCES: fences instead; -DWAITS: a loop waits for
 * it; -DMIDDLE: a third thread passes it on, with -DMIDDLE=memory_order_relaxed as an update, which continues the release
 * sequence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCES
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#define RELEASE atomic_thread_fence(memory_order_release)
#define ACQUIRE atomic_thread_fence(memory_order_acquire)
#else
#define RELEASE
#define ACQUIRE
#endif
#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif

static int message;
static atomic_int flag;

static void* sender(void* none) {
  message = 42;
  RELEASE;
  atomic_store_explicit(&flag, 1, STORE);
  return none;
}

#ifdef MIDDLE
static void* middle(void* none) {
#ifdef PLAINLY
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
    atomic_store_explicit(&flag, 2, MIDDLE);
#else
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, MIDDLE, memory_order_relaxed);
#endif
  return none;
}
#define SENT 2
#else
#define SENT 1
#endif

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
#ifdef MIDDLE
  pthread_create(&threads[1], 0, middle, 0);
#endif
#ifdef WAITS
  while (atomic_load_explicit(&flag, LOAD) != SENT)
    ;
#else
  if (atomic_load_explicit(&flag, LOAD) == SENT)
#endif
  {
    ACQUIRE;
    assert(message == 42);
  }
  pthread_join(threads[0], 0);
#ifdef MIDDLE
  pthread_join(threads[1], 0);
#endif
}
