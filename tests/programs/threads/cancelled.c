/* Threads that are cancelled. CASE 1: with a mutex that no handler gives back: deadlock. 2: a handler gives it back.
 * 3: in a loop of cancellation points. 4: in sem_wait. 5: in a join, which is then to be done by another thread. 6: while
 * it does not permit it. 7: at any place: only a cancellation is a reason. 8: it does not take the signal that others
 * wait for. 9: values of keys have their destructors run. 10: after its end. 11: a mutex is no cancellation point.
 * 12: sleep. 13: a wait with a time. 14: by itself. 15: in the middle of handlers, which go on. 16: it may end before or
 * behind a store. 17: with an input. 18: holding a robust mutex. 19: a semaphore's permit is not lost. 20: several requests, at two waits.
 * 21: during a timed wait for a semaphore and for a thread. 22: main. 23: attributes with the type. WRONG: what is not so.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#if CASE == 17
#include <revisit.h>
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore, other;
static pthread_key_t key;
static pthread_t helper;
static int stored, handled, ready;

static void unlock(void *mutex) {
  pthread_mutex_unlock(mutex);
}

static void note(void *by) {
  handled += *(int *)by;
}

static void *sets(void *unused) {
  sem_wait(&other);
  return unused;
}

static void *target(void *unused) {
#if CASE == 1
  pthread_mutex_lock(&m);
  for (;;)
    pthread_cond_wait(&condition, &m);
#elif CASE == 2 || CASE == 13
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  for (;;) {
#if CASE == 13
    struct timespec until = {1, 0};
    if (pthread_cond_timedwait(&condition, &m, &until) == ETIMEDOUT)
      break;
#else
    pthread_cond_wait(&condition, &m);
#endif
  }
  pthread_cleanup_pop(1);
#elif CASE == 3
  for (;;)
    pthread_testcancel();
#elif CASE == 4 || CASE == 19
  static int one = 1;
  pthread_cleanup_push(note, &one);
  sem_wait(&semaphore);
  pthread_cleanup_pop(0);
#elif CASE == 5
  pthread_join(helper, NULL);
#elif CASE == 6
  int before = -1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0 && before == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  sem_wait(&semaphore);
#ifdef WRONG
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
  pthread_testcancel();
#endif
#elif CASE == 7
  int before = -1;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before) == 0 && before == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcanceltype(5, NULL) == EINVAL);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before == PTHREAD_CANCEL_ASYNCHRONOUS);
#elif CASE == 8
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  while (!ready)
    pthread_cond_wait(&condition, &m);
  pthread_cleanup_pop(1);
#elif CASE == 9
  pthread_setspecific(key, &stored);
  for (;;)
    sleep(1);
#elif CASE == 11
  pthread_mutex_lock(&m);
  stored = 1;
  pthread_mutex_unlock(&m);
  pthread_testcancel();
#elif CASE == 12
  struct timespec little = {0, 1};
  usleep(10);
  nanosleep(&little, NULL);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &little, NULL);
#elif CASE == 14
  static int one = 1;
  pthread_cleanup_push(note, &one);
  assert(pthread_cancel(pthread_self()) == 0);
  stored = 1;
  sleep(1);
  assert(0);
  pthread_cleanup_pop(0);
#elif CASE == 15
  static int one = 1, ten = 10;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &ten);
  sem_wait(&semaphore);
  pthread_cleanup_pop(0);
  pthread_testcancel();
  pthread_cleanup_pop(0);
#elif CASE == 16
  sleep(1);
  __atomic_store_n(&stored, 1, __ATOMIC_SEQ_CST);
  sleep(1);
  __atomic_store_n(&stored, 2, __ATOMIC_SEQ_CST);
#elif CASE == 17
  const int input = revisit_nondet_int("input");
  pthread_testcancel();
  assert(input != 7);
  return (void *)(long)input;
#elif CASE == 18
  pthread_mutex_lock(&m);
  for (;;)
    sleep(1);
#elif CASE == 10
  sem_wait(&semaphore);
#elif CASE == 20
  sem_wait(&semaphore);
  sem_wait(&other);
#elif CASE == 21
  struct timespec until = {1, 0};
  void *result;
  sem_timedwait(&semaphore, &until);
  pthread_timedjoin_np(helper, &result, &until);
#elif CASE == 23
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
  return unused;
}

static void endKey(void *value) {
  *(int *)value += 1;
}

#if CASE == 8
static void *second(void *unused) {
  return target(unused);
}
#endif

#if CASE == 20
static void *twice(void *thread) {
  pthread_cancel(*(pthread_t *)thread);
  pthread_cancel(*(pthread_t *)thread);
  return NULL;
}
#endif

#if CASE == 22
static void *cancelsMain(void *mainThread) {
  pthread_cancel(*(pthread_t *)mainThread);
  void *result;
  pthread_join(*(pthread_t *)mainThread, &result);
  assert(result == PTHREAD_CANCELED);
#ifdef WRONG
  assert(0);
#endif
  return NULL;
}
#endif

int main(void) {
  pthread_t t;
  void *result = NULL;
  sem_init(&semaphore, 0, 0);
  sem_init(&other, 0, 0);
  pthread_key_create(&key, endKey);
  (void)unlock, (void)note, (void)sets;
#if CASE == 5 || CASE == 21
  pthread_create(&helper, NULL, sets, NULL);
#endif
#if CASE == 18
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
#endif
#if CASE == 11
  pthread_mutex_lock(&m);
#endif
#if CASE == 22
  static pthread_t self;
  self = pthread_self();
  pthread_create(&t, NULL, cancelsMain, &self);
  for (;;)
    sleep(1);
#endif
  pthread_create(&t, NULL, target, NULL);
#if CASE == 8
  pthread_t u;
  pthread_create(&u, NULL, second, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
#ifdef WRONG
  pthread_mutex_unlock(&m);
#endif
  assert(pthread_cancel(t) == 0);
  pthread_cond_signal(&condition);
#ifndef WRONG
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&m);
#endif
  pthread_join(u, NULL);
#elif CASE == 10
  sem_post(&semaphore);
  while (pthread_tryjoin_np(t, &result) == EBUSY) {
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED || result == NULL);
    return 0;
  }
  return 0;
#elif CASE == 19
  sem_post(&semaphore);
  pthread_cancel(t);
  pthread_join(t, &result);
  int left = -1;
  sem_getvalue(&semaphore, &left);
#ifdef WRONG
  assert(result == NULL);
#endif
  assert(result == PTHREAD_CANCELED ? left == 1 && handled == 1 : left == 0 && handled == 0);
  return 0;
#elif CASE == 20
  sem_post(&semaphore);
  pthread_create(&helper, NULL, twice, &t);
#endif
#if CASE == 7 && !defined(CANCEL)
  pthread_join(t, NULL);
  return 0;
#elif CASE == 6
  pthread_cancel(t);
  sem_post(&semaphore);
#elif CASE == 14 || CASE == 8
#else
  assert(pthread_cancel(t) == 0);
#endif
#if CASE == 11
  assert(stored == 0);
  pthread_mutex_unlock(&m);
#elif CASE == 5
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  sem_post(&other);
  pthread_join(helper, NULL);
  return 0;
#elif CASE == 21
  sem_post(&other);
#endif
#if CASE == 20
  pthread_join(helper, NULL);
#endif
  assert(pthread_join(t, &result) == 0);
#if CASE == 6
#ifdef WRONG
  assert(result == NULL);
#endif
#elif CASE == 7 || CASE == 12 || CASE == 13 || CASE == 16 || CASE == 17 || CASE == 21 || CASE == 8 || CASE == 23
  assert(CASE != 12 || !result || result == PTHREAD_CANCELED);
#else
  assert(result == PTHREAD_CANCELED);
#endif
#if CASE == 4
#ifdef WRONG
  assert(handled == 0);
#endif
  assert(handled == 1);
#elif CASE == 9 || CASE == 11 || CASE == 14
  assert(stored == 1);
#elif CASE == 15
#ifdef WRONG
  assert(handled == 11);
#endif
  assert(handled == 11 || handled == 1);
#elif CASE == 16
#ifdef WRONG
  assert(stored != 1);
#endif
  assert(stored == 0 || result == (stored == 2 ? NULL : PTHREAD_CANCELED));
#elif CASE == 18
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  return 0;
#endif
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
