/* The paper's smallest examples. CASE: 1 = a thread writes a number, then an unknown, another reads twice;
 * 2 = a thread reads and compares with an unknown, another writes; 3 = two assumptions about one unknown around a
 * write and a read (section 4.1). */
#include "shared.h"
#ifndef CASE
#define CASE 1
#endif

static atomic_int x;
static int unknown;

static void* first(void* unused) {
#if CASE == 1
  atomic_store(&x, 1);
  atomic_store(&x, unknown);
#elif CASE == 2
  if (atomic_load(&x) < unknown)
    return unused;
#else
  atomic_store(&x, 1);
  __VERIFIER_assume(unknown > 42);
#endif
  return unused;
}

static void* second(void* unused) {
#if CASE == 1
  (void)atomic_load(&x);
  (void)atomic_load(&x);
#elif CASE == 2
  atomic_store(&x, 1);
#else
  __VERIFIER_assume(unknown > 0);
  (void)atomic_load(&x);
#endif
  return unused;
}

int main(void) {
  unknown = __VERIFIER_nondet_int();
  runThreads(1, first, 1, second);
  return 0;
}
