/* N threads take a lock that is made of one word, count, and give the lock back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int word;
static int count;

static void lock(void) {
#if defined TEST_AND_TEST_AND_SET
  for (;;) {
    while (atomic_load(&word))
      ;
    if (!atomic_exchange(&word, 1))
      return;
  }
#elif defined EXCHANGE_CARRIED /* a round checks what the round before found */
  int was = 1;
  while (was)
    was = atomic_exchange(&word, 1);
#elif defined COMPARE
  for (int expected = 0; !atomic_compare_exchange_strong(&word, &expected, 1);)
    expected = 0;
#elif defined NEVER /* it waits for a value that nobody stores */
  for (;;) {
    while (atomic_load(&word) > 1)
      ;
    if (atomic_exchange(&word, 1) == 2)
      return;
  }
#endif
}

static void* run(void* none) {
  lock();
#ifdef WRONG
  int before = count;
  atomic_store(&word, 0);
  count = before + 1;
#else
  count++;
  atomic_store(&word, 0);
#endif
  return none;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  assert(count == N);
}
