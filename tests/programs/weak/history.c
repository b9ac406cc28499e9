/* Bugs that real libraries had and that need weak memory, each cut down to its protocol. -DFIXED is the repair.
 *   PARK       a thread that parks itself and one that unparks it: each stores its own flag and then looks at the other's
 *              (HotSpot's Parker, JDK-6822370: no fence between them)
 *   LATCH      SetLatch and WaitLatch: the work is stored before the latch, and looked for after the latch is reset
 *              (PostgreSQL's latches before they had barriers)
 *   WAITQUEUE  the waker looks if anybody waits before it takes the lock (Linux: waitqueue_active() without smp_mb())
 *   STOP       a worker announces that it sleeps and looks for tasks once more (as in thread pools' idle loops)
 *   ARC        the last owner frees what the others have used: no acquire behind the last decrement
 *   BIASED     a lock biased to its owner, and a revoker that waits for the owner to leave (Dekker's protocol) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define FULL_FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define FULL_FENCE() ((void)0)
#endif
#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_release)
#define LOAD(x) atomic_load_explicit(&(x), memory_order_acquire)

#if defined(PARK)
static atomic_int parked, permit;
static int sleeps, woken;
static void *first(void *a) { /* park */
  STORE(parked, 1);
  FULL_FENCE();
  sleeps = !LOAD(permit);
  return a;
}
static void *second(void *a) { /* unpark */
  STORE(permit, 1);
  FULL_FENCE();
  woken = LOAD(parked);
  return a;
}
static void check(void) { assert(!sleeps || woken); }
#elif defined(LATCH)
static atomic_int latch, work;
static int found, again;
static void *first(void *a) { /* SetLatch: does nothing if the latch is set */
  STORE(work, 1);
  FULL_FENCE();
  if (!LOAD(latch))
    STORE(latch, 1);
  return a;
}
static void *second(void *a) { /* ResetLatch, and then the work */
  STORE(latch, 0);
  FULL_FENCE();
  found = LOAD(work);
  return a;
}
static void check(void) {
  again = LOAD(latch);
  assert(found || again);
}
#elif defined(WAITQUEUE)
static atomic_int waiters, condition;
static int sleeps, woken;
static void *first(void *a) { /* prepare_to_wait, and the condition once more */
  STORE(waiters, 1);
  FULL_FENCE();
  sleeps = !LOAD(condition);
  return a;
}
static void *second(void *a) {
  STORE(condition, 1);
  FULL_FENCE();
  woken = LOAD(waiters); /* waitqueue_active */
  return a;
}
static void check(void) { assert(!sleeps || woken); }
#elif defined(STOP)
static atomic_int idle, tasks;
static int sleeps, notified;
static void *first(void *a) {
  atomic_fetch_add_explicit(&idle, 1, memory_order_relaxed);
  FULL_FENCE();
  sleeps = atomic_load_explicit(&tasks, memory_order_relaxed) == 0;
  return a;
}
static void *second(void *a) {
  atomic_fetch_add_explicit(&tasks, 1, memory_order_relaxed);
  FULL_FENCE();
  notified = atomic_load_explicit(&idle, memory_order_relaxed) != 0;
  return a;
}
static void check(void) { assert(!sleeps || notified); }
#elif defined(ARC)
struct Shared {
  atomic_int owners;
  int value;
};
static struct Shared *shared;
static void drop(void) {
  if (atomic_fetch_sub_explicit(&shared->owners, 1, memory_order_release) != 1)
    return;
#ifdef FIXED
  atomic_thread_fence(memory_order_acquire);
#endif
  free(shared);
}
static void *first(void *a) {
  shared->value++;
  drop();
  return a;
}
static void *second(void *a) {
  (void)shared;
  drop();
  return a;
}
static void check(void) {}
#elif defined(BIASED)
static atomic_int inside, revoked;
static int counter;
static void *first(void *a) { /* the owner */
  STORE(inside, 1);
  FULL_FENCE();
  if (!LOAD(revoked))
    counter++;
  STORE(inside, 0);
  return a;
}
static void *second(void *a) { /* the revoker */
  STORE(revoked, 1);
  FULL_FENCE();
  if (!LOAD(inside))
    counter++;
  return a;
}
static void check(void) {}
#endif

int main(void) {
#ifdef ARC
  shared = malloc(sizeof *shared);
  atomic_init(&shared->owners, 2);
  shared->value = 0;
#endif
#ifdef LATCH
  atomic_init(&latch, 1);
#endif
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check();
}
