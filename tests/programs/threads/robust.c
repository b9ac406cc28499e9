/* Robust mutexes: what is left of a thread that ends while it holds one. CASE 1: the next owner is told, and mends what
 * the mutex protects. 2: likewise, where it is open who comes first. 3: it does not mend it: nobody can take the mutex any
 * more. 4: attempts and waits with a time. 5: a wait for a condition variable. 6: a recursive one, left by pthread_exit
 * from inside. 7: what pthread_mutex_consistent refuses. 8: what others may not unlock. 9: the next owner ends, too.
 * 10: two of them, and a thread that waits already. 11: mended by a thread that does not hold it. 12: destroyed and
 * initialised again. 13: error checking. WRONG: what is assumed without it. PLAIN: the mutex is not robust. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m, second;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int data, woken;

static void make(pthread_mutex_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
#ifndef PLAIN
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static void *dies(void *unused) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD)
    pthread_mutex_consistent(&m);
  data++;
  return unused;
}

static void *diesWithBoth(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&second);
  return unused;
}

static void *diesTwice(void *unused) {
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  return unused;
}

static void leave(void) {
  assert(pthread_mutex_lock(&m) == 0);
  pthread_exit(NULL);
}

static void *diesInside(void *unused) {
  pthread_mutex_lock(&m);
  leave();
  return unused;
}

static void *wakes(void *unused) {
  pthread_mutex_lock(&m);
  woken = 1;
  pthread_cond_signal(&condition);
  return unused;
}

static void *unlocks(void *unused) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  return unused;
}

static void run(void *(*routine)(void *)) {
  pthread_t t;
  pthread_create(&t, NULL, routine, NULL);
  pthread_join(t, NULL);
}

int main(void) {
  struct timespec until;
  pthread_t t;
  make(&m, CASE == 6 ? PTHREAD_MUTEX_RECURSIVE : CASE == 13 ? PTHREAD_MUTEX_ERRORCHECK : PTHREAD_MUTEX_NORMAL);
  make(&second, PTHREAD_MUTEX_NORMAL);
  clock_gettime(CLOCK_REALTIME, &until);
  (void)t;
#if CASE == 1
  run(dies);
#ifdef WRONG
  assert(pthread_mutex_lock(&m) == 0);
#else
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(data == 1);
#endif
  assert(pthread_mutex_consistent(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_destroy(&m) == 0);
#elif CASE == 2
  pthread_create(&t, NULL, dies, NULL);
  const int result = pthread_mutex_lock(&m);
#ifdef WRONG
  assert(result == 0);
#endif
  assert(data == (result == EOWNERDEAD));
  data++; /* no race: the lock comes after what its last owner did */
  if (result == EOWNERDEAD)
    pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(pthread_mutex_lock(&m) == (result == 0 ? EOWNERDEAD : 0));
#elif CASE == 3
  run(dies);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&m) == 0);
#ifdef WRONG
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
#endif
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  assert(pthread_mutex_timedlock(&m, &until) == ENOTRECOVERABLE);
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &until) == ENOTRECOVERABLE);
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
#elif CASE == 4
  pthread_create(&t, NULL, dies, NULL);
  const int result = pthread_mutex_trylock(&m);
#ifdef WRONG
  assert(result != EBUSY);
#endif
  if (result == 0 || result == EOWNERDEAD) {
    pthread_mutex_consistent(&m);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, NULL);
  if (result != EOWNERDEAD) {
    assert(pthread_mutex_timedlock(&m, &until) == EOWNERDEAD);
    run(unlocks);
    pthread_mutex_consistent(&m);
    pthread_mutex_unlock(&m);
  }
  run(dies);
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &until) == EOWNERDEAD);
#elif CASE == 5
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, wakes, NULL);
  int result = 0;
  while (!woken)
    result = pthread_cond_wait(&condition, &m);
#ifdef WRONG
  assert(result == 0);
#endif
  assert(result == EOWNERDEAD);
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
#elif CASE == 6
  run(diesInside);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_lock(&m) == 0);
  pthread_mutex_unlock(&m);
#ifndef WRONG
  pthread_mutex_consistent(&m);
#endif
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == 0);
#elif CASE == 7
  static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
  assert(pthread_mutex_consistent(&plain) == EINVAL);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  pthread_mutex_lock(&m);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  pthread_mutex_unlock(&m);
  run(dies);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&m) == 0);
#elif CASE == 8
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_lock(&m);
  run(unlocks);
  assert(pthread_mutex_unlock(&m) == 0);
#elif CASE == 9
  run(dies);
  run(diesTwice);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&m) == 0);
#elif CASE == 10
  pthread_create(&t, NULL, diesWithBoth, NULL);
  const int result = pthread_mutex_lock(&second);
  if (result == EOWNERDEAD && pthread_mutex_trylock(&m) == EOWNERDEAD) {
    pthread_mutex_consistent(&m);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_consistent(&second);
  pthread_mutex_unlock(&second);
  pthread_join(t, NULL);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD || result == EOWNERDEAD);
#elif CASE == 11
  run(dies);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  pthread_t other;
  pthread_create(&other, NULL, (void *(*)(void *))pthread_mutex_consistent, &m);
  pthread_join(other, NULL);
#elif CASE == 12
  run(dies);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&m) == 0);
  make(&m, PTHREAD_MUTEX_NORMAL);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
#elif CASE == 13
  run(dies);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  pthread_mutex_consistent(&m);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
#endif
  return 0;
}
