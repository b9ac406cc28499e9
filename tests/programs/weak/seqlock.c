/* A sequence lock: the reader takes both values or none. The data are relaxed atomics, so that only fences keep the
 * sequence and the data together: the writer needs a release fence behind its first store (-DNO_WRITER_FENCE), the reader
 * an acquire fence before its last load (-DNO_READER_FENCE). -DFIRST, -DLAST: the orders of the reader's first load and of
 * the writer's last store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RLX memory_order_relaxed
#ifndef FIRST
#define FIRST memory_order_acquire
#endif
#ifndef LAST
#define LAST memory_order_release
#endif

static atomic_uint sequence;
static atomic_int a, b;

static void* writer(void* none) {
  atomic_store_explicit(&sequence, 1, RLX);
#ifndef NO_WRITER_FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&a, 1, RLX);
  atomic_store_explicit(&b, 1, RLX);
  atomic_store_explicit(&sequence, 2, LAST);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  unsigned before = atomic_load_explicit(&sequence, FIRST);
  if (before % 2 == 0) {
    int x = atomic_load_explicit(&a, RLX), y = atomic_load_explicit(&b, RLX);
#ifndef NO_READER_FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    if (atomic_load_explicit(&sequence, RLX) == before)
      assert(x == y && x == (int)before / 2);
  }
  pthread_join(thread, 0);
}
