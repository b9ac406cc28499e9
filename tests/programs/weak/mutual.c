/* Mutual exclusion with loads and stores: -DPETERSON, or -DDEKKER (one attempt each: who finds the other does not enter).
 * Both need their stores before their loads: -DWEAK has release stores and acquire loads, and lets both in, on x86, too.
 * -DFENCES: relaxed stores and one full fence, which is not enough for Peterson's lock where the stores to wants and turn
 * may pass each other. -DEXCHANGE: Peterson's turn is given with an exchange, and acquire and release are enough. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined FENCES
#define STORE memory_order_relaxed
#define LOAD memory_order_acquire
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#define LEAVE memory_order_release
#elif defined WEAK
#define STORE memory_order_release
#define LOAD memory_order_acquire
#define FENCE
#define LEAVE memory_order_release
#else
#define STORE memory_order_seq_cst
#define LOAD memory_order_seq_cst
#define FENCE
#define LEAVE memory_order_seq_cst
#endif

static atomic_int wants[2], turn;
static int inside;

static void* run(void* argument) {
  int me = argument != 0, other = 1 - me;
  atomic_store_explicit(&wants[me], 1, STORE);
#if defined PETERSON
#ifdef EXCHANGE
  atomic_exchange_explicit(&turn, other, memory_order_acq_rel);
#else
  atomic_store_explicit(&turn, other, STORE);
#endif
  FENCE;
  while (atomic_load_explicit(&wants[other], LOAD) && atomic_load_explicit(&turn, LOAD) == other)
    ;
#else
  FENCE;
  if (atomic_load_explicit(&wants[other], LOAD))
    return 0;
#endif
  inside++;
#ifdef PETERSON
  atomic_store_explicit(&wants[me], 0, LEAVE);
#endif
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, run, 0);
  pthread_create(&threads[1], 0, run, threads);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
#ifdef PETERSON
  assert(inside == 2);
#else
  assert(inside < 2);
#endif
}
