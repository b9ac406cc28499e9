/* No thread sees an earlier time than one that it learnt of, by a lock or a join. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifndef SLEEP
#define SLEEP usleep(1500000)
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long last;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

static void* look(void* argument) {
  const long before = now();
  SLEEP;
  pthread_mutex_lock(&mutex);
  const long time = now();
  assert(time >= last);
#ifdef WRONG
  assert(time == last || last == 0);
#endif
  last = time;
  pthread_mutex_unlock(&mutex);
#ifdef LASTS
  assert(now() - before >= 1500000000);
#endif
  (void)before;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  const long time = now();
  pthread_join(b, NULL);
  assert(time <= now() && last <= now());
}
