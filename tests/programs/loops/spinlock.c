/* A lock that is waited for by updates; which one is FORM. Each of N threads takes it once: N! executions, more where a
 * round also reads. WRONG: it is released too early. */
#include "lockers.h"
#include <sched.h>
#include <stdatomic.h>

#define CAS 1          /* the expected value anew in each round */
#define CAS_PUT_BACK 2 /* put back after each failure */
#define EXCHANGE 3
#define FLAG 4
#define OR 5
#define TEST_FIRST 6
#define LOAD_AND_CAS 7
#define YIELD 8
#define BUILTIN 9
#define BACK_OFF 11
#define NEVER 10 /* nobody ever releases it */

static atomic_int lock;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int old;
static int count;

static int take(void) {
  int expected = 0;
  return atomic_compare_exchange_strong(&lock, &expected, 1);
}

static void acquire(void) {
#if FORM == CAS
  while (!take()) {
  }
#elif FORM == CAS_PUT_BACK
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1))
    expected = 0;
#elif FORM == EXCHANGE || FORM == NEVER
  while (atomic_exchange(&lock, 1)) {
  }
#elif FORM == FLAG
  while (atomic_flag_test_and_set(&flag)) {
  }
#elif FORM == OR
  while (atomic_fetch_or(&lock, 1) & 1) {
  }
#elif FORM == TEST_FIRST
  while (atomic_load(&lock) || atomic_exchange(&lock, 1)) {
  }
#elif FORM == LOAD_AND_CAS
  for (;;) {
    int seen = atomic_load(&lock);
    if (!(seen & 1) && atomic_compare_exchange_strong(&lock, &seen, seen | 1))
      break;
  }
#elif FORM == YIELD
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    sched_yield();
#elif FORM == BACK_OFF
  int pauses = 1;
  while (atomic_exchange(&lock, 1)) {
    for (int i = 0; i < pauses; i++)
      __builtin_ia32_pause();
    if (pauses < 64)
      pauses *= 2;
  }
#elif FORM == BUILTIN
  while (__sync_lock_test_and_set(&old, 1))
    __builtin_ia32_pause();
#endif
}

static void release(void) {
#if FORM == FLAG
  atomic_flag_clear(&flag);
#elif FORM == BUILTIN
  __sync_lock_release(&old);
#elif FORM != NEVER
  atomic_store(&lock, 0);
#endif
}

static void* locker(void* unused) {
  acquire();
  int before = count;
#ifdef WRONG
  release();
  count = before + 1;
#else
  count = before + 1;
  release();
#endif
  return unused;
}

int main(void) {
  runLockers(locker);
  assert(count == N);
  return 0;
}
