// Programs with infinitely many states. What makes the states differ: 1: a counter in shared memory, 2: a variable of
// the thread, 3: memory that nobody frees. The bug behind the loop is found all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int count, flag;
static void* _Atomic last;

static void* work(void* unused) {
#if WHAT == 1
  for (;;) {
    atomic_fetch_add(&count, 1);
    atomic_store(&flag, 0);
  }
#elif WHAT == 2
  for (int turn = 0; atomic_load(&flag) + turn != -1; turn++)
    ;
#else
  for (;;)
    atomic_store(&last, malloc(8));
#endif
  return unused;
}

static void* other(void* unused) {
  if (atomic_load(&count) < 0 || atomic_load(&last) == (void*)1)
    return unused;
  atomic_store(&flag, 1);
#ifdef BUG
  assert(atomic_load(&flag) == 0);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
