/* The other timed operations, against a thread that has what they want. SEM, MUTEX or CLOCK; REACH_TIMEOUT, REACH_OK. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static struct timespec until = {1, 0};

static void *other(void *unused) {
#ifdef SEM
  sem_post(&semaphore);
#else
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

static int timed(void) {
#ifdef SEM
  return sem_timedwait(&semaphore, &until) == 0 ? 0 : errno;
#elif defined CLOCK
  return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until);
#else
  return pthread_mutex_timedlock(&mutex, &until);
#endif
}

int main(void) {
  pthread_t t;
  sem_init(&semaphore, 0, 0);
  pthread_create(&t, NULL, other, NULL);
  const int result = timed();
#ifdef REACH_TIMEOUT
  assert(result != ETIMEDOUT);
#elif defined REACH_OK
  assert(result != 0);
#else
  assert(result == 0 || result == ETIMEDOUT);
#endif
#ifndef SEM
  if (result == 0)
    pthread_mutex_unlock(&mutex);
#endif
  pthread_join(t, NULL);
  return 0;
}
