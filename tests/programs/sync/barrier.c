/* N threads meet ROUNDS times at a barrier for SIZE of them; each writes its own cell before and reads all after.
 * LOOK: they look at what the wait returns. MISSING: one thread leaves out its last round. */
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef SIZE
#define SIZE N
#endif

static pthread_barrier_t barrier;
static atomic_int cell[N], serials;

static void *worker(void *argument) {
  const long self = (long)argument;
  for (int round = 1; round <= ROUNDS; round++) {
#ifdef MISSING
    if (self == 0 && round == ROUNDS)
      break;
#endif
#ifdef NO_BARRIER
    atomic_store(&cell[self], round);
#elif defined LOOK
    atomic_store(&cell[self], round);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&serials, 1);
#else
    atomic_store(&cell[self], round);
    pthread_barrier_wait(&barrier);
#endif
#if SIZE == N
    for (int i = 0; i < N; i++)
      assert(atomic_load(&cell[i]) >= round);
#endif
#ifndef NO_BARRIER
#ifndef ONE_WAIT
    pthread_barrier_wait(&barrier);
#endif
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&barrier, NULL, SIZE);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
#ifdef LOOK
  assert(atomic_load(&serials) == ROUNDS);
#endif
  pthread_barrier_destroy(&barrier);
  return 0;
}
