/* Both threads write the same value: it looks harmless, and is a data race. ATOMIC: relaxed stores are none. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifdef ATOMIC
static atomic_bool stop;
#else
static bool stop;
#endif

static void* work(void* unused) {
#ifdef ATOMIC
  atomic_store_explicit(&stop, true, memory_order_relaxed);
#else
  stop = true;
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return !stop;
}
