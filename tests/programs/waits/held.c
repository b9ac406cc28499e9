/* A thread takes a lock, looks, and gives the lock back, until it sees what the others have done. A round that saw too
 * little adds nothing, as long as nobody can tell whether the lock was taken. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int done[N];
static atomic_int hint, tries;

static __attribute__((unused)) int all(void) {
  for (int i = 0; i < N; i++)
    if (!done[i])
      return 0;
  return 1;
}

static void* look(void* none) {
#if defined PEELED
  pthread_mutex_lock(&mutex);
  while (!all()) {
    pthread_mutex_unlock(&mutex);
    sched_yield();
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
#elif defined TWO_LOCKS
  for (int found = 0; !found;) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&second);
    found = all();
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&mutex);
  }
#elif defined LOOKS_BEFORE /* where the look beforehand and the one under the lock differ, the round counts */
  for (;;) {
    const int before = atomic_load(&hint);
    pthread_mutex_lock(&mutex);
    const int now = atomic_load(&hint);
    pthread_mutex_unlock(&mutex);
    if (before == now && now == 1)
      break;
  }
#elif defined COUNTS /* and the number of rounds is asked for */
  int rounds = 0;
  for (int found = 0; !found; rounds++) {
    pthread_mutex_lock(&mutex);
    found = all();
    pthread_mutex_unlock(&mutex);
  }
  assert(rounds < 3);
#else
  for (int found = 0; !found;) {
    pthread_mutex_lock(&mutex);
    found = all();
    pthread_mutex_unlock(&mutex);
  }
#endif
  return none;
}

static void* work(void* number) {
#if defined TRIED /* whether the lock is free is part of the execution */
  if (pthread_mutex_trylock(&mutex) != 0) {
    atomic_fetch_add(&tries, 1);
    pthread_mutex_lock(&mutex);
  }
#elif defined TIMED
  const struct timespec soon = {1, 0};
  if (pthread_mutex_timedlock(&mutex, &soon) != 0) {
    atomic_fetch_add(&tries, 1);
    pthread_mutex_lock(&mutex);
  }
#else
  pthread_mutex_lock(&mutex);
#endif
#if defined LEAVES
#elif defined FORGETS
  done[(long)number] = 0;
#else
  done[(long)number] = 1;
#endif
  atomic_store(&hint, 1);
#ifndef KEEPS
  pthread_mutex_unlock(&mutex);
#endif
  return 0;
}

int main(void) {
  pthread_t looking, working[N];
  pthread_create(&looking, 0, look, 0);
  for (long i = 0; i < N; i++)
    pthread_create(&working[i], 0, work, (void*)i);
  pthread_join(looking, 0);
  for (int i = 0; i < N; i++)
    pthread_join(working[i], 0);
#if defined TRIED || defined TIMED
  assert(tries < N);
#endif
}
