/* Memory is given back when every reader has left the epoch in which it could be reached. A reader says that it is inside
 * and then looks: without full fences it may look before it has said so (-DNO_FENCE; on x86, too), and the one who frees
 * may see that nobody is inside before the old object cannot be reached (-DNO_FENCE_IN_RECLAIM, where the exchange is a
 * full fence on x86). -DLEAVE, -DSEEN: orders of leaving and of looking for readers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifndef SEEN
#define SEEN memory_order_acquire
#endif

struct object {
  int value;
};

static _Atomic(struct object*) current;
static atomic_int epoch = 1, inside; /* the epoch of the reader, or 0 */

static struct object* object(int value) {
  struct object* made = malloc(sizeof *made);
  made->value = value;
  return made;
}

static void* reader(void* none) {
  int now = atomic_load_explicit(&epoch, memory_order_relaxed);
  atomic_store_explicit(&inside, now, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int value = atomic_load_explicit(&current, memory_order_acquire)->value;
  assert(value == 1 || value == 2);
  atomic_store_explicit(&inside, 0, LEAVE);
  return none;
}

int main(void) {
  pthread_t thread;
  atomic_init(&current, object(1));
  pthread_create(&thread, 0, reader, 0);
  struct object* next = object(2);
  struct object* old = atomic_exchange_explicit(&current, next, memory_order_acq_rel);
#ifndef NO_FENCE_IN_RECLAIM
  atomic_thread_fence(memory_order_seq_cst);
#endif
  atomic_fetch_add_explicit(&epoch, 1, memory_order_relaxed);
  while (atomic_load_explicit(&inside, SEEN) == 1)
    ;
  free(old);
  pthread_join(thread, 0);
  free(next);
}
