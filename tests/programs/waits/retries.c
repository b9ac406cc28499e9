/* Compare-and-swaps are tried until one succeeds; a failed one says what to expect next time. It adds nothing that the
 * thread could not have read before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int x, y;

static void* retry(void* none) {
  int seen = atomic_load(&x);
#if defined COUNTS /* N! */
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
    ;
#elif defined FIXED
  while (!atomic_compare_exchange_strong(&x, &seen, 9))
    ;
#elif defined LOOKS_BETWEEN /* a failed round reads another location, and perhaps the same one again */
  while (!atomic_compare_exchange_strong(&x, &seen, 9))
    if (atomic_load(&y) == 0)
      seen = atomic_load(&x);
#elif defined EITHER /* one of two, and the second changes nothing */
  for (;;)
    if (seen == N) {
      if (atomic_compare_exchange_strong(&x, &seen, N))
        break;
    } else if (atomic_compare_exchange_strong(&x, &seen, 17))
      break;
#elif defined CHANGES /* only the one that changes nothing ends the loop */
  for (;;)
    if (seen == 1) {
      if (atomic_compare_exchange_strong(&x, &seen, 1))
        break;
    } else
      atomic_compare_exchange_strong(&x, &seen, 17);
#elif defined NOTED /* how often it failed is asked for */
  int failures = 0;
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
    failures++;
  assert(failures < N);
#elif defined NEVER /* it waits for ever: nobody stores 7 */
  while (seen != 7)
    atomic_compare_exchange_strong(&x, &seen, seen);
#endif
  return none;
}

static __attribute__((unused)) void* other(void* none) {
#ifdef EITHER
  for (int i = 1; i <= N; i++)
    atomic_store(&x, i);
#else
  atomic_store(&x, 1);
  atomic_store(&y, 1);
#endif
  return none;
}

int main(void) {
  pthread_t threads[N + 1];
#if defined COUNTS || defined FIXED || defined NOTED
  const int retrying = N;
#else
  const int retrying = 1;
#endif
  for (int i = 0; i < retrying; i++)
    pthread_create(&threads[i], 0, retry, 0);
#if !defined COUNTS && !defined NOTED
  pthread_create(&threads[retrying], 0, other, 0);
  pthread_join(threads[retrying], 0);
#endif
  for (int i = 0; i < retrying; i++)
    pthread_join(threads[i], 0);
#if defined COUNTS
  assert(x == N);
#endif
}
