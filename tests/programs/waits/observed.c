/* Rounds of waiting loops that other threads can observe: leaving them out would hide an error. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, busy;
static int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void await(void) {
#if defined TOGGLES
  while (!atomic_load(&go)) {
    atomic_store(&busy, 1);
    atomic_store(&busy, 0);
  }
#elif defined LOOKS_UNDER_LOCK || defined TRIED_TWICE
  for (;;) {
    pthread_mutex_lock(&mutex);
    if (ready)
      break;
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
#elif defined COUNTS
  int rounds = 0;
  while (!atomic_load(&go))
    rounds++;
  assert(rounds < 3);
#elif defined EVERY_SECOND /* the second round does something else */
  for (int odd = 0; !atomic_load(&go); odd = !odd)
    assert(!odd || atomic_load(&busy) == 0);
#endif
}

static void* other(void* none) {
#if defined TOGGLES
  int sum = atomic_load(&busy);
  sum += 10 * !atomic_load(&busy);
  sum += 100 * atomic_load(&busy);
  assert(sum != 111); /* two rounds */
#elif defined LOOKS_UNDER_LOCK
  if (pthread_mutex_trylock(&mutex) == 0) {
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return none;
  }
  assert(!"the lock is taken");
#elif defined TRIED_TWICE
  int taken[3];
  for (int i = 0; i < 3; i++) {
    taken[i] = pthread_mutex_trylock(&mutex) != 0;
    if (!taken[i])
      pthread_mutex_unlock(&mutex);
  }
  assert(!taken[0] || taken[1] || !taken[2]); /* two rounds */
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
#elif defined EVERY_SECOND
  atomic_store(&busy, 1);
#endif
  atomic_store(&go, 1);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  await();
  pthread_join(thread, 0);
}
