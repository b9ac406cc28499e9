/* READERS threads lock for reading and one for writing. Each set of readers that come first is one class. */
#include "in_order.h"
#include <assert.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, seen;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&lock);
#ifdef USE
  assert(data != 2);
#endif
#ifdef RACE
  seen = data;
#endif
#ifdef NESTED /* the reader may wait while it holds the lock: then readers are ordered */
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* writer(void* unused) {
  pthread_rwlock_wrlock(&lock);
#if defined USE || defined RACE
  data = 1;
#endif
#ifdef BUG
  data = 2;
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  body bodies[] = {reader, reader,
#if READERS == 3
                   reader,
#endif
                   writer};
  run(bodies, READERS + 1);
}
