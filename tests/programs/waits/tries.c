/* A thread looks at a flag many times before it gives up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, a, b;

static int look(void) {
#if defined COUNTED_UP
  for (int i = 0; i < 10000; i++)
    if (atomic_load(&flag))
      return 1;
  return 0;
#elif defined COUNTED_DOWN
  int left = 10000;
  while (--left >= 0)
    if (atomic_load(&flag))
      return 1;
  return 0;
#elif defined INSIDE
  int tried = 0;
  while (!atomic_load(&flag))
    if (++tried > 10000)
      return 0;
  return 1;
#elif defined TAKES
  int left = 10000;
  while (--left >= 0) {
    int seen = atomic_load(&flag);
    if (seen > 0 && atomic_compare_exchange_strong(&flag, &seen, seen - 1))
      return 1;
  }
  return 0;
#elif defined REUSES /* the variable of a try is used for something else afterwards */
  int left = 10000, seen;
  while (--left >= 0) {
    seen = atomic_load(&flag);
    if (seen > 0 && atomic_compare_exchange_strong(&flag, &seen, seen - 1))
      return 1;
  }
  seen = atomic_fetch_sub(&flag, 1);
  return seen > 0;
#elif defined LEAVES /* what the last try saw is used afterwards */
  int left = 40, seen;
  do {
    seen = atomic_load(&flag);
    if (seen > 0 && atomic_compare_exchange_strong(&flag, &seen, seen - 1))
      return 1;
  } while (left-- > 0);
  return seen + 1;
#elif defined EXCHANGES
  int left = 10000;
  do
    if (atomic_exchange(&flag, 0))
      return 1;
  while (left-- > 0);
  return 0;
#elif defined COUNT_IS_USED /* the number of tries is part of the result */
  int i = 0;
  while (i < 100 && !atomic_load(&flag))
    i++;
  assert(i != 5);
  return 1;
#elif defined ROUNDS_CHANGE /* each try leaves something behind */
  for (int i = 0; i < 100; i++) {
    if (atomic_load(&flag))
      return 1;
    atomic_fetch_add(&a, 1);
  }
  return 0;
#elif defined TWICE         /* two tries that fail only on (a, b) = (0, 1): not twice */
  for (int i = 0; i < 2; i++)
    if (atomic_load(&a) != 0 || atomic_load(&b) != 1)
      return 1;
  return 0;
#endif
}

static void* run(void* none) {
  atomic_store(&flag, 1);
#ifdef TWICE
  atomic_store(&a, 1);
  atomic_store(&b, 1);
#endif
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  int found = look();
#ifdef TWICE
  assert(found);
#elif defined WRONG
  if (!found)
    assert(!atomic_load(&flag));
#elif defined ROUNDS_CHANGE
  assert(atomic_load(&a) != 3);
#endif
  (void)found;
  pthread_join(thread, 0);
}
