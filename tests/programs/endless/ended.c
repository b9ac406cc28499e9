// A thread looks at a flag under a lock for ever, beside threads that have ended. main returns meanwhile, which ends
// the process; -DFAILS: an assertion ends it; -DJOINS: main waits, so that nothing ends the thread's rounds.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* waiter(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    const int seen = count;
    pthread_mutex_unlock(&lock);
    if (seen == 2)
      return unused;
  }
}
static void* counter(void* unused) {
  pthread_mutex_lock(&lock);
  const int now = ++count;
  pthread_mutex_unlock(&lock);
#ifdef FAILS
  assert(now != 1);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, counter, NULL);
#if defined(FAILS) || defined(JOINS)
  pthread_join(threads[0], NULL);
#endif
  return 0;
}
